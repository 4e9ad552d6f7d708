package io.taktstrom.spring;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What editors complete under {@code taktstrom}. The sections are read from the environment as they are and go through the
 * same grammar as a deployment file; this class only tells of them.
 *
 * @param deployment The deployment file: a path, a file: or a classpath: location. Exclusive with the sections below.
 * @param connections The devices, by name, as in a deployment file.
 * @param scanClasses Ways to sample a point, by name, as in a deployment file.
 * @param points What is sampled, as in a deployment file.
 * @param streams Which points' samples go to which sinks, as in a deployment file.
 * @param sinks Where samples go, by name, as in a deployment file.
 * @param commands Who may write to writable points from outside, as in a deployment file.
 * @param gathers Points of several connections that are read, written and watched as one, as in a deployment file.
 * @param defaults What entries have that do not say it themselves, as in a deployment file.
 */
@ConfigurationProperties("taktstrom")
public record TaktstromProperties(
        @Nullable String deployment,
        @Nullable Map<String, Map<String, Object>> connections,
        @Nullable Map<String, Map<String, Object>> scanClasses,
        @Nullable List<Map<String, Object>> points,
        @Nullable List<Map<String, Object>> streams,
        @Nullable Map<String, Map<String, Object>> sinks,
        @Nullable Map<String, Object> commands,
        @Nullable Map<String, Map<String, Object>> gathers,
        @Nullable Map<String, Map<String, Object>> defaults) {}
