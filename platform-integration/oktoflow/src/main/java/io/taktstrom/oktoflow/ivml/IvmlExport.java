package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.oktoflow.PlatformOptions;
import io.taktstrom.oktoflow.PointAddresses;
import org.jspecify.annotations.Nullable;

/**
 * A deployment as the connector section of a model: for each connection and scan class a connector with the records of its points,
 * as a source of a mesh. One use.
 */
public final class IvmlExport {

    /**
     * What is written.
     *
     * @param text the model
     * @param pointFiles the names of the points of each connector, by the name of the resource that it wants
     * @param notes what the model cannot say, for people
     */
    public record Written(String text, Map<String, PointAddresses> pointFiles, List<String> notes) {}

    private static final int MAX_NAMED = 5;

    private final Deployment deployment;
    private final Function<String, ConnectorDescriptor> descriptors;
    private final Function<PointConfig, @Nullable DataType> types;
    private final IvmlNames names = new IvmlNames();
    private final IvmlText out = new IvmlText();
    private final Map<String, PointAddresses> pointFiles = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();

    /**
     * @param descriptors by scheme
     * @param types of points whose type the deployment does not state; null where unknown
     */
    public IvmlExport(
            Deployment deployment,
            Function<String, ConnectorDescriptor> descriptors,
            Function<PointConfig, @Nullable DataType> types) {
        this.deployment = deployment;
        this.descriptors = descriptors;
        this.types = types;
    }

    /**
     * Writes it.
     *
     * @param project name of the model
     * @throws IllegalArgumentException when the model cannot say what is needed; a line for each reason
     */
    public Written write(String project) {
        List<String> problems = new ArrayList<>();
        List<ConnectorSection> sections = sections(problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        out.open("project " + names.identifier(project));
        List.of("DataTypes", "Connectors", IvmlPart.PROJECT, "Applications")
                .forEach(name -> out.line("import " + name + ";"));
        out.line("");
        out.line("annotate BindingTime bindingTime = BindingTime::compile to .;");
        sections.forEach(this::section);
        mesh(project);
        out.close("}");
        noteTheRest();
        return new Written(out.text(), pointFiles, List.copyOf(notes));
    }

    private List<ConnectorSection> sections(List<String> problems) {
        List<ConnectorSection> sections = new ArrayList<>();
        for (ConnectionConfig connection : deployment.connections().values()) {
            List<PointConfig> points = deployment.pointsOf(connection.name());
            List<String> scans =
                    points.stream().map(PointConfig::scan).distinct().toList();
            for (String scan : scans) {
                ConnectorSection section = ConnectorSection.of(
                        connection,
                        deployment.scanClasses().get(scan),
                        scans.size() > 1,
                        points.stream()
                                .filter(point -> point.scan().equals(scan))
                                .toList());
                section.check(types, problems);
                sections.add(section);
            }
        }
        if (sections.isEmpty() && problems.isEmpty()) {
            problems.add(deployment.source() + ": it lists no points, of which a model could have fields;"
                    + " takt browse URI --points makes them");
        }
        return sections;
    }

    private void section(ConnectorSection section) {
        String base = names.identifier(section.name());
        RecordWriter records = new RecordWriter(out, names, section, types);
        String output = records.write(base + "Output", section.points());
        String input = records.write(
                base + "Input",
                section.points().stream()
                        .filter(point -> point.point().writable())
                        .toList());
        String resource = base + ".points";
        pointFiles.put(resource, new PointAddresses(records.addresses()));
        connector(section, base, resource, input, output);
        out.open("\nMeshSource " + base + "Source =");
        out.line("impl = refBy(" + base + "),");
        out.line("next = {}");
        out.close("};");
        sources.add("refBy(" + base + "Source)");
    }

    private void connector(ConnectorSection section, String base, String resource, String input, String output) {
        ConnectionConfig connection = section.connection();
        ConnectorDescriptor descriptor = descriptors.apply(connection.endpoint().scheme());
        out.open("\n" + section.kind().compound() + " " + base + " =");
        out.line("id = " + IvmlNames.quoted(base) + ",");
        out.line("name = " + IvmlNames.quoted(base) + ",");
        out.line("description = \"\",");
        out.line("ver = \"0.1.0\",");
        out.line("connection = " + IvmlNames.quoted(connection.name()) + ",");
        out.line("scan = " + IvmlNames.quoted(section.scan().name()) + ",");
        out.line("host = " + IvmlNames.quoted(connection.endpoint().host()) + ",");
        out.line("port = " + connection.endpoint().port() + ",");
        slots(descriptor, section, resource)
                .forEach((slot, value) -> out.line(slot + " = " + IvmlNames.quoted(value) + ","));
        out.line("samplingPeriod = " + section.samplingPeriod() + ",");
        out.line("cacheMode = CacheMode::" + (section.scan().mode() == ScanClass.Mode.POLL_CHANGES ? "EQUALS" : "NONE")
                + ",");
        boolean secret = descriptor.options().stream()
                .filter(Option::secret)
                .anyMatch(option -> connection.endpoint().options().containsKey(option.name()));
        if (secret) {
            out.line("security = {authenticationKey = " + IvmlNames.quoted(connection.name()) + "},");
            notes.add("connection " + connection.name()
                    + ": its secret is not in the model; put user and password under the key " + connection.name()
                    + " into oktoflow's identity store");
        }
        out.line("input = {{type = refBy(" + input + ")}},");
        out.line("output = {{type = refBy(" + output + ")}},");
        out.line("inInterface = {{type = refBy(" + input + ")}},");
        out.line("outInterface = {{type = refBy(" + output + ")}}");
        out.close("};");
    }

    private static Map<String, String> slots(
            ConnectorDescriptor descriptor, ConnectorSection section, String resource) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(PlatformOptions.POINTS.name(), resource);
        ScanClass scan = section.scan();
        if (section.samplingPeriod() == 0) {
            values.put(PlatformOptions.CYCLE.name(), Durations.format(scan.cycle()));
            if (!scan.maxDelay().isZero()) {
                values.put(PlatformOptions.MAX_DELAY.name(), Durations.format(scan.maxDelay()));
            }
        }
        descriptor.options().stream().filter(option -> !option.secret()).forEach(option -> {
            String value = section.connection().endpoint().options().get(option.name());
            if (value != null) {
                values.put(ConnectorSlots.slot(option.name()), value);
            }
        });
        return values;
    }

