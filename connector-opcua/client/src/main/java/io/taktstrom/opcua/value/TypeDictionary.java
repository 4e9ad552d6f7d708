package io.taktstrom.opcua.value;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;

/**
 * A type dictionary in OPC Binary, which describes the structures of servers before OPC UA 1.04 (OPC 10000-3, annex C in
 * v1.03). Resolves no entities and loads nothing from elsewhere. Immutable, thread-safe.
 */
public final class TypeDictionary {

    /** Most bytes of one dictionary. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final String OPC_BINARY = "http://opcfoundation.org/BinarySchema/";
    private static final String UA = "http://opcfoundation.org/UA/";

    /** A dictionary has a root, types, fields, and documentation in these. */
    private static final int MAX_DEPTH = 32;

    private static final int MAX_NESTING = 16;

    private static final Map<String, Integer> BUILTINS = builtins();

    /** A dictionary that cannot be read; the message says why. */
    public static final class UnreadableException extends Exception {
        UnreadableException(String message) {
            super(message);
        }
    }

    private final Map<String, List<DictionaryField>> structures = new HashMap<>();
    private final Map<String, WireType> enumerations = new HashMap<>();
    /** Structures that are fields of others, once they have been looked at. */
    private final Map<String, WireType> nested = new ConcurrentHashMap<>();

    private String ownNamespace = "";

    private TypeDictionary() {}

    private static Map<String, Integer> builtins() {
        Map<String, Integer> builtins = new HashMap<>();
        for (int builtin = Builtin.BOOLEAN; builtin <= Builtin.DIAGNOSTIC_INFO; builtin++) {
            builtins.put(MiloEncoding.typeName(builtin), builtin);
        }
        builtins.put("CharArray", Builtin.STRING);
        return Map.copyOf(builtins);
    }

    /** Reads a dictionary. */
    public static TypeDictionary read(byte[] xml) throws UnreadableException {
        if (xml.length > MAX_BYTES) {
            throw new UnreadableException("it has " + xml.length + " bytes, more than " + MAX_BYTES);
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        TypeDictionary dictionary = new TypeDictionary();
        try {
            dictionary.read(factory.createXMLStreamReader(new ByteArrayInputStream(xml, 0, textLength(xml))));
            return dictionary;
        } catch (XMLStreamException e) {
            throw new UnreadableException("it is not valid XML");
        }
    }

    /** Some servers end the text with zeros. */
    private static int textLength(byte[] xml) {
        int length = xml.length;
        while (length > 0 && xml[length - 1] == 0) {
            length--;
        }
        return length;
    }

    private void read(XMLStreamReader in) throws XMLStreamException, UnreadableException {
        String open = "";
        List<DictionaryField> fields = new ArrayList<>();
        List<EnumType.Member> members = new ArrayList<>();
        int bits = 0;
        int depth = 0;
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new UnreadableException("it has a document type, which a type dictionary may not have");
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                if (depth == 1 && in.getLocalName().equals("StructuredType")) {
                    structures.put(open, List.copyOf(fields));
                } else if (depth == 1 && in.getLocalName().equals("EnumeratedType")) {
                    enumerations.put(open, enumeration(open, bits, members));
                }
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                String element = in.getLocalName();
                if (depth > MAX_DEPTH) {
                    throw new UnreadableException("its elements are nested more than " + MAX_DEPTH + " deep");
                } else if (depth == 1) {
                    root(in, element);
                } else if (depth == 2) {
                    open = attribute(in, "Name");
                    fields.clear();
                    members.clear();
                    bits = number(in, "LengthInBits", 0);
                } else if (depth == 3 && element.equals("Field")) {
                    fields.add(field(in));
                } else if (depth == 3 && element.equals("EnumeratedValue")) {
                    members.add(new EnumType.Member(attribute(in, "Name"), number(in, "Value", 0)));
                }
            }
        }
    }

    private void root(XMLStreamReader in, String element) throws UnreadableException {
        if (!element.equals("TypeDictionary") || !OPC_BINARY.equals(in.getNamespaceURI())) {
            throw new UnreadableException("its root is " + element + ", not a TypeDictionary of OPC Binary");
        }
        if (attribute(in, "DefaultByteOrder").equals("BigEndian")) {
            throw new UnreadableException("its types are big-endian");
        }
        ownNamespace = attribute(in, "TargetNamespace");
    }

    private static WireType enumeration(String name, int bits, List<EnumType.Member> members) {
        return bits == Integer.SIZE
                ? new WireType.Enumeration(new EnumType(name, ScalarType.DINT, members))
                : new WireType.Unknown("the enumeration " + name + " has " + bits + " bits, not 32");
    }

    private DictionaryField field(XMLStreamReader in) throws UnreadableException {
        String text = attribute(in, "TypeName");
        int colon = text.indexOf(':');
        String namespace = colon < 0
                ? ownNamespace
                : String.valueOf(in.getNamespaceContext().getNamespaceURI(text.substring(0, colon)));
        String type = text.substring(colon + 1);
        boolean own = namespace.equals(ownNamespace);
        boolean standard = !own && (namespace.equals(OPC_BINARY) || namespace.equals(UA));
        return new DictionaryField(
                attribute(in, "Name"),
                own,
                standard,
                type,
                attribute(in, "LengthField"),
                attribute(in, "SwitchField"),
                number(in, "SwitchValue", -1),
                number(in, "Length", 0));
    }

    private static String attribute(XMLStreamReader in, String name) {
        String value = in.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private static int number(XMLStreamReader in, String name, int none) throws UnreadableException {
        String text = attribute(in, name);
        try {
            return text.isEmpty() ? none : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new UnreadableException(name + " of " + attribute(in, "Name") + " is not a number");
        }
    }

    /**
     * A structure of the dictionary.
     *
     * @param encodingId NodeId of its binary encoding, as text
     */
    public WireType structure(String name, String encodingId) {
        return structure(name, encodingId, List.of());
    }

    private WireType structure(String name, String encodingId, List<String> path) {
        List<DictionaryField> fields = structures.get(name);
        if (fields == null) {
            return new WireType.Unknown("the type dictionary does not describe " + name);
        }
        if (path.contains(name) || path.size() > MAX_NESTING) {
            return new WireType.Unknown("the structure " + name + " contains itself, or too many others");
        }
        List<String> inner = new ArrayList<>(path);
        inner.add(name);
        return DictionaryField.structure(name, encodingId, fields, field -> type(field, inner));
    }

    private WireType type(DictionaryField field, List<String> path) {
        String name = field.type();
        if (field.own()) {
            WireType known = enumerations.containsKey(name) ? enumerations.get(name) : nested.get(name);
            if (known == null) {
                // The encoding of a field's structure plays no part: its bytes stand in those of the outer one.
                known = structure(name, "i=0", path);
                nested.put(name, known);
            }
            return known;
        }
        Integer builtin = field.standard() ? BUILTINS.get(name) : null;
        if (builtin == null) {
            return new WireType.Unknown("the type " + name + " is not in the type dictionary");
        }
        return builtin == Builtin.VARIANT ? new WireType.Open() : new WireType.Simple(builtin);
    }
}
