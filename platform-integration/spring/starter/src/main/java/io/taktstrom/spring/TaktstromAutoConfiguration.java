package io.taktstrom.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Runs the deployment that the environment tells of, and makes beans of its parts; without one it makes nothing. A
 * {@code RunningDeployment} of the application's own takes its place.
 */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@Import(DeploymentRegistrar.class)
public final class TaktstromAutoConfiguration {}
