package io.taktstrom.sinks.influx;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.http.HttpOptions;
import io.taktstrom.sinks.http.HttpTarget;

/** Opens {@code type: influxdb}. */
public final class InfluxProvider implements SinkProvider {

    private static final String V1 = "1";
    private static final String V2 = "2";

    private static final OptionList OPTIONS = new OptionList();

    private static final Set<Template.Name> NAMES = Set.of(
            Template.Name.POINT,
            Template.Name.CONNECTION,
            Template.Name.LABEL,
            Template.Name.STREAM,
            Template.Name.SINK);

    private static final Option<String> URL = HttpOptions.url(OPTIONS, "http://localhost:8086");

    private static final Option<String> VERSION = OPTIONS.choice(
            "version",
            List.of(V1, V2),
            V1,
            "'1' writes to /write with user and password, '2' to /api/v2/write with a token.");

    private static final Option<String> DATABASE = OPTIONS.text("database", "", "Database; required by version 1.");

    private static final Option<String> RETENTION_POLICY =
            OPTIONS.text("retentionPolicy", "", "Retention policy; empty for the default one of the database.");

    private static final Option<String> ORGANISATION =
            OPTIONS.text("org", "", "Organisation of the bucket; required by version 2.");

    private static final Option<String> BUCKET = OPTIONS.text("bucket", "", "Bucket; required by version 2.");

    private static final Option<Template> MEASUREMENT = OPTIONS.template(
            "measurement", NAMES, UnaryOperator.identity(), "samples", "Measurement of a sample: a template.");

    private static final Option<Template> FIELD = OPTIONS.template(
            "field",
            NAMES,
            UnaryOperator.identity(),
            "value",
            "Field of a value: a template. Values other than floating-point numbers add _int, _uint, _bool or _text.");

    private static final Option<List<String>> TAGS = OPTIONS.words(
            "tags",
            List.of("point", "connection", "stream", "unit", "type", "labels", "status"),
            "point, connection, status",
            "Tags of a sample; each label is its own tag.");

    private static final Option<Boolean> GZIP = HttpOptions.others(OPTIONS, true);

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("influxdb", "Writes samples into InfluxDB, in its line protocol.", OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        HttpTarget target = HttpTarget.open("InfluxDB", address(options), options, "Token", context);
        target.header("Content-Type", "text/plain; charset=utf-8");
        return target.sink(options.get(GZIP), stream -> lines(options, context.name(), stream), false);
    }

    private static LineProtocol lines(OptionValues options, String sink, String stream) {
        return new LineProtocol(
                options.get(MEASUREMENT).ofStream(sink, stream),
                options.get(FIELD).ofStream(sink, stream),
                options.get(TAGS),
                stream,
                options.get(VERSION).equals(V2));
    }

    private static String address(OptionValues options) throws IOException {
        String base = options.get(URL).replaceAll("/+$", "");
        if (options.get(VERSION).equals(V2)) {
            return base + "/api/v2/write?org=" + needed(options, ORGANISATION) + "&bucket=" + needed(options, BUCKET)
                    + "&precision=ns";
        }
        String policy = options.get(RETENTION_POLICY);
        return base + "/write?db=" + needed(options, DATABASE) + (policy.isEmpty() ? "" : "&rp=" + encoded(policy))
                + "&precision=ns";
    }

    private static String needed(OptionValues options, Option<String> option) throws IOException {
        String value = options.get(option);
        if (value.isEmpty()) {
            throw new IOException("version " + options.get(VERSION) + " of InfluxDB needs the option " + option.name());
        }
        return encoded(value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
