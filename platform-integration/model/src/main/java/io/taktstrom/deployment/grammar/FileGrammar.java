package io.taktstrom.deployment.grammar;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.OverflowPolicy;

/** The grammar of a deployment file, for what a catalog has. */
public final class FileGrammar {

    public static final String CONNECTIONS = "connections";
    public static final String SCAN_CLASSES = "scanClasses";
    public static final String POINTS = "points";
    public static final String STREAMS = "streams";
    public static final String SINKS = "sinks";
    public static final String COMMANDS = "commands";
    public static final String GATHERS = "gathers";
    public static final String METRICS = "metrics";
    public static final String HEALTH = "health";
    public static final String ALARMS = "alarms";

    /** What a deployment is made of, in whatever files and templates its parts stand. */
    public static final List<String> SECTIONS =
            List.of(CONNECTIONS, SCAN_CLASSES, POINTS, STREAMS, SINKS, COMMANDS, GATHERS, METRICS, HEALTH, ALARMS);

    public static final String INCLUDE = "include";
    public static final String DEFAULTS = "defaults";
    public static final String TEMPLATES = "templates";
    public static final String USE = "use";

    // Patterns go into the JSON Schema as well: only syntax that Java and ECMA-262 share.

    /** Names of connections, scan classes, sinks and streams: they become parts of point names and metrics. */
    public static final OptionType.Text NAME =
            new OptionType.Text("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", "a name of letters, digits and _ . -");

    /** Names of points: whatever has no space, and no wildcard, by which streams choose. */
    public static final OptionType.Text POINT_NAME = new OptionType.Text(
            "[^\\s\\x00-\\x1f\\x7f*?]{1,250}", "a name of 1 to 250 characters without spaces, * and ?");

    /** Addresses: connectors check them by regular expressions, whose depth grows with the length of the text. */
    public static final OptionType.Text ADDRESS =
            new OptionType.Text("[^\\x00-\\x1f]{1,500}", "an address of 1 to 500 characters");

    static final OptionType.Text NOT_EMPTY = new OptionType.Text("[\\s\\S]*\\S[\\s\\S]*", "text");

    private static final Duration ZERO = Duration.ZERO;
    static final Duration DAY = Duration.ofDays(1);

    private FileGrammar() {}

    /** The whole file. */
    public static Shape of(Catalog catalog) {
        String remedy = catalog.remedy();
        List<Shape> connectors = catalog.connectors().stream()
                .map(provider -> connection(provider.descriptor()))
                .toList();
        List<Shape> sinks = parts(catalog.sinks());
        Shape stream = stream(parts(catalog.stages()), remedy);
        Shape commands = CommandShapes.commands(parts(catalog.commandSources()), remedy);
        List<ShapeField> sections = List.of(
                byName(CONNECTIONS, "type", "Protocol of the device.", connectors, remedy, "The devices, by name."),
                byName(
                        SCAN_CLASSES,
                        "mode",
                        "Who keeps the time.",
                        scanModes(),
                        "",
                        "Ways to sample a point, by name. The one named default is used where a point names none."),
                ShapeField.optional(
                        POINTS,
                        new Kind.ListOf(new Choice.ByKey(PointShapes.ALL)),
                        "What is sampled: points listed here, imported from CSV, or browsed on the device."),
                ShapeField.optional(
                        STREAMS,
                        new Kind.ListOf(new Choice.Only(stream)),
                        "Which points' samples go to which sinks."),
                byName(SINKS, "type", "What it is.", sinks, remedy, "Where samples go, by name."));
        List<ShapeField> fields = new ArrayList<>(Composition.fields(sections, connectors, sinks, stream));
        fields.addAll(sections);
        fields.add(ShapeField.mapping(
                COMMANDS, commands, "Who may write to writable points from outside; without this, no one."));
        fields.add(ShapeField.optional(
                GATHERS,
                new Kind.MapOf(new Choice.Only(CommandShapes.GATHER)),
                "Points of several connections that are read, written and watched as one, by name."));
        fields.add(ShapeField.mapping(METRICS, MetricsShapes.METRICS, "Where metrics are sent."));
        fields.add(ShapeField.mapping(HEALTH, AlarmShapes.HEALTH, AlarmShapes.HEALTH.description()));
        fields.add(byName(
                ALARMS,
                "when",
                "What it watches for.",
                AlarmShapes.ALARMS,
                "",
                "Rules that raise and clear alarms, by name; each is a point alarm.NAME, which streams can take."));
        return new Shape("deployment", "A Taktstrom deployment: devices, points, and where their samples go.", fields);
    }

    /** Mappings by name, of which one key says the shape. */
    private static ShapeField byName(
            String name, String key, String about, List<Shape> shapes, String remedy, String description) {
        return ShapeField.optional(name, new Kind.MapOf(new Choice.ByValue(key, about, shapes, remedy)), description);
    }

