package io.taktstrom.deployment.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.OverflowPolicy;

/** The grammar of a deployment file, for what a catalog has. */
public final class FileGrammar {

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
                byName(
                        FileKeys.CONNECTIONS,
                        "type",
                        "Protocol of the device.",
                        connectors,
                        remedy,
                        "The devices, by name."),
                byName(
                        FileKeys.SCAN_CLASSES,
                        "mode",
                        "Who keeps the time.",
                        scanModes(),
                        "",
                        "Ways to sample a point, by name. The one named default is used where a point names none."),
                ShapeField.optional(
                        FileKeys.POINTS,
                        new Kind.ListOf(new Choice.ByKey(PointShapes.ALL)),
                        "What is sampled: points listed here, imported from CSV, browsed on the device, or computed."),
                ShapeField.optional(
                        FileKeys.STREAMS,
                        new Kind.ListOf(new Choice.Only(stream)),
                        "Which points' samples go to which sinks."),
                byName(FileKeys.SINKS, "type", "What it is.", sinks, remedy, "Where samples go, by name."));
        List<ShapeField> fields = new ArrayList<>(Composition.fields(sections, connectors, sinks, stream));
        fields.addAll(sections);
        fields.add(ShapeField.mapping(
                FileKeys.COMMANDS, commands, "Who may write to writable points from outside; without this, no one."));
        fields.add(ShapeField.optional(
                FileKeys.GATHERS,
                new Kind.MapOf(new Choice.Only(CommandShapes.GATHER)),
                "Points of several connections that are read, written and watched as one, by name."));
        fields.add(ShapeField.mapping(FileKeys.METRICS, MetricsShapes.METRICS, "Where metrics are sent."));
        fields.add(ShapeField.mapping(FileKeys.HEALTH, AlarmShapes.HEALTH, AlarmShapes.HEALTH.description()));
        fields.add(byName(
                FileKeys.ALARMS,
                "when",
                "What it watches for.",
                AlarmShapes.ALARMS,
                "",
                "Rules that raise and clear alarms, by name; each is a point alarm.NAME, which streams can take."));
        fields.add(ShapeField.mapping(
                FileKeys.NOTIFY,
                NotificationShapes.notifications(parts(catalog.alarmReceivers()), remedy),
                "How alarms reach people, and what is kept of them."));
        fields.add(ShapeField.mapping(
                FileKeys.STANDBY,
                standby(parts(catalog.leaseStores()), remedy),
                "Several instances with this file, of which one is active; without this, a single one."));
        return new Shape("deployment", "A Taktstrom deployment: devices, points, and where their samples go.", fields);
    }

    private static Shape standby(List<Shape> stores, String remedy) {
        return Shape.of(
                FileKeys.STANDBY,
                "Several instances with this file, of which one is active: it samples, publishes and takes commands, as long as"
                        + " it holds the lease.",
                ShapeField.required(
                        "lease",
                        new Kind.One(new Choice.ByValue("type", "What it is.", stores, remedy)),
                        "Where the instances agree on which of them is active."),
                ShapeField.time(
                        "ttl",
                        "2s",
                        "10m",
                        "15s",
                        "How long a lease that is not renewed keeps others from becoming active. The holder steps down after two"
                                + " thirds of it; it is renewed every eighth."),
                ShapeField.of(Option.flag(
                        "connect",
                        true,
                        "Whether an instance on standby keeps its connections open; false for devices with one connection to"
                                + " give.")),
                ShapeField.optional(
                        "instance",
                        Kind.of(FileKeys.NOT_EMPTY),
                        "Name of this instance, for people, mostly by reference; the host name and the path of the file without"
                                + " this. Instances with the same name must share the audit of commands."));
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
        options.add(Option.text("host", FileKeys.NOT_EMPTY, null, "Name or address of the device or its router."));
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
                ShapeField.time("cycle", "0s", "1d", "100ms", looks),
                ShapeField.time(
                        "maxDelay", "0s", "1d", "0s", "How long the device may gather samples before it sends them."));
        Kind every = Kind.time("100us", "1d");
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
        Kind sinks = new Kind.OneOrMore(new Kind.Reference(FileKeys.SINKS));
        Kind steps = new Kind.ListOf(new Choice.ByValue("type", "What it does.", stages, remedy));
        return Shape.of(
                "stream",
                "The way of some points' samples.",
                ShapeField.optional(
                        "id",
                        Kind.of(FileKeys.NAME),
                        "Its name in metrics; stream1, stream2, ... by position without it."),
                ShapeField.required("from", patterns, "Patterns over point names."),
                ShapeField.required("to", sinks, "Sinks; each gets every sample."),
                ShapeField.optional(
                        "when",
                        Kind.of(FileKeys.NOT_EMPTY),
                        "A condition over points, an expression; samples pass only while it is true, and count as filtered otherwise."),
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
                        "disk",
                        1L << 20,
                        1L << 44,
                        spill.disk(),
                        "With onFull spill: most bytes on disk, for each sink.")),
                ShapeField.time(
                        "maxAge",
                        "1m",
                        "3650d",
                        Durations.format(spill.maxAge()),
                        "With onFull spill: how long samples are kept on disk at most."),
                ShapeField.time(
                        "sync",
                        "0s",
                        "1h",
                        Durations.format(spill.sync()),
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
                        Kind.of(FileKeys.NOT_EMPTY),
                        "With onFull spill: the folder on disk; beside the file, and named like it, without this."));
    }
}
