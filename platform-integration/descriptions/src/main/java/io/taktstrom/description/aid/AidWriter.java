package io.taktstrom.description.aid;

import java.io.IOException;
import java.util.ArrayList;
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
    private static final String HYPERMEDIA = "https://www.w3.org/2019/wot/hypermedia#";
    private static final String SECURITY = "https://www.w3.org/2019/wot/security#";

    private static final Map<String, String> VOCABULARIES = Map.of(
            "uav", "http://opcfoundation.org/UA/WoT-Binding/",
            "opcua", "http://opcfoundation.org/UA/",
            "modv", "https://www.w3.org/2019/wot/modbus#",
            "adsv", "urn:taktstrom:ads#",
            "s7v", "urn:taktstrom:s7#",
            "takt", "urn:taktstrom:deployment#");

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
        String word = name.replaceAll("[^A-Za-z0-9_]", "_");
        String asset = "urn:taktstrom:" + word;
        AidWriter writer = new AidWriter(asset + ":interfaces");
        interfaces.forEach(writer::write);
        ObjectNode shell = AasElements.NODES.objectNode();
        ObjectNode aas = shell.putArray("assetAdministrationShells").addObject();
        aas.put("modelType", "AssetAdministrationShell")
                .put("idShort", idShort(name, new HashSet<>()))
                .put("id", asset + ":shell");
        aas.putObject("assetInformation").put("assetKind", "Instance").put("globalAssetId", asset);
        shell.putArray("submodels")
                .add(writer.description)
                .add(MappingWriter.write(asset + ":mapping", writer.id, writer.intervals));
        for (JsonNode submodel : shell.path("submodels")) {
            ObjectNode reference = aas.withArray("submodels").addObject().put("type", "ModelReference");
            reference
                    .putArray("keys")
                    .addObject()
                    .put("type", "Submodel")
                    .put("value", submodel.path("id").asString());
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
        String name = idShort("Interface" + protocol(scheme) + "_" + from.name(), interfaceNames);
        ObjectNode to = collection(name, AID + "1/0/Interface");
        to.putArray("supplementalSemanticIds")
                .add(external(vocabulary(scheme)))
                .add(external("https://www.w3.org/2019/wot/td"));
        add(to, property("title", TD + "title", "xs:string", from.name()));
        add(to, endpoint(thing, name));
        ObjectNode interactions = collection("InteractionMetadata", AID + "1/0/InteractionMetadata");
        ObjectNode properties = collection("properties", TD + "PropertyAffordance");
        Set<String> names = new HashSet<>();
        for (InterfaceProperty each : from.properties()) {
            String propertyName = idShort(each.name(), names);
            add(
                    properties,
                    definition(propertyName, each, thing.path("properties").path(each.name())));
            String cycle = each.forms().get(0).term("takt:cycle");
            if (!each.observable() && !cycle.isEmpty()) {
                intervals.put(List.of(name, "InteractionMetadata", "properties", propertyName), cycle);
            }
        }
        add(interactions, properties);
        add(to, interactions);
        add(description, to);
    }

    private static String protocol(String scheme) {
        return switch (scheme) {
            case "opc.tcp" -> "OPCUA";
            case "modbus+tcp" -> "MODBUS";
            default -> scheme.toUpperCase(Locale.ROOT);
        };
    }

    private static String vocabulary(String scheme) {
        return switch (scheme) {
            case "opc.tcp" -> "http://opcfoundation.org/UA/WoT-Binding/";
            case "modbus+tcp" -> "http://www.w3.org/2011/modbus";
            default -> "urn:taktstrom:" + scheme + "#";
        };
    }

    private ObjectNode endpoint(JsonNode thing, String interfaceName) {
        ObjectNode endpoint = collection("EndpointMetadata", AID + "1/0/EndpointMetadata");
        add(
                endpoint,
                property("base", TD + "baseURI", "xs:anyURI", thing.path("base").asString()));
        add(endpoint, property("contentType", HYPERMEDIA + "forContentType", "xs:string", "application/octet-stream"));
        ObjectNode security = list("security", TD + "hasSecurityConfiguration", "ReferenceElement");
        List<String> path = List.of(interfaceName, "EndpointMetadata", "securityDefinitions");
        for (JsonNode name : thing.path("security")) {
            add(security, reference("", "", id, below(path, name.asString())));
        }
        add(endpoint, security);
        ObjectNode definitions = collection("securityDefinitions", TD + "definesSecurityScheme");
        thing.path("securityDefinitions").propertyStream().forEach(each -> {
            ObjectNode definition = collection(each.getKey(), SECURITY + "SecurityScheme");
            each.getValue().propertyStream().forEach(term -> {
                if (term.getValue().isArray()) {
                    ObjectNode combined = list(term.getKey(), SECURITY + term.getKey(), "ReferenceElement");
                    term.getValue().forEach(one -> add(combined, reference("", "", id, below(path, one.asString()))));
                    add(definition, combined);
                } else {
                    add(definition, term(term.getKey(), SECURITY, term.getValue()));
                }
            });
            add(definitions, definition);
        });
        add(endpoint, definitions);
        return endpoint;
    }

    private static List<String> below(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    private static ObjectNode definition(String name, InterfaceProperty from, JsonNode thing) {
        ObjectNode to = collection(name, AID + "1/0/PropertyDefinition");
        add(to, property("key", AID + "1/0/key", "xs:string", from.name()));
        if (thing.has("type")) {
            add(to, term("type", "https://www.w3.org/1999/02/22-rdf-syntax-ns#", thing.path("type")));
        }
        if (thing.has("unit")) {
            add(to, property("unit", "https://schema.org/unitCode", "xs:string", from.unit()));
        }
        add(to, property("observable", TD + "isObservable", "xs:boolean", String.valueOf(from.observable())));
        add(
                to,
                property(
                        "readOnly",
                        "https://www.w3.org/2019/wot/json-schema#readOnly",
                        "xs:boolean",
                        String.valueOf(!from.writable())));
        ObjectNode forms = collection("forms", TD + "hasForm");
        JsonNode all = thing.path("forms");
        // One form: the address of the last, with the terms of the first.
        add(forms, term("href", "", all.path(all.size() - 1).path("href")));
        all.path(0)
                .propertyStream()
                .filter(term -> term.getValue().isValueNode() && !term.getKey().equals("href"))
                .forEach(term -> add(forms, term(term.getKey(), "", term.getValue())));
        add(to, forms);
        return to;
    }

    /** A term of a Thing Description: its colon is an underscore in an idShort. */
    private static ObjectNode term(String name, String standard, JsonNode value) {
        int colon = name.indexOf(':');
        String semantic = switch (name) {
            case "href" -> HYPERMEDIA + "hasTarget";
            case "contentType" -> HYPERMEDIA + "forContentType";
            default ->
                colon < 0 ? standard + name : VOCABULARIES.get(name.substring(0, colon)) + name.substring(colon + 1);
        };
        return property(name.replace(':', '_'), semantic, "xs:string", value.asString(""));
    }
}