    private static List<Shape> parts(List<PartDescriptor> descriptors) {
        return descriptors.stream()
                .map(part -> new Shape(part.type(), part.description(), fields(part.options())))
                .toList();
    }

    private static Shape connection(ConnectorDescriptor connector) {
        List<Option<?>> options = new ArrayList<>();
        options.add(Option.text("host", NOT_EMPTY, null, "Name or address of the device or its router."));
        options.add(Option.whole("port", 1, 65_535, connector.defaultPort(), "TCP port."));
        options.addAll(connector.options());
        return new Shape(connector.scheme(), connector.title() + ". " + connector.description(), fields(options));
    }

    private static List<ShapeField> fields(List<Option<?>> options) {
        return options.stream().<ShapeField>map(ShapeField::of).toList();
    }

    private static List<Shape> scanModes() {
        String looks = "How often the device looks at the value; 0s is its fastest.";
        List<ShapeField> notify = List.of(
                ShapeField.time("cycle", ZERO, DAY, Duration.ofMillis(100), looks),
                ShapeField.time("maxDelay", ZERO, DAY, ZERO, "How long the device may gather samples before it sends them."));
        Kind every = Kind.of(new OptionType.Time(Duration.ofNanos(100_000), DAY));
        return List.of(
                new Shape("notify", "The device checks each cycle and sends changes.", notify),
                new Shape("notifyCyclic", "The device sends the value each cycle, changed or not.", notify),
                Shape.of(
                        "poll",
                        "Taktstrom reads each cycle.",
                        ShapeField.required("every", every, "Time from one read to the next."),
                        ShapeField.of(Option.flag(
                                "changes", false, "Whether only what differs from the read before is passed on."))),
                Shape.of(
                        "block",
                        "The device gathers samples in a ring in its memory, as fast as its own task; Taktstrom reads the"
                                + " ring and misses none.",
                        ShapeField.required(
                                "every",
                                every,
                                "Time from one read to the next; a quarter of what the ring holds is good.")));
    }

    private static Shape stream(List<Shape> stages, String remedy) {
        Kind patterns = new Kind.OneOrMore(new Kind.Glob());
        Kind sinks = new Kind.OneOrMore(new Kind.Reference(SINKS));
        Kind steps = new Kind.ListOf(new Choice.ByValue("type", "What it does.", stages, remedy));
        return Shape.of(
                "stream",
                "The way of some points' samples.",
                ShapeField.optional(
                        "id", Kind.of(NAME), "Its name in metrics; stream1, stream2, ... by position without it."),
                ShapeField.required("from", patterns, "Patterns over point names."),
                ShapeField.required("to", sinks, "Sinks; each gets every sample."),
                ShapeField.mapping("ring", ring(), "The buffer in front of the sinks."),
                ShapeField.optional("stages", steps, "Steps between source and ring, in order."));
    }

    private static Shape ring() {
        RingConfig standard = RingConfig.STANDARD;
        SpillConfig spill = SpillConfig.STANDARD;
        List<String> policies =
                Arrays.stream(OverflowPolicy.values()).map(OverflowPolicy::text).toList();
        List<String> persists = Arrays.stream(SpillConfig.Persist.values())
                .map(SpillConfig.Persist::text)
                .toList();
        return Shape.of(
                "ring",
                "A bounded buffer.",
                ShapeField.whole("capacity", 1, 1 << 24, standard.capacity(), "Most samples that wait in memory."),
                ShapeField.of(Option.choice(
                        "onFull",
                        policies,
                        standard.onFull().text(),
                        "What happens to one more sample. Each loss is counted, and marks the next sample.")),
                ShapeField.of(Option.size(
                        "disk", 1L << 20, 1L << 44, spill.disk(), "With onFull spill: most bytes on disk, for each sink.")),
                ShapeField.time(
                        "maxAge",
                        Duration.ofMinutes(1),
                        Duration.ofDays(3650),
                        spill.maxAge(),
                        "With onFull spill: how long samples are kept on disk at most."),
                ShapeField.time(
                        "sync",
                        ZERO,
                        Duration.ofHours(1),
                        spill.sync(),
                        "With onFull spill: how often what was written is forced to the disk; 0s: each time."),
                ShapeField.of(Option.choice(
                        "persist",
                        persists,
                        spill.persist().text(),
                        "With onFull spill: whether only what finds no room in memory goes to the disk, or all, so that none is lost"
                                + " with the process.")),
                ShapeField.whole(
                        "replayRate",
                        0,
                        Integer.MAX_VALUE,
                        spill.replayRate(),
                        "With onFull spill: most samples in a second that are read back; 0: as fast as the sink takes them."),
                ShapeField.optional(
                        "folder",
                        Kind.of(NOT_EMPTY),
                        "With onFull spill: the folder on disk; beside the file, and named like it, without this."));
    }
}
