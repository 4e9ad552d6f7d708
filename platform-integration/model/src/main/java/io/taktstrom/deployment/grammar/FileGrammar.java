package io.taktstrom.deployment.grammar;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.deployment.ByteSize;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** The grammar of a deployment file, for what a catalog has. */
public final class FileGrammar {

    public static final String CONNECTIONS = "connections";
    public static final String SCAN_CLASSES = "scanClasses";
    public static final String POINTS = "points";
    public static final String STREAMS = "streams";
    public static final String SINKS = "sinks";

    // Patterns go into the JSON Schema as well: only syntax that Java and ECMA-262 share.

    /** Names of connections, scan classes, sinks and streams: they become parts of point names and metrics. */
    public static final OptionType.Text NAME =
            new OptionType.Text("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", "a name of letters, digits and _ . -");

    /** Names of points: whatever has no space, and no wildcard, by which streams choose. */
    public static final OptionType.Text POINT_NAME = new OptionType.Text(
            "[^\\s\\x00-\\x1f\\x7f*?]{1,250}", "a name of 1 to 250 characters without spaces, * and ?");

    /** A value that stands outside the file. */
    public static final String REFERENCE_PATTERN = "\\$\\{(env:[A-Za-z_][A-Za-z0-9_]*|file:[^}]+)\\}";

    private static final OptionType.Text NOT_EMPTY =
            new OptionType.Text("[\\s\\S]*\\S[\\s\\S]*", "text that is not empty");

    private static final Duration ZERO = Duration.ZERO;
    private static final Duration DAY = Duration.ofDays(1);

    private FileGrammar() {}

    /** The whole file. */
    public static Shape of(Catalog catalog) {
        List<Shape> connectors =
                catalog.connectors().stream().map(FileGrammar::connection).toList();
        List<Shape> sinks = catalog.sinks().stream()
                .map(sink -> new Shape(sink.type(), sink.description(), referable(sink.options())))
                .toList();
        List<Shape> stages = catalog.stages().stream()
                .map(stage -> new Shape(stage.type(), stage.description(), referable(stage.options())))
                .toList();
        return new Shape(
                "deployment",
                "A Taktstrom deployment: devices, points, and where their samples go.",
                List.of(
                        Field.required(
                                CONNECTIONS,
                                new Kind.MapOf(new Choice.ByValue("type", "Protocol of the device.", connectors)),
                                "The devices, by name."),
                        Field.optional(
                                SCAN_CLASSES,
                                new Kind.MapOf(new Choice.ByValue("mode", "Who keeps the time.", scanModes())),
                                null,
                                "Ways to sample a point, by name. The one named default is used where a point names none."),
                        Field.optional(
                                POINTS,
                                new Kind.ListOf(new Choice.ByKey(List.of(pointImport(), browse(), point()))),
                                null,
                                "What is sampled: points listed here, imported from CSV, or browsed on the device."),
                        Field.optional(
                                STREAMS,
                                new Kind.ListOf(new Choice.Only(stream(stages))),
                                null,
                                "Which points' samples go to which sinks."),
                        Field.optional(
                                SINKS,
                                new Kind.MapOf(new Choice.ByValue("type", "What it is.", sinks)),
                                null,
                                "Where samples go, by name.")));
    }

    private static Shape connection(ConnectorDescriptor connector) {
        List<Option<?>> options = new ArrayList<>();
        options.add(Option.text("host", NOT_EMPTY, null, "Name or address of the device or its router."));
        options.add(Option.whole("port", 1, 65_535, connector.defaultPort(), "TCP port."));
        options.addAll(connector.options());
        return new Shape(connector.scheme(), connector.title() + ". " + connector.description(), referable(options));
    }

    private static List<Field> referable(List<Option<?>> options) {
        return options.stream().<Field>map(Field::referable).toList();
    }

    private static List<Shape> scanModes() {
        Option<Duration> cycle = Option.time(
                "cycle",
                ZERO,
                DAY,
                Duration.ofMillis(100),
                "How often the device looks at the value; 0s is its fastest.");
        Option<Duration> maxDelay = Option.time(
                "maxDelay", ZERO, DAY, ZERO, "How long the device may gather samples before it sends them.");
        List<Field> notify = List.of(Field.of(cycle), Field.of(maxDelay));
        Kind every = new Kind.Value(new OptionType.Time(Duration.ofNanos(100_000), DAY), false, false);
        return List.of(
                new Shape("notify", "The device checks each cycle and sends changes.", notify),
                new Shape("notifyCyclic", "The device sends the value each cycle, changed or not.", notify),
                new Shape(
                        "poll",
                        "Taktstrom reads each cycle.",
                        List.of(Field.required("every", every, "Time from one read to the next."))));
    }

