package io.taktstrom.description;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import io.taktstrom.deployment.PointNames;
import io.taktstrom.deployment.UcumCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.Reference;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.text.Problem;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Interfaces of devices as a deployment file. One use. */
public final class DescriptionImport {

    /**
     * What became of a description.
     *
     * @param text the deployment file; empty when there are problems
     * @param notes what the deployment file cannot say, for people
     */
    public record Imported(String text, List<Problem> problems, List<String> notes) {}

    private static final String EVERY = "1s";

    private final String file;
    private final Function<String, @Nullable ConnectorDescriptor> descriptors;
    private final Map<String, String> connections = new LinkedHashMap<>();
    private final Map<String, String> connectionNames = new LinkedHashMap<>();
    private final Map<String, PointNames> names = new LinkedHashMap<>();
    private final Map<String, String> scans = new LinkedHashMap<>();
    private final Set<String> written = new LinkedHashSet<>();
    private final List<String> points = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Integer> otherProtocols = new TreeMap<>();
    private final Set<String> missing = new TreeSet<>();
    private int otherUnits;

    /**
     * For one file.
     *
     * @param descriptors by scheme; null for a connector that is not there
     */
    public DescriptionImport(String file, Function<String, @Nullable ConnectorDescriptor> descriptors) {
        this.file = file;
        this.descriptors = descriptors;
    }

    /** Makes a deployment file of all of them, or of none when anything is wrong. */
    public Imported read(List<DeviceInterface> interfaces) {
        interfaces.forEach(each -> each.properties().forEach(property -> property(each, property)));
        otherProtocols.forEach((scheme, count) -> notes.add(
                Counted.of(count, "property", "properties") + " over " + scheme + " left out: no connector speaks it"));
        missing.forEach(scheme -> notes.add(
                "properties over " + scheme + " left out: there is no connector for it here; install its plug-in"));
        if (otherUnits > 0) {
            notes.add("units of " + Counted.of(otherUnits, "property", "properties")
                    + " are left out: they are not UCUM codes, such as Cel or kN");
        }
        if (problems.isEmpty() && points.isEmpty()) {
            problems.add(problem(
                    "",
                    "has no property that a connector of this installation can reach",
                    "name a description of a device with OPC UA, Modbus, ADS or S7"));
        }
        return problems.isEmpty()
                ? new Imported(text(), List.of(), List.copyOf(notes))
                : new Imported("", List.copyOf(problems), List.copyOf(notes));
    }

    private Problem problem(String place, String message, String hint) {
        return new Problem(file, 0, 0, place, message, hint);
    }

    private void property(DeviceInterface of, InterfaceProperty property) {
        try {
            String other = "";
            for (PropertyForm form : property.forms()) {
                Href href = Href.resolve(of.base(), form.href());
                ProtocolBinding binding = Bindings.ofUri(href.scheme());
                ConnectorDescriptor descriptor = binding == null ? null : descriptors.apply(binding.scheme());
                if (binding != null && descriptor != null) {
                    point(of, property, form, href, binding, descriptor);
                    return;
                }
                if (binding != null) {
                    missing.add(binding.scheme());
                } else if (other.isEmpty()) {
                    other = href.scheme();
                }
            }
            if (property.forms().isEmpty()) {
                notes.add(property.place() + " is left out: it has no forms");
            } else if (!other.isEmpty()) {
                otherProtocols.merge(other, 1, Integer::sum);
            }
        } catch (IllegalArgumentException e) {
            if (problems.size() < Problems.LIMIT) {
                problems.add(problem(property.place(), String.valueOf(e.getMessage()), ""));
            }
        }
    }

    private void point(
            DeviceInterface of,
            InterfaceProperty property,
            PropertyForm form,
            Href href,
            ProtocolBinding binding,
            ConnectorDescriptor descriptor) {
        ThingSecurity security = form.security() == null ? of.security() : form.security();
        ProtocolBinding.Target target = binding.read(descriptor, href, form, security, property.jsonType());
        String connection = connection(of, form, href, target, descriptor, security);
        PointNames named = names.computeIfAbsent(connection, PointNames::new);
        String stated = form.term("takt:point");
        String name = stated.isEmpty()
                ? named.of(property.name(), target.address())
                : named.ofWhole(stated, target.address());
        StringBuilder line = new StringBuilder("  - {id: " + quoted(name) + ", on: " + quoted(connection)
                + ", address: " + quoted(target.address()) + ", scan: "
                + quoted(scan(property, form, descriptor.capabilities().contains(Capability.SUBSCRIBE))));
        if (!target.type().isEmpty()) {
            line.append(", type: ").append(quoted(DataType.parse(target.type()).text()));
        }
        String unit = UcumCode.of(property.unit());
        if (!unit.isEmpty()) {
            line.append(", unit: ").append(quoted(unit));
        } else if (!property.unit().isBlank()) {
            otherUnits++;
        }
        line.append(property.writable() ? ", writable: true}" : "}");
        if (written.add(name)) {
            points.add(line.toString());
        }
    }

