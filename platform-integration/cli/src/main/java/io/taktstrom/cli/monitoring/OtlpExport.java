package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.util.NamedThreadFactory;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Sends all metrics to a receiver of OTLP at an interval. What cannot be sent is not kept: counters are cumulative, so the next
 * request has everything. Reports once that the receiver fails, and once that it accepts again.
 */
final class OtlpExport {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** The end of a run waits for the last request, so this is short. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    private final OtlpTarget target;
    private final Consumer<String> notices;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private boolean failing;

    private OtlpExport(OtlpTarget target, Consumer<String> notices) {
        this.target = target;
        this.notices = notices;
    }

    /**
     * Begins to send; ends when the registry is closed.
     *
     * @param notices gets a message when the receiver fails, and when it accepts again
     */
    static MeterRegistry start(OtlpTarget target, Consumer<String> notices) {
        return OtlpMeterRegistry.builder(new Settings(target))
                .threadFactory(new NamedThreadFactory("takt-metrics-otlp"))
                .metricsSender(new OtlpExport(target, notices)::send)
                .build();
    }

    /** Attributes of the process come from the environment, as always with OpenTelemetry; where to send does not. */
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
                    new HashMap<>(Map.of("service.name", "takt", "service.version", Monitoring.version()));
            attributes.putAll(OtlpConfig.super.resourceAttributes());
            return attributes;
        }
    }

    /** On the registry's one thread. */
    private void send(OtlpMetricsSender.Request request) {
        HttpRequest.Builder post = HttpRequest.newBuilder(target.url())
                .timeout(REQUEST_TIMEOUT)
                .header("Content-Type", "application/x-protobuf")
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.getMetricsData()));
        target.headers().forEach(post::header);
        try {
            int code = client.send(post.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            report(code / 100 == 2 ? "" : "answers with " + code + "; correct the url or the headers");
        } catch (IOException e) {
            report("does not accept them: " + Notices.inWords(e) + "; start it, or correct the url");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(String failure) {
        if (!failing && !failure.isEmpty()) {
            notices.accept("metrics: " + target.url() + " " + failure + "; trying again every "
                    + target.every().toSeconds() + " s");
        } else if (failing && failure.isEmpty()) {
            notices.accept("metrics: " + target.url() + " accepts them again");
        }
        failing = !failure.isEmpty();
    }
}
