package io.taktstrom.description.td;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.InterfaceProperty;
import io.taktstrom.description.PropertyForm;
import io.taktstrom.descriptor.Counted;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a Thing Description. */
public final class ThingReader {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final List<String> notes = new ArrayList<>();

    /** What became of it beside the interface. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Reads the text of a Thing Description.
     *
     * @throws IllegalArgumentException when it is not one; the message says where and what would be right
     */
    public DeviceInterface read(String text) {
        JsonNode thing = parse(text);
        if (!thing.isObject() || !thing.has("@context") || !thing.has("title")) {
            throw new IllegalArgumentException("is not a Thing Description: it has no @context or no title;"
                    + " name a file in JSON of https://www.w3.org/TR/wot-thing-description11/");
        }
        return read(thing, "");
    }

    /**
     * Reads JSON.
     *
     * @throws IllegalArgumentException with line and column
     */
    public static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String place = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
            throw new IllegalArgumentException(place + "is not JSON: " + e.getOriginalMessage());
        }
    }

    /**
     * Reads a Thing Description that has been parsed.
     *
     * @param place of the thing in its file, with a dot at its end; empty when it is the file
     */
    public DeviceInterface read(JsonNode thing, String place) {
        List<InterfaceProperty> properties = new ArrayList<>();
        JsonNode definitions = thing.path("securityDefinitions");
        thing.path("properties")
                .propertyStream()
                .forEach(each -> properties.add(
                        property(each.getKey(), place + "properties." + each.getKey(), each.getValue(), definitions)));
        for (String kind : List.of("action", "event")) {
            int count = thing.path(kind + "s").size();
            if (count > 0) {
                notes.add(Counted.of(count, kind) + " left out: a deployment has properties only");
            }
        }
        return new DeviceInterface(
                thing.path("title").asString(""),
                thing.path("base").asString(""),
                SecuritySchemes.read(definitions, thing.path("security")),
                properties);
    }

    private static InterfaceProperty property(String name, String place, JsonNode property, JsonNode definitions) {
        List<PropertyForm> forms = new ArrayList<>();
        boolean saysWritable =
                property.has("readOnly") && !property.path("readOnly").asBoolean(true);
        for (JsonNode form : property.path("forms")) {
            String operations = form.path("op").toString();
            saysWritable |= operations.contains("\"writeproperty\"");
            if (!form.has("op")
                    || operations.contains("\"readproperty\"")
                    || operations.contains("\"observeproperty\"")) {
                JsonNode security = form.path("security");
                forms.add(new PropertyForm(
                        form.path("href").asString(""),
                        terms(form),
                        security.isMissingNode() ? null : SecuritySchemes.read(definitions, security)));
            }
        }
        return new InterfaceProperty(
                name,
                place,
                property.path("type").asString(""),
                property.path("unit").asString(""),
                saysWritable && !property.path("readOnly").asBoolean(false),
                property.path("observable").asBoolean(false),
                forms);
    }

    private static Map<String, Object> terms(JsonNode form) {
        Map<String, Object> terms = new LinkedHashMap<>();
        form.propertyStream()
                .filter(term ->
                        term.getKey().indexOf(':') > 0 && term.getValue().isValueNode())
                .forEach(term -> terms.put(term.getKey(), term.getValue().asString("")));
        return terms;
    }
}