    private String connection(
            DeviceInterface of,
            PropertyForm form,
            Href href,
            ProtocolBinding.Target target,
            ConnectorDescriptor descriptor,
            ThingSecurity security) {
        Map<String, String> options = new LinkedHashMap<>();
        target.options().forEach((name, value) -> {
            Option<?> option = descriptor.option(name);
            if (option == null || option.secret() || Bindings.isLocal(name)) {
                note("option " + name + " of " + href.scheme() + "://" + href.host() + " is left out");
            } else {
                refuseReference(value);
                options.put(name, value);
            }
        });
        int port = href.port() < 0 ? descriptor.defaultPort() : href.port();
        Endpoint endpoint = descriptor.endpoint(href.host(), port, options);
        String title = form.term("takt:connection").isEmpty() ? of.name() : form.term("takt:connection");
        return connectionNames.computeIfAbsent(title + "\n" + endpoint + endpoint.options(), key -> {
            String wanted = title.replaceAll("[^A-Za-z0-9_.-]", "_").replaceFirst("^[.-]", "_");
            String base = wanted.isEmpty() ? descriptor.scheme().replace('.', '_') : wanted;
            base = base.substring(0, Math.min(base.length(), 90));
            String name = base;
            for (int i = 2; connections.containsKey(name); i++) {
                name = base + "-" + i;
            }
            connections.put(name, line(name, endpoint, descriptor, security.login()));
            return name;
        });
    }

    private String line(String name, Endpoint endpoint, ConnectorDescriptor descriptor, boolean login) {
        StringBuilder line = new StringBuilder("  " + quoted(name) + ": {type: " + endpoint.scheme() + ", host: "
                + quoted(endpoint.host()) + ", port: " + endpoint.port());
        new TreeMap<>(endpoint.options()).forEach((key, value) -> {
            Option<?> option = descriptor.option(key);
            boolean isText = option == null || option.type() instanceof OptionType.Text || !value.matches("[\\w.+-]+");
            line.append(", ").append(key).append(": ").append(isText ? quoted(value) : value);
        });
        for (Option<?> option : descriptor.options()) {
            if (login && (option.secret() || option.name().equals("user"))) {
                String variable =
                        (name + "_" + option.name()).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
                variable = variable.replaceFirst("^(?=\\d)", "_");
                line.append(", ")
                        .append(option.name())
                        .append(": \"${env:")
                        .append(variable)
                        .append("}\"");
                note("connection " + name + ": set the environment variable " + variable
                        + ": the device asks for a login, which a description does not hold");
            }
        }
        return line + "}";
    }

    private String scan(InterfaceProperty property, PropertyForm form, boolean pushes) {
        String mode = form.term("takt:mode");
        String cycle = form.term("takt:cycle");
        String poll = form.term("modv:pollingTime").replaceFirst("\\.0*$", "");
        if (mode.isEmpty() || cycle.isEmpty()) {
            mode = property.observable() && pushes && poll.isEmpty() ? "notify" : "poll";
            cycle = poll.matches("[1-9]\\d{0,8}") ? poll + "ms" : EVERY;
        }
        String time = Durations.format(Durations.parse(cycle));
        String delay = mode.startsWith("notify") ? form.term("takt:maxDelay") : "";
        String definition = switch (mode) {
            case "poll", "block" -> "{mode: " + mode + ", every: " + time + "}";
            case "pollChanges" -> "{mode: poll, every: " + time + ", changes: true}";
            case "notify", "notifyCyclic" ->
                "{mode: " + mode + ", cycle: " + time
                        + (delay.isEmpty() ? "" : ", maxDelay: " + Durations.format(Durations.parse(delay))) + "}";
            default ->
                throw new IllegalArgumentException("unknown takt:mode '" + mode
                        + "'; write one of notify, notifyCyclic, poll, pollChanges, block");
        };
        String derived = mode + "-" + time + (delay.isEmpty() ? "" : "-" + delay);
        String stated = form.term("takt:scan").replaceAll("[^A-Za-z0-9_.-]", "_");
        String name = stated.isEmpty() ? derived : stated;
        String before = scans.putIfAbsent(name, definition);
        if (before == null || before.equals(definition)) {
            return name;
        }
        scans.put(derived, definition);
        return derived;
    }

    private void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    /** A description comes from elsewhere: it must not make this machine read a file or a variable of its own. */
    private static void refuseReference(String text) {
        if (Reference.isMeant(text) || text.contains("${")) {
            throw new IllegalArgumentException(
                    "a value refers to what is outside of the file, with ${; write the value");
        }
    }

    /** In quotes, for JSON and YAML alike. */
    private static String quoted(String text) {
        refuseReference(text);
        return JsonMapper.shared().writeValueAsString(text);
    }

    private String text() {
        List<String> lines = new ArrayList<>(List.of("connections:"));
        lines.addAll(connections.values());
        lines.add("scanClasses:");
        scans.forEach((name, definition) -> lines.add("  " + quoted(name) + ": " + definition));
        lines.add("points:");
        lines.addAll(points);
        lines.addAll(
                List.of("streams:", "  - {id: all, from: \"**\", to: screen}", "sinks:", "  screen: {type: console}"));
        return String.join("\n", lines) + "\n";
    }
}
