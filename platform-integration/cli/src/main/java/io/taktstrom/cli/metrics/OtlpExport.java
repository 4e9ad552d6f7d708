package io.taktstrom.cli.metrics;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.util.NamedThreadFactory;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.taktstrom.cli.shell.JarVersion;
import io.taktstrom.deployment.OtlpTarget;
import org.jspecify.annotations.Nullable;

/**
 * Sends all metrics to a receiver of OTLP, every now and then. What cannot be sent is not kept: the next time says all that this one
 * did, because counters go on.
 */
public final class OtlpExport {

    private OtlpExport() {}

    /**
     * Begins to send; ends when the registry is closed.
     *
     * @param notices hears when the receiver does not take them, and when it does again; each once
     */
    public static MeterRegistry start(OtlpTarget target, Consumer<String> notices) {
        return OtlpMeterRegistry.builder(new Settings(target))
                .threadFactory(new NamedThreadFactory("takt-metrics-otlp"))
                .metricsSender(new OtlpSender(target, notices))
                .build();
    }

    /** What the environment says of the process counts, as everywhere with OpenTelemetry; where to send does not. */
    private record Settings(OtlpTarget target) implements OtlpConfig {

        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return target.url().toString();
        }

        @Override
        public Duration step() {
            return target.every();
        }

        @Override
        public Map<String, String> headers() {
            return target.headers();
        }

        @Override
        public TimeUnit baseTimeUnit() {
            return TimeUnit.SECONDS;
        }

        @Override
        public Map<String, String> resourceAttributes() {
            Map<String, String> attributes =
                    new HashMap<>(Map.of("service.name", "takt", "service.version", JarVersion.text()));
            attributes.putAll(OtlpConfig.super.resourceAttributes());
            return attributes;
        }
    }
}
