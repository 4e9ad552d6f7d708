package io.taktstrom.sinks.influx;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.StringType;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueKind;
import io.taktstrom.sinks.format.ValueText;
import org.jspecify.annotations.Nullable;

/**
 * Samples as lines of InfluxDB's line protocol (its documentation, "Line protocol reference").
 *
 * <pre>
 *  samples,point=press1.temp,connection=press1,status=Good value=21.5,sequence=7i,received_at=1795331109000000001i 1795331109000000000
 *  |------------- head, of the point ---------|-- tail --| |--- kind ---|                                          time
 * </pre>
 *
 * <p>Hot, but for times, arrays and structures as values, and statuses with a mark. One thread.
 */
public final class LineProtocol extends PayloadEncoder {

    /** InfluxDB keeps the two smallest and the largest for itself. */
    private static final long MIN_TIME = Long.MIN_VALUE + 2;

    private static final long MAX_TIME = Long.MAX_VALUE - 1;

    /** Tag of samples that have the time of receipt, as the device gave none. */
    private static final String RECEIVED = ",time_from=receipt";

    private final Template measurements;
    private final Template fields;
    private final List<String> tags;
    private final String stream;
    private final boolean unsigned;
    private final boolean status;
    private final PointCache<Line> lines = new PointCache<>(this::line);
    private final TextBuffer scratch = new TextBuffer();

    /** What is the same for all samples of a point. */
    private static final class Line {
        /** Measurement and tags. */
        private final byte[] head;

        private final ValueKind kind;
        /** Why it has no line, or nothing. */
        private final String refusal;
        /** The field of each kind, with its equals sign. */
        private final byte[] number;

        private final byte[] integer;
        private final byte[] natural;
        private final byte[] truth;
        private final byte[] text;

        Line(String head, String field, ValueKind kind, String refusal) {
            this.head = utf8(head);
            this.kind = kind;
            this.refusal = refusal;
            number = utf8(" " + field + "=");
            integer = utf8(" " + field + "_int=");
            natural = utf8(" " + field + "_uint=");
            truth = utf8(" " + field + "_bool=");
            text = utf8(" " + field + "_text=");
        }
    }

    /** @param unsigned whether the receiver has unsigned integers */
    public LineProtocol(Template measurements, Template fields, List<String> tags, String stream, boolean unsigned) {
        this.measurements = measurements;
        this.fields = fields;
        this.tags = tags;
        this.stream = stream;
        this.unsigned = unsigned;
        status = tags.contains("status");
    }

    private Line line(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        String measurement = measurements.of(point);
        String field = fields.of(point);
        StringBuilder head = new StringBuilder(escaped(measurement, ", "));
        Set<String> wrong = new LinkedHashSet<>();
        wrong.add(wrong("measurement", measurement));
        wrong.add(wrong("field", field));
        for (Map.Entry<String, String> tag : tagsOf(point, group, index).entrySet()) {
            if (!tag.getValue().isEmpty()) {
                // The equals sign: a value may well be 'time'.
                wrong.add(wrong("tag " + tag.getKey(), "=" + tag.getValue()));
                wrong.add(wrong("tag", tag.getKey()));
                head.append(',')
                        .append(escaped(tag.getKey(), ",= "))
                        .append('=')
                        .append(escaped(tag.getValue(), ",= "));
            }
        }
        wrong.remove("");
        String refusal = wrong.isEmpty()
                ? ""
                : "point " + point.name() + ": " + String.join(", and ", wrong) + "; change the template, or the tags";
        return new Line(head.toString(), escaped(field, ",= "), ValueKind.of(group.typeAt(index)), refusal);
    }

    /** Sorted, as InfluxDB likes them best. */
    private Map<String, String> tagsOf(DataPoint point, PointGroup group, int index) {
        Map<String, String> all = new TreeMap<>();
        for (String tag : tags) {
            switch (tag) {
                case "point" -> all.put(tag, point.name());
                case "connection" -> all.put(tag, point.connection());
                case "stream" -> all.put(tag, stream);
                case "unit" -> all.put(tag, point.unit());
                case "type" -> all.put(tag, group.typeAt(index).text());
                case "labels" -> point.labels().forEach(all::putIfAbsent);
                default -> {
                    // The status is each sample's own.
                }
            }
        }
        return all;
    }

