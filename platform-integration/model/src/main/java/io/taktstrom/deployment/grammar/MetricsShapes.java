package io.taktstrom.deployment.grammar;

import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.OptionType;

/** Where metrics go. */
public final class MetricsShapes {

    public static final String OTLP = "otlp";

    /** Without a user and a password: they would be shown wherever it is. */
    public static final OptionType.Text URL =
            new OptionType.Text("https?://[^\\s@?#\\x00-\\x1f]{1,500}", "an http or https URL without a user");

    static final Shape METRICS = Shape.of(
            "metrics",
            "Where metrics are sent. What collects them itself needs nothing here: 'takt run --metrics' serves them.",
            ShapeField.mapping(
                    OTLP,
                    Shape.of(
                            OTLP,
                            "A receiver of metrics by OTLP: Protobuf over HTTP.",
                            ShapeField.required(
                                    "url",
                                    Kind.of(URL),
                                    "Where to send them, whole, such as http://127.0.0.1:4318/v1/metrics."),
                            ShapeField.time(
                                    "every",
                                    "1s",
                                    "1h",
                                    Durations.format(OtlpTarget.STANDARD_EVERY),
                                    "How often all metrics are sent."),
                            ShapeField.optional(
                                    "headers",
                                    new Kind.Labels(),
                                    "Headers of each request, such as Authorization; their values by reference, for they may"
                                            + " be secret.")),
                    "A receiver of OpenTelemetry's protocol; without this nothing is sent."));

    private MetricsShapes() {}
}
