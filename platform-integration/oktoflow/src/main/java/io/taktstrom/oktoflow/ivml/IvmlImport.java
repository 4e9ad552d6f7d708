package io.taktstrom.oktoflow.ivml;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.oktoflow.PlatformOptions;
import io.taktstrom.text.Problem;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** The connectors of a model as a deployment file. One use. */
public final class IvmlImport {

    /**
     * What became of a model.
     *
     * @param text the deployment file; empty when there are problems
     * @param notes what the deployment file cannot say, for people
     */
    public record Read(String text, List<Problem> problems, List<String> notes) {}

    /** Of connectors in oktoflow's own model. */
    private static final String DEFAULT_HOST = "localhost";

    private final Function<String, @Nullable ConnectorDescriptor> descriptors;
    private final IvmlModels models;
    private final List<String> connections = new ArrayList<>();
    private final Map<String, String> scans = new LinkedHashMap<>();
    private final List<String> points = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> known = new LinkedHashSet<>();

    private IvmlImport(Function<String, @Nullable ConnectorDescriptor> descriptors, IvmlModels models) {
        this.descriptors = descriptors;
        this.models = models;
    }

    /**
     * Reads a model.
     *
     * @param files at least one; those beside them that they import are read too
     * @param descriptors by scheme; null for a connector that is not there
     */
    public static Read read(List<Path> files, Function<String, @Nullable ConnectorDescriptor> descriptors) {
        Path first = files.get(0);
        Problems problems = new Problems(first.toString());
        IvmlImport work = new IvmlImport(descriptors, IvmlModels.read(files, problems));
        work.connectors();
        if (problems.count() == 0 && work.connections.isEmpty()) {
            problems.at(
                    first.toString(),
                    0,
                    0,
                    "has no connector that is one of ours",
                    "name the file that declares connectors");
        }
        return problems.count() == 0
                ? new Read(work.text(), List.of(), List.copyOf(work.notes))
                : new Read("", problems.sorted(), List.copyOf(work.notes));
    }

    private void connectors() {
        for (IvmlFile.Declaration each : models.declarations()) {
            ConnectorKind kind = models.kind(each.type());
            if (kind != null && each.value() instanceof IvmlValue.Braces attributes) {
                ConnectorKind actual = attributes.type() == null ? kind : models.kind(attributes.type());
                connector(each, actual == null ? kind : actual, attributes.fields());
            } else if (kind != null) {
                models.wrong(each.at(), "connector " + each.name() + " has no value", "give it attributes in braces");
            } else if (each.type().endsWith("Connector") && !each.type().equals("MeshConnector")) {
                notes.add(each.type() + " " + each.name() + " is left out: it is of another protocol");
            }
        }
    }

    private void connector(IvmlFile.Declaration connector, ConnectorKind kind, Map<String, IvmlValue> attributes) {
        ConnectorDescriptor descriptor = descriptors.apply(kind.scheme());
        if (descriptor == null) {
            models.wrong(connector.at(), "no connector for " + kind.scheme() + " here", "install its plug-in");
            return;
        }
        IvmlValue host = attributes.get("host");
        if (host == null && kind == ConnectorKind.OKTOFLOW_OPC_UA) {
            host = new IvmlValue.Text(DEFAULT_HOST, connector.at());
            notes.add(
                    connector.type() + " " + connector.name() + " names no host: oktoflow's default, " + DEFAULT_HOST);
        }
        if (host == null) {
            models.wrong(
                    connector.at(), "connector " + connector.name() + " needs a host", "write host = \"10.0.0.5\"");
            return;
        }
        Map<String, String> own = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        if (kind.isOurs()) {
            slots(connector, kind, descriptor, attributes, own, options);
        }
        Endpoint endpoint = endpoint(kind, descriptor, host, attributes.get("port"), own, options);
        if (endpoint == null) {
            return;
        }
        String name = text(attributes, "connection", connector.name());
        if (known.add(name)) {
            connection(name, endpoint, descriptor, attributes);
        }
        String scan = scan(attributes, own);
        String separator = kind == ConnectorKind.OKTOFLOW_OPC_UA ? "/" : ".";
        List<ModelField> out = ModelFields.of(attributes.get("outInterface"), models, separator);
        List<ModelField> in = ModelFields.of(attributes.get("inInterface"), models, separator);
        Set<String> writable = new LinkedHashSet<>();
        in.forEach(field -> writable.add(field.address()));
        Set<String> written = new LinkedHashSet<>();
        for (List<ModelField> fields : List.of(out, in)) {
            for (ModelField field : fields) {
                if (written.add(field.address())) {
                    points.add(point(kind, name, scan, field, writable.contains(field.address())));
                }
            }
        }
    }

