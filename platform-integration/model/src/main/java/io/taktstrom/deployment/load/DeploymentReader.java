package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.NotificationConfig;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StandbyConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.NotificationShapes;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.Glob;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.ScanClass.Mode;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Turns the root of a file into a deployment. One use; whatever is wrong is among the problems. */
final class DeploymentReader {

    private final Catalog catalog;
    private final Shape grammar;
    private final LoadContext context;
    private final Problems problems;

    DeploymentReader(Catalog catalog, Shape grammar, LoadContext context) {
        this.catalog = catalog;
        this.grammar = grammar;
        this.context = context;
        problems = context.problems();
    }

    /**
     * The deployment; null when anything is wrong.
     *
     * @param file the whole, with nothing in it but sections
     */
    @Nullable
    Deployment read(Path source, Node.Mapping file) {
        ShapeReader shapes = context.shapes(names(file));
        Map<String, ConnectionConfig> connections =
                section(shapes, file, FileKeys.CONNECTIONS, grammar, this::connection);
        Map<String, ScanClass> scanClasses =
                section(shapes, file, FileKeys.SCAN_CLASSES, grammar, DeploymentReader::scanClass);
        Map<String, PartConfig> sinks = section(shapes, file, FileKeys.SINKS, grammar, DeploymentReader::sink);
        PointReader points = new PointReader(
                context, shapes, grammar.choice(FileKeys.POINTS), devices(file, connections), scanClasses);
        context.items(file.get(FileKeys.POINTS)).forEach(points::read);
        Set<String> alarmNames = context.entries(file.get(FileKeys.ALARMS)).keySet();
        ExpressionReader expressions = new ExpressionReader(problems, points);
        StreamReader streams =
                new StreamReader(context, shapes, grammar.choice(FileKeys.STREAMS), points, expressions, alarmNames);
        List<StreamConfig> streamConfigs = streams.read(context.items(file.get(FileKeys.STREAMS)));
        CommandsConfig commands = commands(shapes, file);
        Map<String, GatherConfig> gathers = section(
                shapes, file, FileKeys.GATHERS, grammar, (name, checked) -> gather(name, checked, points, expressions));
        OtlpTarget otlp =
                new MetricsReader(shapes, problems).read(file.get(FileKeys.METRICS), grammar.choice(FileKeys.METRICS));
        AlarmReader watching = new AlarmReader(shapes, problems, points, expressions, streamConfigs);
        HealthConfig health = watching.health(
                file.get(FileKeys.HEALTH),
                grammar.choice(FileKeys.HEALTH),
                names(file).getOrDefault(FileKeys.SCAN_CLASSES, Set.of()));
        Map<String, AlarmConfig> alarms = section(shapes, file, FileKeys.ALARMS, grammar, watching::alarm);
        StandbyConfig standby = standby(shapes, file);

        NotificationConfig notifications = new NotificationReader(context, shapes, alarms)
                .read(file.get(FileKeys.NOTIFY), grammar.choice(FileKeys.NOTIFY));

        if (connections.isEmpty() && problems.count() == 0) {
            problems.at(file, "has no connection", "define one under connections");
        }
        return problems.count() > 0
                ? null
                : new Deployment(
                        source,
                        connections,
                        scanClasses,
                        points.points(),
                        points.browses(),
                        streamConfigs,
                        sinks,
                        commands,
                        gathers,
                        health,
                        alarms,
                        otlp,
                        expressions.computed(),
                        notifications,
                        standby);
    }

    /** What each section defines, right or wrong: one mistake must not make every reference to it another. */
    private Map<String, Set<String>> names(Node.Mapping file) {
        Map<String, Set<String>> names = new HashMap<>();
        for (String section : List.of(FileKeys.CONNECTIONS, FileKeys.SCAN_CLASSES, FileKeys.SINKS)) {
            names.put(section, context.entries(file.get(section)).keySet());
        }
        if (file.get(FileKeys.NOTIFY) instanceof Node.Mapping mapping
                && mapping.get(NotificationShapes.RECEIVERS) instanceof Node.Mapping receivers) {
            names.put(NotificationShapes.RECEIVERS, receivers.entries().keySet());
        }
        return names;
    }

    /** Those whose connector is known. What is wrong with a connection does not hide what is wrong with its points. */
    private Map<String, DeviceRules> devices(Node.Mapping file, Map<String, ConnectionConfig> right) {
        Map<String, DeviceRules> byConnection = new HashMap<>();
        context.entries(file.get(FileKeys.CONNECTIONS)).forEach((name, connection) -> {
            if (connection instanceof Node.Mapping mapping && mapping.get("type") instanceof Node.Scalar type) {
                catalog.connectors().stream()
                        .filter(provider -> provider.descriptor().scheme().equals(type.text()))
                        .forEach(provider -> byConnection.put(name, DeviceRules.of(provider, right.get(name))));
            }
        });
        return byConnection;
    }