    private void mesh(String project) {
        out.open("\nServiceMesh " + names.identifier(project + "Mesh") + " =");
        out.line("description = " + IvmlNames.quoted("Connectors of " + project) + ",");
        out.line("sources = {" + String.join(", ", sources) + "}");
        out.close("};");
    }

    private void noteTheRest() {
        if (!deployment.browses().isEmpty()) {
            notes.add(Counted.of(deployment.browses().size(), "browse is", "browses are")
                    + " left out: a model has fields that are known;"
                    + " takt browse URI --points makes points of them");
        }
        long shaped = deployment.points().stream()
                .filter(point -> point.isScaled() || point.deadband() != null)
                .count();
        if (shaped > 0) {
            notes.add("scale, offset and deadband of " + Counted.of(shaped, "point")
                    + " are left out: oktoflow gets the device's values");
        }
        List<String> limited = deployment.points().stream()
                .filter(point -> !point.limits().equals(WriteLimits.NONE))
                .map(point -> point.point().name())
                .toList();
        if (!limited.isEmpty()) {
            notes.add("limits of " + Counted.of(limited.size(), "point")
                    + " are left out, so an application may write whatever their types"
                    + " hold: " + String.join(", ", limited.subList(0, Math.min(limited.size(), MAX_NAMED)))
                    + (limited.size() > MAX_NAMED ? ", ..." : ""));
        }
        if (!deployment.sinks().isEmpty()) {
            notes.add("streams and sinks are left out: in oktoflow, a service mesh says where values go");
        }
        if (deployment.standby() != null) {
            notes.add("standby is left out: oktoflow runs a connector once, and starts it elsewhere itself");
        }
    }
}
