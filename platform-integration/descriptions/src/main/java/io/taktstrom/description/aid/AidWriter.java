package io.taktstrom.description.aid;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.InterfaceProperty;
import io.taktstrom.description.td.ThingWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static io.taktstrom.description.aid.AasElements.NODES;
import static io.taktstrom.description.aid.AasElements.add;
import static io.taktstrom.description.aid.AasElements.collection;
import static io.taktstrom.description.aid.AasElements.external;
import static io.taktstrom.description.aid.AasElements.idShort;
import static io.taktstrom.description.aid.AasElements.list;
import static io.taktstrom.description.aid.AasElements.property;
import static io.taktstrom.description.aid.AasElements.reference;
import static io.taktstrom.description.aid.AasElements.submodel;

/** Writes a shell with an Asset Interfaces Description (IDTA 02017-1-1) and its mapping (IDTA 02027-2-0). One use. */
public final class AidWriter {

    private static final String AID = "https://admin-shell.io/idta/AssetInterfacesDescription/";
    private static final String TD = "https://www.w3.org/2019/wot/td#";
    private static final String SECURITY = "https://www.w3.org/2019/wot/security#";

    /** What the elements of the template mean, by idShort. */
    private static final Map<String, String> SEMANTICS = Map.ofEntries(
            Map.entry("EndpointMetadata", AID + "1/0/EndpointMetadata"),
            Map.entry("InteractionMetadata", AID + "1/0/InteractionMetadata"),
            Map.entry("title", TD + "title"),
            Map.entry("base", TD + "baseURI"),
            Map.entry("security", TD + "hasSecurityConfiguration"),
            Map.entry("securityDefinitions", TD + "definesSecurityScheme"),
            Map.entry("scheme", SECURITY + "SecurityScheme"),
            Map.entry("allOf", SECURITY + "allOf"),
            Map.entry("properties", TD + "PropertyAffordance"),
            Map.entry("key", AID + "1/0/key"),
            Map.entry("type", "https://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
            Map.entry("unit", "https://schema.org/unitCode"),
            Map.entry("observable", TD + "isObservable"),
            Map.entry("readOnly", "https://www.w3.org/2019/wot/json-schema#readOnly"),
            Map.entry("forms", TD + "hasForm"),
            Map.entry("href", "https://www.w3.org/2019/wot/hypermedia#hasTarget"),
            Map.entry("contentType", "https://www.w3.org/2019/wot/hypermedia#forContentType"));

    private final Set<String> interfaceNames = new HashSet<>();
    private final String id;
    private final ObjectNode description;
    private final Map<List<String>, String> intervals = new LinkedHashMap<>();

    private AidWriter(String id) {
        this.id = id;
        this.description = submodel("AssetInterfacesDescription", id, AID + "1/1/Submodel");
    }

    /**
     * A shell with all interfaces, in JSON.
     *
     * @param name of the asset
     */
    public static String write(String name, List<DeviceInterface> interfaces) {
        String asset = "urn:taktstrom:" + name.replaceAll("[^A-Za-z0-9_]", "_");
        AidWriter writer = new AidWriter(asset + ":interfaces");
        interfaces.forEach(writer::write);
        ObjectNode shell = NODES.objectNode();
        ObjectNode aas = shell.putArray("assetAdministrationShells")
                .addObject()
                .put("modelType", "AssetAdministrationShell")
                .put("idShort", idShort(name, new HashSet<>()))
                .put("id", asset + ":shell");
        aas.putObject("assetInformation").put("assetKind", "Instance").put("globalAssetId", asset);
        shell.putArray("submodels")
                .add(writer.description)
                .add(MappingWriter.write(asset + ":mapping", writer.id, writer.intervals));
        for (JsonNode submodel : shell.path("submodels")) {
            aas.withArray("submodels")
                    .add(reference("", "", submodel.path("id").asString(), List.of())
                            .path("value"));
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(shell);
    }

    /** The same as a package. */
    public static byte[] writePackage(String name, List<DeviceInterface> interfaces) throws IOException {
        return AasxPackage.write(write(name, interfaces));
    }

    private void write(DeviceInterface from) {
        JsonNode thing = ThingWriter.thing(from.name(), List.of(from));
        String scheme = from.base().replaceFirst("(?s):.*", "");
        String protocol = scheme.replace("opc.tcp", "OPCUA").replace("+tcp", "").toUpperCase(Locale.ROOT);
        String name = idShort("Interface" + protocol + "_" + from.name(), interfaceNames);
        ObjectNode all = NODES.objectNode().put("title", from.name());
        ObjectNode endpoint = all.putObject("EndpointMetadata");
        endpoint.put("base", from.base()).put("contentType", "application/octet-stream");
        endpoint.set("security", thing.path("security"));
        endpoint.set("securityDefinitions", thing.path("securityDefinitions"));
        ObjectNode properties = all.putObject("InteractionMetadata").putObject("properties");
        Set<String> names = new HashSet<>();
        for (InterfaceProperty each : from.properties()) {
            String propertyName = idShort(each.name(), names);
            ObjectNode property = (ObjectNode) thing.path("properties").path(each.name());
            JsonNode forms = property.remove("forms");
            properties
                    .putObject(propertyName)
                    .put("key", each.name())
                    .setAll(property)
                    .set("forms", form(forms));
            String cycle = each.forms().get(0).term("takt:cycle");
            if (!each.observable() && !cycle.isEmpty()) {
                intervals.put(List.of(name, "InteractionMetadata", "properties", propertyName), cycle);
            }
        }
        ObjectNode written = element(name, all, AID + "1/0/Interface", name);
        written.putArray("supplementalSemanticIds")
                .add(external(
                        switch (scheme) {
                            case "opc.tcp" -> "http://opcfoundation.org/UA/WoT-Binding/";
                            case "modbus+tcp" -> "http://www.w3.org/2011/modbus";
                            default -> "urn:taktstrom:" + scheme + "#";
                        }))
                .add(external("https://www.w3.org/2019/wot/td"));
        add(description, written);
    }

    /** Here a property has one form: the address of the last, with the terms of the first. */
    private static ObjectNode form(JsonNode forms) {
        ObjectNode form = NODES.objectNode();
        forms.path(0)
                .propertyStream()
                .filter(term -> term.getValue().isValueNode())
                .forEach(term -> form.set(term.getKey(), term.getValue()));
        return form.put("href", forms.path(forms.size() - 1).path("href").asString(""));
    }

    /** An object as a collection, a list of schemes as references to them, a value as a property. */
    private ObjectNode element(String name, JsonNode value, String semanticId, String interfaceName) {
        // A term of a vocabulary: its colon is an underscore in an idShort.
        String word = name.replace(':', '_');
        if (value.isObject()) {
            ObjectNode all = collection(word, semanticId);
            value.propertyStream()
                    .forEach(child -> add(
                            all,
                            element(child.getKey(), child.getValue(), semantics(name, child.getKey()), interfaceName)));
            return all;
        }
        if (value.isArray()) {
            ObjectNode schemes = list(word, semanticId, "ReferenceElement");
            value.forEach(scheme -> add(
                    schemes,
                    reference(
                            "",
                            "",
                            id,
                            List.of(interfaceName, "EndpointMetadata", "securityDefinitions", scheme.asString()))));
            return schemes;
        }
        return property(word, semanticId, value.isBoolean() ? "xs:boolean" : "xs:string", value.asString(""));
    }

    private static String semantics(String parent, String name) {
        int colon = name.indexOf(':');
        return switch (parent) {
            case "properties" -> AID + "1/0/PropertyDefinition";
            case "securityDefinitions" -> SECURITY + "SecurityScheme";
            default ->
                colon < 0
                        ? SEMANTICS.getOrDefault(name, "")
                        : ThingWriter.VOCABULARIES.get(name.substring(0, colon)) + name.substring(colon + 1);
        };
    }
}
