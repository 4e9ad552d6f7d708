package io.taktstrom.deployment.load;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.MetricsShapes;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Reference;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads where metrics go. */
final class MetricsReader {

    /** RFC 9110, 5.6.2. */
    private static final String HEADER_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}";

    private static final String HEADER_VALUE = "[\\x20-\\x7e]{0,4000}";

    /** What HTTP and OTLP say themselves. */
    private static final Set<String> RESERVED = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "transfer-encoding",
            "upgrade");

    private final ShapeReader shapes;
    private final Problems problems;

    MetricsReader(ShapeReader shapes, Problems problems) {
        this.shapes = shapes;
        this.problems = problems;
    }

    /**
     * Where they are sent; null for nowhere, or when anything is wrong, which is then among the problems.
     *
     * @param node the section; null where the file has none
     */
    @Nullable
    OtlpTarget read(@Nullable Node node, Choice choice) {
        Checked metrics = checked(node, choice);
        if (metrics == null) {
            return null;
        }
        Checked otlp =
                checked(metrics.node().get(MetricsShapes.OTLP), metrics.shape().choice(MetricsShapes.OTLP));
        if (otlp == null) {
            return null;
        }
        int before = problems.count();
        URI url = url(otlp);
        if (otlp.node().get("headers") instanceof Node.Mapping headers) {
            headers.entries().forEach(this::header);
        }
        return url == null || problems.count() > before
                ? null
                : new OtlpTarget(url, Durations.parse(otlp.text("every")), otlp.labels("headers"));
    }

    private @Nullable Checked checked(@Nullable Node node, Choice choice) {
        Checked checked = shapes.read(node, choice);
        return checked == null || !checked.valid() ? null : checked;
    }

    private @Nullable URI url(Checked otlp) {
        try {
            URI url = new URI(otlp.text("url"));
            if (url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        problems.at(otlp.node(), "the url names no host", "write for example http://127.0.0.1:4318/v1/metrics");
        return null;
    }

    private void header(String name, Node value) {
        if (!name.matches(HEADER_NAME)) {
            problems.atKey(value, "is not a header name", () -> "write for example Authorization");
        } else if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            problems.atKey(value, "this header is not yours to set", () -> "remove it");
        } else if (!(value instanceof Node.Scalar scalar)) {
            problems.at(value, "must be a single value, not " + value.describe(), "");
        } else if (scalar.reference() == null) {
            if (!Reference.isMeant(scalar.text())) {
                problems.at(value, "may be a secret and must not be written in the file", Reference.FORMS);
            }
        } else if (!scalar.text().matches(HEADER_VALUE)) {
            problems.at(value, "what " + scalar.reference() + " holds is not a header value", "");
        }
    }
}