    /** The protocol has no way to write these. */
    private static String wrong(String what, String text) {
        if (text.isEmpty()) {
            return "its " + what + " is empty";
        }
        if (text.equals("time")) {
            return "its " + what + " is 'time', which InfluxDB keeps for itself";
        }
        boolean hasLineEnd = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0;
        return hasLineEnd || text.endsWith("\\")
                ? "its " + what
                        + " has a line end, a zero or a backslash at its end, which the line protocol cannot have"
                : "";
    }

    private static String escaped(String text, String special) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (special.indexOf(text.charAt(i)) >= 0) {
                escaped.append('\\');
            }
            escaped.append(text.charAt(i));
        }
        return escaped.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String refusal(SampleBatch batch, int i) {
        Line line = lines.at(batch.group(), batch.pointAt(i));
        if (!line.refusal.isEmpty()) {
            return line.refusal;
        }
        long time = time(batch, i);
        if (time < MIN_TIME || time > MAX_TIME) {
            return "point " + name(batch, i) + ": a sample without a time that InfluxDB can hold";
        }
        if (line.kind == ValueKind.UNSIGNED
                && !unsigned
                && batch.longAt(i) < 0
                && !StatusCode.isBad(batch.statusAt(i))) {
            return "point " + name(batch, i) + ": " + Long.toUnsignedString(batch.longAt(i))
                    + " is beyond the 63 bits of an integer of InfluxDB 1.x";
        }
        return null;
    }

    /** The source time, or the time of receipt where there is none. */
    private static long time(SampleBatch batch, int i) {
        long sourceTime = batch.sourceTimeAt(i);
        return sourceTime == SampleBatch.NO_TIME ? batch.receivedAt() : sourceTime;
    }

    @Override
    protected void add(SampleBatch batch, int i, boolean first, TextBuffer out) {
        Line line = lines.at(batch.group(), batch.pointAt(i));
        out.bytes(line.head);
        if (status) {
            out.ascii(",status=");
            out.ascii(StatusCode.name(batch.statusAt(i)));
        }
        if (batch.sourceTimeAt(i) == SampleBatch.NO_TIME) {
            out.ascii(RECEIVED);
        }
        if (StatusCode.isBad(batch.statusAt(i))) {
            out.ascii(" sequence=");
        } else {
            value(line, batch, i, out);
            out.ascii(",sequence=");
        }
        out.number(batch.sequence() + i);
        out.put('i');
        if (batch.receivedAt() != SampleBatch.NO_TIME) {
            out.ascii(",received_at=");
            out.number(batch.receivedAt());
            out.put('i');
        }
        if (!status) {
            out.ascii(",status=\"");
            out.ascii(StatusCode.name(batch.statusAt(i)));
            out.put('"');
        }
        out.put(' ');
        out.number(time(batch, i));
        out.put('\n');
    }

    private static String name(SampleBatch batch, int i) {
        return batch.group().points().get(batch.pointAt(i)).name();
    }

    private void value(Line line, SampleBatch batch, int i, TextBuffer out) {
        switch (line.kind) {
            case FLOAT, DOUBLE -> {
                if (Double.isFinite(batch.doubleAt(i))) {
                    out.bytes(line.number);
                    ValueText.text(batch, i, out);
                } else {
                    text(line, batch, i, out);
                }
            }
            case INTEGER -> {
                out.bytes(line.integer);
                out.number(batch.longAt(i));
                out.put('i');
            }
            case UNSIGNED -> {
                out.bytes(unsigned ? line.natural : line.integer);
                ValueText.text(batch, i, out);
                out.put(unsigned ? 'u' : 'i');
            }
            case BOOLEAN -> {
                out.bytes(line.truth);
                out.ascii(batch.longAt(i) == 0 ? "false" : "true");
            }
            default -> text(line, batch, i, out);
        }
    }

    private void text(Line line, SampleBatch batch, int i, TextBuffer out) {
        out.bytes(line.text);
        out.put('"');
        if (batch.group().typeAt(batch.pointAt(i)) instanceof StringType) {
            quoted(batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i), out);
        } else {
            scratch.clear();
            ValueText.text(batch, i, scratch);
            quoted(scratch.asByteBuffer(), 0, scratch.size(), out);
        }
        out.put('"');
    }

    /** UTF-8 stays as it is: no byte of a longer character is one of these. */
    private static void quoted(ByteBuffer source, int offset, int length, TextBuffer out) {
        for (int i = offset; i < offset + length; i++) {
            byte c = source.get(i);
            if (c == '"' || c == '\\') {
                out.put('\\');
            }
            out.put(c);
        }
    }
}
