package io.taktstrom.description.td;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.InterfaceProperty;
import io.taktstrom.description.PropertyForm;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes Thing Descriptions. */
public final class ThingWriter {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** What terms mean that are not the W3C's own, by prefix. */
    public static final Map<String, String> VOCABULARIES = Map.of(
            "uav", "http://opcfoundation.org/UA/WoT-Binding/",
            "opcua", "http://opcfoundation.org/UA/",
            "modv", "https://www.w3.org/2019/wot/modbus#",
            "adsv", "urn:taktstrom:ads#",
            "s7v", "urn:taktstrom:s7#",
            "takt", "urn:taktstrom:deployment#");

    private ThingWriter() {}

    /** All interfaces as one thing: a base where there is one interface, and otherwise all of each address in its form. */
    public static String write(String title, List<DeviceInterface> interfaces) {
        ObjectNode thing = thing(title, interfaces);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(thing);
    }

    /** As {@link #write}, as a tree. */
    public static ObjectNode thing(String title, List<DeviceInterface> interfaces) {
        ObjectNode thing = JSON.createObjectNode();
        ArrayNode context = thing.putArray("@context").add("https://www.w3.org/2022/wot/td/v1.1");
        ObjectNode prefixes = context.addObject();
        new TreeMap<>(VOCABULARIES).forEach(prefixes::put);
        thing.put("@type", "Thing")
                .put("id", "urn:taktstrom:thing:" + word(title))
                .put("title", title);
        boolean single = interfaces.size() == 1;
        ObjectNode definitions = thing.putObject("securityDefinitions");
        ArrayNode security = thing.putArray("security");
        if (single) {
            thing.put("base", interfaces.get(0).base());
        }
        ObjectNode properties = thing.putObject("properties");
        for (DeviceInterface each : interfaces) {
            String prefix = single ? "" : word(each.name()) + "_";
            String scheme = SecuritySchemes.write(each.security(), definitions, prefix);
            if (security.isEmpty()) {
                security.add(scheme);
            }
            for (InterfaceProperty property : each.properties()) {
                String name = single ? property.name() : each.name() + "." + property.name();
                ObjectNode written = write(properties.putObject(name), property);
                if (!single) {
                    written.path("forms").forEach(form -> absolute((ObjectNode) form, each, property, scheme));
                }
            }
        }
        return thing;
    }

    private static ObjectNode write(ObjectNode to, InterfaceProperty property) {
        if (!property.jsonType().isEmpty()) {
            to.put("type", property.jsonType());
        }
        if (!property.unit().isEmpty()) {
            to.put("unit", property.unit());
        }
        to.put("readOnly", !property.writable()).put("observable", property.observable());
        ArrayNode forms = to.putArray("forms");
        for (PropertyForm form : property.forms()) {
            ObjectNode node = forms.addObject().put("href", form.href());
            // What Eclipse Thingweb's binding makes of a value; in the other forms it is what the protocol carries.
            node.put(
                    "contentType",
                    form.terms().containsKey("opcua:nodeId") ? "application/json" : "application/octet-stream");
            ArrayNode operations = node.putArray("op").add("readproperty");
            if (property.writable()) {
                operations.add("writeproperty");
            }
            if (property.observable()) {
                operations.add("observeproperty");
            }
            form.terms().forEach((term, value) -> node.set(term, JSON.valueToTree(value)));
        }
        return to;
    }

    /** The names of two devices must not become one, and their points keep theirs. */
    private static void absolute(ObjectNode form, DeviceInterface of, InterfaceProperty property, String scheme) {
        String href = form.path("href").asString("");
        int mark = of.base().indexOf('?');
        String base = mark < 0 ? of.base() : of.base().substring(0, mark);
        String more = mark < 0 ? "" : "&" + of.base().substring(mark + 1);
        form.put("href", href.startsWith(base) ? href : base + href + more).put("takt:connection", of.name());
        if (!form.has("takt:point")) {
            form.put("takt:point", of.name() + "." + property.name());
        }
        form.putArray("security").add(scheme);
    }

    private static String word(String text) {
        return text.replaceAll("[^A-Za-z0-9_]", "_");
    }
}
