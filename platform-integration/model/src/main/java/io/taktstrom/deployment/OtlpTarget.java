package io.taktstrom.deployment;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * A receiver of metrics by OTLP, the protocol of OpenTelemetry: Protobuf over HTTP.
 *
 * @param url whole, as a collector's {@code http://127.0.0.1:4318/v1/metrics}
 * @param every how often all metrics are sent
 * @param headers of each request, by name; they may hold secrets
 */
public record OtlpTarget(URI url, Duration every, Map<String, String> headers) {

    public static final Duration STANDARD_EVERY = Duration.ofSeconds(30);

    public OtlpTarget {
        headers = Map.copyOf(headers);
    }

    /** Where, and how often. Headers may be secret and stay out. */
    @Override
    public String toString() {
        return url + " every " + every.toMillis() + " ms";
    }
}
