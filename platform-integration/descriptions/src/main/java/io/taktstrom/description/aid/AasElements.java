package io.taktstrom.description.aid;

import java.util.List;
import java.util.Set;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes elements of shells in their JSON form. */
final class AasElements {

    static final JsonNodeFactory NODES = JsonMapper.shared().getNodeFactory();

    private AasElements() {}

    static ObjectNode submodel(String idShort, String id, String semanticId) {
        ObjectNode submodel = element("Submodel", idShort, semanticId);
        submodel.put("id", id).put("kind", "Instance").putArray("submodelElements");
        return submodel;
    }

    static ObjectNode collection(String idShort, String semanticId) {
        return element("SubmodelElementCollection", idShort, semanticId);
    }

    static ObjectNode list(String idShort, String semanticId, String itemType) {
        return element("SubmodelElementList", idShort, semanticId)
                .put("orderRelevant", true)
                .put("typeValueListElement", itemType);
    }

    static ObjectNode property(String idShort, String semanticId, String valueType, String value) {
        return element("Property", idShort, semanticId)
                .put("valueType", valueType)
                .put("value", value);
    }

    /** @param path of idShorts, from the submodel to a collection */
    static ObjectNode reference(String idShort, String semanticId, String submodelId, List<String> path) {
        ObjectNode reference = element("ReferenceElement", idShort, semanticId);
        ArrayNode keys =
                reference.putObject("value").put("type", "ModelReference").putArray("keys");
        keys.addObject().put("type", "Submodel").put("value", submodelId);
        path.forEach(name ->
                keys.addObject().put("type", "SubmodelElementCollection").put("value", name));
        return reference;
    }

    /** Adds it; a list or a collection must not be empty in this form, so one that stays so has no value. */
    static void add(ObjectNode to, ObjectNode child) {
        to.withArray(to.has("submodelElements") ? "submodelElements" : "value").add(child);
    }

    private static ObjectNode element(String modelType, String idShort, String semanticId) {
        ObjectNode element = NODES.objectNode().put("modelType", modelType);
        if (!idShort.isEmpty()) {
            element.put("idShort", idShort);
        }
        if (!semanticId.isEmpty()) {
            element.set("semanticId", external(semanticId));
        }
        return element;
    }

    static ObjectNode external(String id) {
        ObjectNode reference = NODES.objectNode().put("type", "ExternalReference");
        reference.putArray("keys").addObject().put("type", "GlobalReference").put("value", id);
        return reference;
    }

    /** An idShort made of a text: letters, digits and underscores after a letter, and not one of those that are used. */
    static String idShort(String text, Set<String> used) {
        String word = text.replaceAll("[^A-Za-z0-9_]", "_").replaceFirst("^(?![A-Za-z])", "p_");
        String name = word.length() == 1 ? word + "_" : word.substring(0, Math.min(word.length(), 110));
        String free = name;
        for (int i = 2; !used.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }
}
