package io.taktstrom.sinks.format;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.model.DataPoint;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders: a topic, a table, a key, the name of a file.
 *
 * <pre>
 *   plant/{connection}/{label:line|none}/{point.2../}      of press1.axis.speed with label line=A:   plant/press1/A/axis/speed
 *
 *   {point}                    press1.axis.speed           {connection}  {stream}  {sink}  {host}    names
 *   {point.1}  {point.-1}      press1  speed               {label:line}                              the point's label line
 *   {point.2..}                axis.speed                  {date:yyyy-MM-dd}                         a time, in UTC
 *   {point/}  {point.2../}     press1/axis/speed  axis/speed  {equipment}                            its labels enterprise/site/area/line/cell
 *   {...|text}                 text, where there is nothing: no such label, segment or name. Without it that is _
 *   {{  }}                     { }
 * </pre>
 *
 * <p>A segment is what stands between dots; it may be taken of any name. What comes from a device is escaped by a rule of
 * the target, segment by segment where dots become slashes; what stands in the template is not.
 *
 * <p>Filled in steps: {@code with} and {@link #at} make another template of what is known once, {@link #of} a text for a
 * point. Immutable, thread-safe. Not for each sample: see {@link PointCache}.
 */
public final class Template {

    /** What can be filled in. */
    public enum Name {
        /** The data point's name. */
        POINT,
        /** The point's connection. */
        CONNECTION,
        /** A label of the point; its key follows a colon. */
        LABEL,
        /**
         * The point's labels that name the levels of ISA-95's equipment hierarchy, in this order, as far as it has them:
         * enterprise, site, area, line, cell. With slashes between them.
         */
        EQUIPMENT,
        /** The stream's name. */
        STREAM,
        /** The sink's name. */
        SINK,
        /** The name of the machine that Taktstrom runs on. */
        HOST,
        /** A time in UTC; after a colon follow {@code yyyy MM dd HH mm ss} and signs. */
        DATE;

        /** Names that a text for each point can have. */
        public static final Set<Name> OF_A_POINT =
                Set.copyOf(EnumSet.of(POINT, CONNECTION, LABEL, EQUIPMENT, STREAM, SINK, HOST));

        /** Names that a text for the whole of a sink can have. */
        public static final Set<Name> OF_A_SINK = Set.copyOf(EnumSet.of(SINK, HOST));

        /** As it stands in a template. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Stands for what is not there. */
    public static final String NOTHING = "_";

    private static final List<String> LEVELS = List.of("enterprise", "site", "area", "line", "cell");

    private final String text;
    private final List<Part> parts;
    private final UnaryOperator<String> escape;

    private Template(String text, List<Part> parts, UnaryOperator<String> escape) {
        this.text = text;
        this.parts = List.copyOf(parts);
        this.escape = escape;
    }

    /** Text as it is, or a placeholder. */
    sealed interface Part permits Literal, Placeholder {}

    record Literal(String text) implements Part {}

    /**
     * @param argument the key of a label, the pattern of a date; otherwise empty
     * @param slashes whether dots become slashes
     */
    record Placeholder(Name name, String argument, Segments segments, boolean slashes, String otherwise)
            implements Part {}

    /**
     * Some of the segments of a dotted name.
     *
     * @param first from 1; negative counts from the end; 0 for the whole name
     * @param toTheEnd whether all that follow are meant as well
     */
    record Segments(int first, boolean toTheEnd) {

        static final Segments ALL = new Segments(0, true);

        /** Empty when the name has no such segment. */
        String of(String name) {
            if (first == 0) {
                return name;
            }
            List<String> all = List.of(name.split("\\.", -1));
            int from = first > 0 ? first - 1 : all.size() + first;
            if (from < 0 || from >= all.size()) {
                return "";
            }
            return toTheEnd ? String.join(".", all.subList(from, all.size())) : all.get(from);
        }
    }

    /**
     * Reads a template.
     *
     * @param allowed what may be filled in
     * @param escape makes text of a device fit for the target; never gives an empty text
     * @throws IllegalArgumentException when it is none: says where, and what may stand there
     */
    public static Template parse(String text, Set<Name> allowed, UnaryOperator<String> escape) {
        return new Template(text, new TemplateParser(text, allowed).parse(), escape);
    }

    /** Whether it depends on this. */
    public boolean has(Name name) {
        return parts.stream().anyMatch(part -> part instanceof Placeholder hole && hole.name() == name);
    }

    /** The same with a name filled in. */
    public Template with(Name name, String value) {
        return filled(hole -> hole.name() == name ? fill(hole, value) : null);
    }

    /** The same with the names of a sink and of this machine filled in. */
    public Template ofSink(String sink) {
        Template named = with(Name.SINK, sink);
        return named.has(Name.HOST) ? named.with(Name.HOST, host()) : named;
    }

    /** The same for a stream. */
    public Template ofStream(String sink, String stream) {
        return ofSink(sink).with(Name.STREAM, stream);
    }

    /** The name of this machine, as far as it knows it. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** The same with dates filled in. */
    public Template at(long epochNanos) {
        Instant time = Instant.ofEpochSecond(Math.floorDiv(epochNanos, 1_000_000_000L));
        return filled(hole -> hole.name() == Name.DATE
                ? DateTimeFormatter.ofPattern(hole.argument(), Locale.ROOT).format(time.atOffset(ZoneOffset.UTC))
                : null);
    }

    /** The same with all filled in that a point says. */
    public Template with(DataPoint point) {
        return filled(hole -> switch (hole.name()) {
            case POINT -> fill(hole, point.name());
            case CONNECTION -> fill(hole, point.connection());
            case LABEL -> fill(hole, point.labels().getOrDefault(hole.argument(), ""));
            case EQUIPMENT -> equipment(hole, point.labels());
            case STREAM, SINK, HOST, DATE -> null;
        });
    }

    private String equipment(Placeholder hole, Map<String, String> labels) {
        String levels = LEVELS.stream()
                .map(level -> labels.getOrDefault(level, ""))
                .filter(value -> !value.isEmpty())
                .map(escape)
                .collect(Collectors.joining("/"));
        return levels.isEmpty() ? hole.otherwise() : levels;
    }

    private Template filled(Function<Placeholder, @Nullable String> value) {
        List<Part> now = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        for (Part part : parts) {
            String known = part instanceof Placeholder hole ? value.apply(hole) : ((Literal) part).text();
            if (known != null) {
                literal.append(known);
            } else {
                now.add(new Literal(literal.toString()));
                literal.setLength(0);
                now.add(part);
            }
        }
        now.add(new Literal(literal.toString()));
        return new Template(text, now, escape);
    }

    /** The text for a point. */
    public String of(DataPoint point) {
        return with(point).complete();
    }

    /**
     * The text of a template that depends on no point.
     *
     * @throws IllegalStateException when something is not filled in yet
     */
    public String complete() {
        return parts.stream()
                .map(part -> {
                    if (part instanceof Literal literal) {
                        return literal.text();
                    }
                    throw new IllegalStateException("'" + text + "' is not filled in yet: " + part);
                })
                .collect(Collectors.joining());
    }

    /** The text in front of the first placeholder. */
    public String start() {
        StringBuilder start = new StringBuilder();
        for (Part part : parts) {
            if (!(part instanceof Literal literal)) {
                break;
            }
            start.append(literal.text());
        }
        return start.toString();
    }

    /** What all texts look like that other times give; all but dates must be filled in. */
    public Pattern shape() {
        return Pattern.compile(parts.stream()
                .map(part -> part instanceof Placeholder hole && hole.name() == Name.DATE
                        ? digits(hole.argument())
                        : Pattern.quote(new Template(text, List.of(part), escape).complete()))
                .collect(Collectors.joining()));
    }

    private static String digits(String pattern) {
        return pattern.chars()
                .mapToObj(c -> Character.isLetter(c) ? "\\d" : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
    }

    private String fill(Placeholder hole, String value) {
        String chosen = hole.segments().of(value);
        if (chosen.isEmpty()) {
            return hole.otherwise();
        }
        if (!hole.slashes()) {
            return escape.apply(chosen);
        }
        List<String> segments = new ArrayList<>();
        for (String segment : chosen.split("\\.", -1)) {
            segments.add(segment.isEmpty() ? NOTHING : escape.apply(segment));
        }
        return String.join("/", segments);
    }

    /** Whether both give the same texts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Template template && parts.equals(template.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