    private static final Field SCAN = Field.optional(
            "scan", new Kind.Reference(SCAN_CLASSES), "default", "How it is sampled: the name of a scan class.");

    private static Field labels(String of) {
        return Field.optional("labels", new Kind.Labels(), null, "Free words to find " + of + " by.");
    }

    private static Shape point() {
        return new Shape(
                "point",
                "A listed point.",
                List.of(
                        Field.required("id", text(POINT_NAME), "What the rest of the plant calls it; unique."),
                        Field.required("on", new Kind.Reference(CONNECTIONS), "The connection that has it."),
                        Field.required(
                                "address", text(NOT_EMPTY), "Its place in the device, in the protocol's own syntax."),
                        SCAN,
                        Field.optional(
                                "type", new Kind.IecType(), null, "Its IEC 61131-3 type; without it the device says."),
                        Field.of(Option.flag("writable", false, "Whether it may be written at all.")),
                        Field.of(Option.text(
                                "unit",
                                new OptionType.Text("\\S{0,40}", "a UCUM code"),
                                "",
                                "UCUM code of its unit, such as Cel.")),
                        Field.optional(
                                "scale",
                                new Kind.Decimal(Kind.Decimal.Range.NOT_ZERO),
                                "1",
                                "Published value = device value * scale + offset."),
                        Field.optional("offset", new Kind.Decimal(Kind.Decimal.Range.ANY), "0", "See scale."),
                        Field.optional(
                                "deadband",
                                new Kind.Decimal(Kind.Decimal.Range.NOT_NEGATIVE),
                                "0",
                                "Smallest change of the published value that is passed on; 0 passes every sample."),
                        labels("it")));
    }

    private static Shape pointImport() {
        return new Shape(
                "import",
                "Points from a CSV file, a row each. Its columns are the keys of a point.",
                List.of(
                        Field.required(
                                "import",
                                text(NOT_EMPTY),
                                "The file; a relative path starts at this file's directory."),
                        Field.optional(
                                "on", new Kind.Reference(CONNECTIONS), null, "The connection of rows without one."),
                        Field.optional(
                                "scan", new Kind.Reference(SCAN_CLASSES), null, "The scan class of rows without one."),
                        labels("all of them")));
    }

    private static Shape browse() {
        return new Shape(
                "browse",
                "Points found on the device when it answers, named connection.address.",
                List.of(
                        Field.required("browse", new Kind.Reference(CONNECTIONS), "The connection to browse."),
                        Field.required("match", new Kind.Glob(), "Pattern over addresses."),
                        SCAN,
                        labels("all of them")));
    }

    private static Shape stream(List<Shape> stages) {
        Kind sink = new Kind.OneOrMore(new Kind.Reference(SINKS));
        return new Shape(
                "stream",
                "The way of some points' samples.",
                List.of(
                        Field.optional(
                                "id",
                                text(NAME),
                                null,
                                "Its name in metrics; without it stream1, stream2, ... by position."),
                        Field.required("from", new Kind.OneOrMore(new Kind.Glob()), "Patterns over point names."),
                        Field.required("to", sink, "Sinks; each gets every sample."),
                        Field.optional(
                                "ring",
                                new Kind.One(new Choice.Only(ring())),
                                null,
                                "The buffer in front of the sinks."),
                        Field.optional(
                                "stages",
                                new Kind.ListOf(new Choice.ByValue("type", "What it does.", stages)),
                                null,
                                "Steps between source and ring, in order.")));
    }

    private static Shape ring() {
        RingConfig standard = RingConfig.STANDARD;
        return new Shape(
                "ring",
                "A bounded buffer.",
                List.of(
                        Field.of(Option.whole(
                                "capacity", 16, 1 << 24, standard.capacity(), "Most samples that wait in memory.")),
                        Field.of(Option.choice(
                                "onFull",
                                Arrays.stream(RingConfig.OnFull.values())
                                        .map(RingConfig.OnFull::word)
                                        .toList(),
                                standard.onFull().word(),
                                "What happens to one more sample. Each loss is counted.")),
                        Field.of(Option.text(
                                "disk",
                                new OptionType.Text(ByteSize.PATTERN_BODY, "a size such as 2GiB"),
                                ByteSize.format(standard.diskBytes()),
                                "Most disk space that onFull: spill takes."))));
    }

    private static Kind text(OptionType.Text type) {
        return new Kind.Value(type, false, false);
    }
}
