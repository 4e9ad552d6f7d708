package io.taktstrom.cli.metrics;

import java.net.URI;
import java.util.Map;

import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.grammar.MetricsShapes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A receiver of OTLP, as it is typed: its URL, with no headers. */
public final class OtlpUrl implements ITypeConverter<OtlpTarget> {

    @Override
    public OtlpTarget convert(String text) {
        try {
            URI url = URI.create(MetricsShapes.URL.parse(text));
            if (url.getHost() != null) {
                return new OtlpTarget(url, OtlpTarget.STANDARD_EVERY, Map.of());
            }
        } catch (IllegalArgumentException e) {
            // Said below; the text might hold a password.
        }
        throw new TypeConversionException(
                "not the URL of a receiver; write for example http://127.0.0.1:4318/v1/metrics;"
                        + " a receiver that needs headers is configured in the file");
    }
}
