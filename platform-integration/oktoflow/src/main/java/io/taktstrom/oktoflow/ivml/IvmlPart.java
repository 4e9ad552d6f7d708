package io.taktstrom.oktoflow.ivml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import org.jspecify.annotations.Nullable;

/**
 * What oktoflow's own model needs once, however many models use our connectors: their compounds, the texts of its user interface,
 * and what its generator makes of their slots.
 */
public final class IvmlPart {

    /** The project, and the name of its files. */
    public static final String PROJECT = "ConnectorsPartTaktstrom";

    private static final String MANUFACTURER = "manufacturer_taktstrom";
    private static final List<ConnectorKind> KINDS = List.of(ConnectorKind.ADS, ConnectorKind.S7, ConnectorKind.OPC_UA);

    private final IvmlText model = new IvmlText();
    private final StringBuilder texts = new StringBuilder();
    private final IvmlText generator = new IvmlText();

    private IvmlPart() {}

    /**
     * The files by name: a model, its texts, and a part of oktoflow's template JavaConnector.
     *
     * @param descriptors by scheme; null for a connector that is not installed, which is left out
     */
    public static Map<String, String> files(Function<String, @Nullable ConnectorDescriptor> descriptors) {
        IvmlPart part = new IvmlPart();
        part.write(descriptors);
        Map<String, String> files = new LinkedHashMap<>();
        files.put(PROJECT + ".ivml", part.model.text());
        files.put(PROJECT + ".text", part.texts.toString());
        files.put("JavaConnector.vtl.part", part.generator.text());
        return files;
    }

    private void write(Function<String, @Nullable ConnectorDescriptor> descriptors) {
        model.open("project " + PROJECT);
        model.line("import Connectors;");
        model.line("\nannotate BindingTime bindingTime = BindingTime::compile to .;");
        model.open("\nManufacturer " + MANUFACTURER + " =");
        model.line("manufacturerName = \"Taktstrom@en\",");
        model.line("manufacturerLogo = \"\",");
        model.line("address = {department = \"\", street = \"\", zipCode = \"\", cityTown = \"\"}");
        model.close("};");
        texts(MANUFACTURER, "Manufacturer of the connectors.");
        model.open("\ncompound TaktstromField refines Field");
        List.of("point", "address", "deviceType", "unit").forEach(name -> model.line("String " + name + " = \"\";"));
        model.close("}");
        texts("TaktstromField", "A variable of a device.");
        texts("TaktstromField::point", "Its name in the deployment file.");
        texts("TaktstromField::address", "Its address in the device.");
        texts("TaktstromField::deviceType", "Its type in the device, where the deployment file states one.");
        texts("TaktstromField::unit", "Its unit.");
        generator.line(
                "// Belongs into the template JavaConnector, beside its other definitions of generateSpecificSettings.");
        for (ConnectorKind kind : KINDS) {
            ConnectorDescriptor descriptor = descriptors.apply(kind.scheme());
            if (descriptor != null) {
                connector(kind, descriptor);
            }
        }
        model.line("\nfreeze {");
        model.line("    " + MANUFACTURER + ";");
        model.line("};");
        model.close("}");
    }

    private void connector(ConnectorKind kind, ConnectorDescriptor descriptor) {
        Map<String, Option<?>> slots = ConnectorSlots.of(descriptor);
        model.open("\ncompound " + kind.compound() + " refines Connector");
        texts(kind.compound(), descriptor.title() + " by Taktstrom.");
        model.open("assign (uiGroup = UiInvisibleGroup) to");
        model.line("String class = " + IvmlNames.quoted(kind.className()) + ";");
        model.line("String artifact = " + IvmlNames.quoted(ConnectorKind.artifact()) + ";");
        model.open("NameplateInfo nameplateInfo =");
        model.line("manufacturerProductDesignation = "
                + IvmlNames.quoted("Taktstrom " + descriptor.title() + " connector@en") + ",");
        model.line("manufacturer = refBy(" + MANUFACTURER + ")");
        model.close("};");
        model.close("}");
        model.open("assign (uiGroup = UiOptionalGroup1) to");
        model.line("Port port = " + descriptor.defaultPort() + ";");
        model.close("}");
        model.open("assign (uiGroup = UiOptionalGroup2) to");
        model.line("String deviceServiceKey = " + IvmlNames.quoted(kind.serviceKey()) + ";");
        ConnectorSlots.OF_DEPLOYMENT.forEach(slot -> model.line("String " + slot + " = \"\";"));
        slots.keySet().forEach(slot -> model.line("String " + slot + " = \"\";"));
        model.close("}");
        model.close("}");
        texts(kind.compound() + "::connection", "Name of the connection in the deployment file.");
        texts(kind.compound() + "::scan", "Name of the scan class in the deployment file.");
        slots.forEach((slot, option) -> texts(kind.compound() + "::" + slot, option.description()));
        generator.line("\n@DispatchCase");
        generator.open("def generateSpecificSettings(" + kind.compound() + " conn, JavaCodeMethodCall r)");
        slots.forEach((slot, option) -> {
            generator.open("if (getStringValueSafe(conn." + slot + ", \"\").size() > 0)");
            generator.line("r.call(\"setSpecificSetting\").stringArg(" + IvmlNames.quoted(option.name())
                    + ").stringArg(conn." + slot + ");");
            generator.close("}");
        });
        generator.close("}");
    }

    private void texts(String name, String text) {
        texts.append(PROJECT)
                .append("::")
                .append(name)
                .append(" = ")
                .append(text.replaceAll("\\s+", " "))
                .append('\n');
    }
}
