package io.taktstrom.description.aid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.td.ThingReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the interfaces of an Asset Interfaces Description. One use. */
public final class AidReader {

    private static final JsonNodeFactory NODES = JsonMapper.shared().getNodeFactory();

    /** An idShort has no colon: what a Thing Description calls {@code modv:type} is {@code modv_type} here. */
    private static final Pattern TERM = Pattern.compile("^(uav|opcua|modv|adsv|s7v|takt|htv|mqv)_");

    private final List<String> notes = new ArrayList<>();

    /** What the interfaces do not say. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Reads an AASX, or a shell or a submodel in JSON or XML.
     *
     * @throws IllegalArgumentException when it has no such description; the message says what would be right
     */
    public List<DeviceInterface> read(Path file) throws IOException {
        List<DeviceInterface> interfaces = new ArrayList<>();
        List<JsonNode> submodels = new ArrayList<>();
        for (JsonNode shell : ShellFile.read(file)) {
            if (shell.has("submodelElements")) {
                submodels.add(shell);
            }
            shell.path("submodels").forEach(submodels::add);
        }
        Map<String, String> intervals = PollingIntervals.read(submodels);
        for (JsonNode submodel : submodels) {
            if (is(submodel, "AssetInterfacesDescription")) {
                for (JsonNode each : submodel.path("submodelElements")) {
                    if (!child(each, "EndpointMetadata").isMissingNode()) {
                        interfaces.add(read(each, text(submodel, "idShort") + "." + text(each, "idShort"), intervals));
                    }
                }
            }
        }
        if (interfaces.isEmpty()) {
            List<String> names =
                    submodels.stream().map(each -> text(each, "idShort")).toList();
            throw new IllegalArgumentException(
                    "has no submodel AssetInterfacesDescription with an interface (submodels: "
                            + String.join(", ", names)
                            + "); name a shell with an Asset Interfaces Description, IDTA 02017");
        }
        return interfaces;
    }

    /** Whether a submodel is one of a template, of any version. */
    static boolean is(JsonNode submodel, String template) {
        return submodel.path("semanticId").toString().contains("/idta/" + template + "/")
                || text(submodel, "idShort").equals(template);
    }

    private DeviceInterface read(JsonNode element, String place, Map<String, String> intervals) {
        JsonNode all = json(element);
        JsonNode endpoint = all.path("EndpointMetadata");
        ObjectNode thing = NODES.objectNode();
        thing.put("title", text(all, "title").isBlank() ? text(element, "idShort") : text(all, "title"));
        thing.put("base", text(endpoint, "base"));
        thing.set("securityDefinitions", endpoint.path("securityDefinitions"));
        thing.set("security", endpoint.path("security"));
        JsonNode interactions = all.path("InteractionMetadata");
        for (String kind : List.of("actions", "events")) {
            thing.set(kind, interactions.path(kind));
        }
        ObjectNode properties = thing.putObject("properties");
        interactions.path("properties").propertyStream().forEach(each -> {
            if (each.getValue() instanceof ObjectNode property) {
                String interval = intervals.getOrDefault(text(element, "idShort") + "/" + each.getKey(), "");
                String key = text(property, "key");
                properties.set(key.isBlank() ? each.getKey() : key, property);
                property.set("forms", forms(property.path("forms"), endpoint, interval));
                if (text(property, "type").equals("float")) {
                    property.put("type", "number");
                }
            }
        });
        ThingReader reader = new ThingReader();
        DeviceInterface read = reader.read(thing, place + ".");
        reader.notes().forEach(note -> notes.add(place + ": " + note));
        return read;
    }

    /** One form, or several in a collection; terms of the endpoint are those of each form. */
    private static ArrayNode forms(JsonNode forms, JsonNode endpoint, String interval) {
        ArrayNode all = NODES.arrayNode();
        for (JsonNode form : forms.has("href") ? List.of(forms) : forms) {
            if (form instanceof ObjectNode object) {
                // The security of a form is a reference into that of the endpoint; what applies is stated there.
                object.remove("security");
                endpoint.propertyStream()
                        .filter(term -> term.getKey().indexOf(':') > 0 && !object.has(term.getKey()))
                        .forEach(term -> object.set(term.getKey(), term.getValue()));
                if (!interval.isEmpty() && !object.has("takt:cycle")) {
                    object.put("takt:mode", "poll").put("takt:cycle", interval);
                }
                all.add(object);
            }
        }
        return all;
    }

    /** A collection as an object, a list as an array, a reference as its last key, a property as its text. */
    private static JsonNode json(JsonNode element) {
        JsonNode value = element.path("value");
        if (text(element, "modelType").equals("SubmodelElementList")) {
            ArrayNode items = NODES.arrayNode();
            value.forEach(item -> items.add(json(item)));
            return items;
        }
        if (value.isArray() || text(element, "modelType").equals("SubmodelElementCollection")) {
            ObjectNode object = NODES.objectNode();
            value.forEach(
                    child -> object.set(TERM.matcher(text(child, "idShort")).replaceFirst("$1:"), json(child)));
            return object;
        }
        JsonNode keys = value.path("keys");
        return NODES.stringNode(keys.isEmpty() ? value.asString("") : text(keys.path(keys.size() - 1), "value"));
    }

    static JsonNode child(JsonNode collection, String idShort) {
        for (JsonNode each : collection.path("value")) {
            if (text(each, "idShort").equals(idShort)) {
                return each;
            }
        }
        return NODES.missingNode();
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