    private <T> Map<String, T> section(
            ShapeReader shapes,
            Node.Mapping file,
            String name,
            Shape within,
            BiFunction<String, Checked, @Nullable T> make) {
        Map<String, T> made = new LinkedHashMap<>();
        Choice choice = within.choice(name);
        context.entries(file.get(name)).forEach((key, node) -> {
            checkName(key, node);
            Checked checked = shapes.read(node, choice);
            T one = checked == null || !checked.valid() ? null : make.apply(key, checked);
            if (one != null) {
                made.put(key, one);
            }
        });
        return made;
    }

    private void checkName(String name, Node node) {
        try {
            FileKeys.NAME.parse(name);
        } catch (IllegalArgumentException e) {
            problems.atKey(node, String.valueOf(e.getMessage()), () -> "rename it");
        }
    }

    private @Nullable ConnectionConfig connection(String name, Checked checked) {
        Map<String, String> options = checked.options();
        options.remove("host");
        options.remove("port");
        int port = checked.whole("port");
        Endpoint endpoint = new Endpoint(checked.shape().name(), checked.text("host"), port, options);
        String complaint = catalog.connectors().stream()
                .map(ConnectorProvider::descriptor)
                .filter(descriptor -> descriptor.scheme().equals(endpoint.scheme()))
                .flatMap(descriptor -> descriptor.complaint(endpoint).stream())
                .findFirst()
                .orElse("");
        if (!complaint.isEmpty()) {
            problems.at(checked.node(), complaint, "");
            return null;
        }
        return new ConnectionConfig(name, endpoint);
    }

    private static ScanClass scanClass(String name, Checked checked) {
        Mode mode = switch (checked.shape().name()) {
            case "poll" -> checked.flag("changes") ? Mode.POLL_CHANGES : Mode.POLL;
            case "block" -> Mode.BLOCK;
            case "notify" -> Mode.NOTIFY;
            default -> Mode.NOTIFY_CYCLIC;
        };
        return mode == Mode.NOTIFY || mode == Mode.NOTIFY_CYCLIC
                ? new ScanClass(name, mode, checked.time("cycle"), checked.time("maxDelay"))
                : new ScanClass(name, mode, checked.time("every"), Duration.ZERO);
    }

    private @Nullable CommandsConfig commands(ShapeReader shapes, Node.Mapping file) {
        Checked checked = shapes.read(file.get(FileKeys.COMMANDS), grammar.choice(FileKeys.COMMANDS));
        if (checked == null) {
            return null;
        }
        Map<String, PartConfig> from = section(
                shapes,
                checked.node(),
                "from",
                checked.shape(),
                (name, source) -> PartConfig.commandSource(name, source.shape().name(), source.options()));
        return checked.valid()
                ? new CommandsConfig(
                        new AuditConfig(
                                checked.text("audit"),
                                ByteSize.parse(checked.text("auditSize")),
                                checked.time("auditAge"),
                                checked.whole("auditFiles")),
                        checked.time("maxAge"),
                        checked.whole("maxWaiting"),
                        checked.whole("maxIds"),
                        from)
                : null;
    }

    private @Nullable StandbyConfig standby(ShapeReader shapes, Node.Mapping file) {
        Node section = file.get(FileKeys.STANDBY);
        if (section != null && catalog.leaseStores().isEmpty()) {
            problems.at(
                    section,
                    "no store of leases is available here",
                    "remove this section; 'takt run' has them, and in Kafka Connect other workers take over the tasks of one that fails");
            return null;
        }
        Checked checked = shapes.read(section, grammar.choice(FileKeys.STANDBY));
        Checked lease = checked == null
                ? null
                : shapes.read(checked.node().get("lease"), checked.shape().choice("lease"));
        if (checked == null || lease == null || !checked.valid() || !lease.valid()) {
            return null;
        }
        String instance = checked.optional("instance");
        return new StandbyConfig(
                PartConfig.lease(lease.shape().name(), lease.options()),
                checked.time("ttl"),
                checked.flag("connect"),
                instance == null ? "" : instance);
    }

    private GatherConfig gather(String name, Checked checked, PointReader points, ExpressionReader expressions) {
        List<String> patterns = checked.list("points");
        for (String pattern : patterns) {
            Glob glob = Glob.of(pattern);
            if (!points.isIncomplete()
                    && points.names().stream().noneMatch(each -> glob.matches(each) && !expressions.isComputed(each))) {
                problems.at(
                        checked.node(),
                        "no listed point matches '" + pattern + "'",
                        "points that are browsed or computed cannot be gathered; list or import them");
            }
        }
        return new GatherConfig(name, patterns, checked.time("deadline"));
    }

    private static PartConfig sink(String name, Checked checked) {
        return PartConfig.sink(name, checked.shape().name(), checked.options());
    }
}