    /** What the slots of a connector of ours say. */
    private void slots(
            IvmlFile.Declaration connector,
            ConnectorKind kind,
            ConnectorDescriptor descriptor,
            Map<String, IvmlValue> attributes,
            Map<String, String> own,
            Map<String, String> options) {
        Map<String, Option<?>> slots = ConnectorSlots.of(descriptor);
        boolean refined = !connector.type().equals(kind.compound());
        attributes.forEach((slot, value) -> {
            Option<?> option = slots.get(slot);
            if (option != null) {
                String text = models.text(value);
                if (!text.isEmpty()) {
                    (PlatformOptions.ALL.contains(option) ? own : options).put(option.name(), text);
                }
            } else if (!refined && !ConnectorSlots.known(descriptor).contains(slot)) {
                models.wrong(
                        value,
                        kind.compound() + " has no slot " + slot,
                        Closest.hint(slot, ConnectorSlots.known(descriptor)));
            }
        });
    }

    private @Nullable Endpoint endpoint(
            ConnectorKind kind,
            ConnectorDescriptor descriptor,
            IvmlValue host,
            @Nullable IvmlValue port,
            Map<String, String> own,
            Map<String, String> options) {
        String text = models.text(host);
        long number = port == null ? descriptor.defaultPort() : models.number(port);
        if (text.isEmpty()) {
            return null;
        }
        try {
            if (text.contains("://")) {
                Endpoint endpoint = descriptor.parse(PlatformOptions.takeFrom(text, own));
                checkOwn(own);
                return endpoint;
            }
            checkOwn(own);
            if (kind == ConnectorKind.OKTOFLOW_ADS) {
                models.wrong(
                        host,
                        "'" + text + "' is an AmsNetId, which does not give the machine's address",
                        "write host = \"ads://ADDRESS:48898/" + text + ":" + number + "\"");
                return null;
            }
            return descriptor.endpoint(text, Math.toIntExact(number), options);
        } catch (IllegalArgumentException | ArithmeticException e) {
            models.wrong(host, String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    /** They go into the deployment file as they are. */
    private static void checkOwn(Map<String, String> own) {
        for (Option<?> option : PlatformOptions.ALL) {
            String text = own.get(option.name());
            if (text != null) {
                var unused = option.type().parse(text);
            }
        }
    }

    private void connection(
            String name, Endpoint endpoint, ConnectorDescriptor descriptor, Map<String, IvmlValue> attributes) {
        StringBuilder line = new StringBuilder("  " + IvmlNames.quoted(name) + ": {type: " + endpoint.scheme()
                + ", host: " + IvmlNames.quoted(endpoint.host()) + ", port: " + endpoint.port());
        endpoint.options().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(option -> line.append(", ")
                        .append(option.getKey())
                        .append(": ")
                        .append(
                                isText(descriptor.option(option.getKey()))
                                        ? IvmlNames.quoted(option.getValue())
                                        : option.getValue()));
        if (attributes.get("security") instanceof IvmlValue.Braces security
                && security.fields().get("authenticationKey") != null) {
            for (Option<?> option : descriptor.options()) {
                if (option.secret()) {
                    String variable = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_"
                            + option.name().toUpperCase(Locale.ROOT);
                    line.append(", ")
                            .append(option.name())
                            .append(": \"${env:")
                            .append(variable)
                            .append("}\"");
                    notes.add("connection " + name + ": set the environment variable " + variable
                            + " to what oktoflow's identity store has");
                }
            }
        }
        connections.add(line + "}");
    }

    private static boolean isText(@Nullable Option<?> option) {
        return option == null || option.type() instanceof OptionType.Text;
    }

    private String scan(Map<String, IvmlValue> attributes, Map<String, String> own) {
        IvmlValue period = attributes.get("samplingPeriod");
        long millis = period == null ? 0 : models.number(period);
        boolean changes = text(attributes, "cacheMode", "NONE").matches("EQUALS|HASH");
        String definition;
        String derived;
        if (millis > 0) {
            String every = Durations.format(Duration.ofMillis(millis));
            definition = "{mode: poll, every: " + every + (changes ? ", changes: true}" : "}");
            derived = (changes ? "changes-" : "poll-") + every;
        } else {
            String cycle =
                    own.getOrDefault(PlatformOptions.CYCLE.name(), String.valueOf(PlatformOptions.CYCLE.defaultText()));
            String delay = own.get(PlatformOptions.MAX_DELAY.name());
            definition = "{mode: notify, cycle: " + cycle + (delay == null ? "" : ", maxDelay: " + delay) + "}";
            derived = "notify-" + cycle + (delay == null ? "" : "-" + delay);
        }
        String name = text(attributes, "scan", derived);
        String before = scans.putIfAbsent(name, definition);
        if (before == null || before.equals(definition)) {
            return name;
        }
        scans.put(derived, definition);
        return derived;
    }

    private static String point(
            ConnectorKind kind, String connection, String scan, ModelField field, boolean writable) {
        Map<String, String> own = field.own();
        StringBuilder line = new StringBuilder("  - {");
        if (kind == ConnectorKind.OKTOFLOW_OPC_UA) {
            // Its names have no namespaces: only the server knows which variable is meant.
            String path = (field.path() + field.name()).replaceFirst("^/+", "");
            line.append("browse: ")
                    .append(IvmlNames.quoted(connection))
                    .append(", match: ")
                    .append(IvmlNames.quoted("/" + path));
        } else {
            String id = own.getOrDefault("point", connection + "." + field.path() + field.name());
            line.append("id: ")
                    .append(IvmlNames.quoted(id))
                    .append(", on: ")
                    .append(IvmlNames.quoted(connection))
                    .append(", address: ")
                    .append(IvmlNames.quoted(field.address()));
        }
        line.append(", scan: ").append(IvmlNames.quoted(scan));
        if (own.containsKey("deviceType")) {
            line.append(", type: ").append(IvmlNames.quoted(own.getOrDefault("deviceType", "")));
        }
        if (own.containsKey("unit")) {
            line.append(", unit: ").append(IvmlNames.quoted(own.getOrDefault("unit", "")));
        }
        return line + (writable ? ", writable: true}" : "}");
    }

    private String text(Map<String, IvmlValue> attributes, String name, String otherwise) {
        IvmlValue value = attributes.get(name);
        return value == null ? otherwise : models.text(value);
    }

    private String text() {
        List<String> lines = new ArrayList<>(List.of("connections:"));
        lines.addAll(connections);
        lines.add("scanClasses:");
        scans.forEach((name, definition) -> lines.add("  " + IvmlNames.quoted(name) + ": " + definition));
        lines.add(points.isEmpty() ? "points: []" : "points:");
        lines.addAll(points);
        lines.addAll(List.of(
                "# In oktoflow, a service mesh says where values go.",
                "streams:",
                "  - {id: all, from: \"**\", to: screen}",
                "sinks:",
                "  screen: {type: console}"));
        return String.join("\n", lines) + "\n";
    }
}
