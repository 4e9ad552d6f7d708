package io.taktstrom.description.aid;

import java.io.ByteArrayInputStream;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The XML form of a shell as the tree that its JSON form is; the relationships of a package likewise, by their attributes. */
final class AasXml {

    private static final int MAX_DEPTH = 200;

    private static final Set<String> LISTS = Set.of(
            "Relationships",
            "assetAdministrationShells",
            "submodels",
            "submodelElements",
            "conceptDescriptions",
            "keys",
            "supplementalSemanticIds",
            "statements",
            "qualifiers",
            "description",
            "displayName",
            "extensions",
            "embeddedDataSpecifications",
            "isCaseOf",
            "annotations");

    private static final Set<String> COLLECTIONS = Set.of("submodelElementCollection", "submodelElementList");

    private final XMLStreamReader xml;

    private AasXml(XMLStreamReader xml) {
        this.xml = xml;
    }

    /** @throws IllegalArgumentException with line and column */
    static JsonNode read(byte[] bytes) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("it refers to what is outside of the file");
        });
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
            while (xml.next() != XMLStreamConstants.START_ELEMENT) {
                if (xml.getEventType() == XMLStreamConstants.DTD) {
                    throw new IllegalArgumentException(
                            "line " + xml.getLocation().getLineNumber()
                                    + ": has a document type, which a shell must not; remove the DOCTYPE");
                }
            }
            return new AasXml(xml).element("", 0);
        } catch (XMLStreamException e) {
            throw new IllegalArgumentException("line " + e.getLocation().getLineNumber() + ", column "
                    + e.getLocation().getColumnNumber() + ": is not XML of a shell: "
                    + String.valueOf(e.getMessage()).replaceFirst("(?s).*Message: ", ""));
        }
    }

    /** At its start; afterwards at its end. */
    private JsonNode element(String parent, int depth) throws XMLStreamException {
        String name = xml.getLocalName();
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("line " + xml.getLocation().getLineNumber()
                    + ": elements are nested more than " + MAX_DEPTH + " deep");
        }
        boolean isList = LISTS.contains(name) || (name.equals("value") && COLLECTIONS.contains(parent));
        ObjectNode fields = JsonMapper.shared().createObjectNode();
        ArrayNode items = JsonMapper.shared().createArrayNode();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            fields.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
        }
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                String child = xml.getLocalName();
                JsonNode value = element(name, depth + 1);
                if (isList && value instanceof ObjectNode object) {
                    object.put("modelType", Character.toUpperCase(child.charAt(0)) + child.substring(1));
                }
                if (isList) {
                    items.add(value);
                } else {
                    fields.set(child, value);
                }
            } else if (xml.getEventType() == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new IllegalArgumentException(
                        "line " + xml.getLocation().getLineNumber() + ": refers to an entity, which a shell must not");
            } else if (xml.hasText() && xml.getEventType() != XMLStreamConstants.COMMENT) {
                text.append(xml.getText());
            }
        }
        if (isList) {
            return items;
        }
        return fields.isEmpty()
                ? JsonMapper.shared()
                        .getNodeFactory()
                        .stringNode(text.toString().strip())
                : fields;
    }
}
