package io.taktstrom.description;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/** The connections of a deployment as interfaces of devices. One use. */
public final class DescriptionExport {

    /**
     * What is written.
     *
     * @param notes what a description cannot say, for people
     */
    public record Described(List<DeviceInterface> interfaces, List<String> notes) {}

    private final Deployment deployment;
    private final Function<String, ConnectorDescriptor> descriptors;
    private final Function<PointConfig, @Nullable DataType> types;
    private final List<String> notes = new ArrayList<>();

    /**
     * @param descriptors by scheme
     * @param types of points whose type the deployment does not state; null where unknown
     */
    public DescriptionExport(
            Deployment deployment,
            Function<String, ConnectorDescriptor> descriptors,
            Function<PointConfig, @Nullable DataType> types) {
        this.deployment = deployment;
        this.descriptors = descriptors;
        this.types = types;
    }

    /**
     * Describes them.
     *
     * @throws IllegalArgumentException when there is nothing that a description could hold
     */
    public Described describe() {
        List<DeviceInterface> interfaces = new ArrayList<>();
        for (ConnectionConfig connection : deployment.connections().values()) {
            List<PointConfig> points = deployment.pointsOf(connection.name());
            ProtocolBinding binding = Bindings.ofConnector(connection.endpoint().scheme());
            if (binding == null && !points.isEmpty()) {
                notes.add("connection " + connection.name() + " is left out: there is no binding for "
                        + connection.endpoint().scheme());
            } else if (binding != null && !points.isEmpty()) {
                interfaces.add(described(connection, binding, points));
            }
        }
        if (interfaces.stream().allMatch(each -> each.properties().isEmpty())) {
            throw new IllegalArgumentException(deployment.source()
                    + ": it lists no points that a description could have; takt browse URI --points makes them");
        }
        noteTheRest();
        return new Described(interfaces, List.copyOf(notes));
    }

    private DeviceInterface described(ConnectionConfig connection, ProtocolBinding binding, List<PointConfig> points) {
        ConnectorDescriptor descriptor = descriptors.apply(connection.endpoint().scheme());
        List<InterfaceProperty> properties = new ArrayList<>();
        for (PointConfig point : points) {
            List<PropertyForm> forms = binding.write(connection.endpoint(), typed(point));
            if (forms.isEmpty()) {
                notes.add("point " + point.name() + " is left out: its address is not that of a variable");
            } else {
                properties.add(property(connection, binding, point, forms));
            }
        }
        for (String option : connection.endpoint().options().keySet()) {
            if (isSecret(descriptor, option)) {
                notes.add("connection " + connection.name() + ": option " + option
                        + " is a secret and is not in the description");
            } else if (!binding.keeps(option)) {
                notes.add("connection " + connection.name() + ": option " + option + " is left out");
            }
        }
        ThingSecurity security =
                binding instanceof OpcUaBinding ? OpcUaBinding.security(connection.endpoint()) : ThingSecurity.NONE;
        return new DeviceInterface(
                connection.name(), binding.base(descriptor, connection.endpoint()), security, properties);
    }

    private static boolean isSecret(ConnectorDescriptor descriptor, String name) {
        var option = descriptor.option(name);
        return option == null || option.secret();
    }

    private DataPoint typed(PointConfig point) {
        DataType type = point.point().type() == null ? types.apply(point) : null;
        return type == null ? point.point() : point.point().withType(type);
    }

    private InterfaceProperty property(
            ConnectionConfig connection, ProtocolBinding binding, PointConfig point, List<PropertyForm> forms) {
        DataType type = typed(point).type();
        Map<String, Object> terms = new LinkedHashMap<>(forms.get(0).terms());
        if (type != null && isPlain(type)) {
            terms.put(binding.typeTerm(), type.text());
        }
        ScanClass scan = deployment.scanClasses().get(point.scan());
        if (scan != null) {
            terms.put("takt:scan", scan.name());
            terms.put("takt:mode", mode(scan.mode()));
            terms.put("takt:cycle", Durations.format(scan.cycle()));
            if (!scan.maxDelay().isZero()) {
                terms.put("takt:maxDelay", Durations.format(scan.maxDelay()));
            }
            if (binding instanceof ModbusBinding) {
                terms.put("modv:pollingTime", Math.max(1, scan.cycle().toMillis()));
            }
        }
        List<PropertyForm> all = new ArrayList<>(forms);
        String prefix = connection.name() + ".";
        boolean isBelow = point.name().startsWith(prefix) && point.name().length() > prefix.length();
        if (!isBelow) {
            terms.put("takt:point", point.name());
        }
        all.set(0, new PropertyForm(forms.get(0).href(), terms));
        return new InterfaceProperty(
                isBelow ? point.name().substring(prefix.length()) : point.name(),
                "",
                type == null ? "" : jsonType(type),
                point.point().unit(),
                point.point().writable(),
                scan != null && !scan.mode().isPolled(),
                all);
    }

    /** Whether its text says all of it. */
    private static boolean isPlain(DataType type) {
        return type instanceof ArrayType array
                ? isPlain(array.element())
                : type instanceof ScalarType || type instanceof StringType;
    }

    private static String mode(ScanClass.Mode mode) {
        String[] words = mode.name().toLowerCase(Locale.ROOT).split("_", 2);
        return words.length == 1
                ? words[0]
                : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
    }

    private static String jsonType(DataType type) {
        if (type instanceof ScalarType scalar) {
            return switch (scalar.kind()) {
                case BOOLEAN -> "boolean";
                case SIGNED, UNSIGNED -> "integer";
                case FLOAT -> "number";
                default -> "string";
            };
        }
        if (type instanceof ArrayType) {
            return "array";
        }
        return type instanceof StringType ? "string" : type instanceof StructType ? "object" : "integer";
    }

    private void noteTheRest() {
        if (!deployment.browses().isEmpty()) {
            notes.add(Counted.of(deployment.browses().size(), "browse is", "browses are")
                    + " left out: a description has properties that are known;"
                    + " takt browse URI --points makes points of them");
        }
        long shaped = deployment.points().stream()
                .filter(point -> point.isScaled()
                        || point.deadband() != null
                        || !point.point().labels().isEmpty()
                        || !point.limits().equals(WriteLimits.NONE))
                .count();
        if (shaped > 0) {
            notes.add("scale, offset, deadband, labels and limits of " + Counted.of(shaped, "point")
                    + " are left out: a description says what the device has");
        }
        if (!deployment.sinks().isEmpty()) {
            notes.add("streams and sinks are left out: a description says nothing about them");
        }
    }
}
