package io.taktstrom.opcua.nodeset;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/** Reads the nodes of one file, and finds its variables. Resolves no entities and loads nothing from elsewhere. */
final class NodeSetReader {

    /**
     * A node as the file has it.
     *
     * @param kind the element's name, for example UAVariable
     * @param id with the file's namespace index
     * @param parent of ParentNodeId, or of a reference that leads to it; null when the file says neither
     */
    private record Node(
            String kind,
            String id,
            String browseName,
            String dataType,
            String description,
            @Nullable String parent) {}

    /** References that lead from a parent to its child (OPC 10000-3, 7): their aliases and NodeIds. */
    private static final List<String> TO_CHILD = List.of(
            "Organizes",
            "HasComponent",
            "HasProperty",
            "HasOrderedComponent",
            "HasEventSource",
            "HasNotifier",
            "i=35",
            "i=47",
            "i=46",
            "i=49",
            "i=36",
            "i=48");

    private static final Pattern INDEX = Pattern.compile("ns=(\\d{1,5});(.+)");

    private final String name;
    /** The file's namespaces, from its index 1 on. */
    private final List<String> uris = new ArrayList<>();

    /** By id, in the order of the file. */
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    private final Map<String, String> parents = new HashMap<>();

    /** @param name of the file, for messages */
    NodeSetReader(String name) {
        this.name = name;
    }

    List<NodeSet.Variable> read(InputStream file) throws NodeSetException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader in = factory.createXMLStreamReader(file);
            in.nextTag();
            if (!in.getLocalName().equals("UANodeSet")) {
                throw new NodeSetException(
                        name + ":1: the root is " + in.getLocalName() + ", not UANodeSet: not a NodeSet2 file");
            }
            while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
                element(in);
            }
            return variables();
        } catch (XMLStreamException e) {
            throw new NodeSetException(
                    name + ":" + (e.getLocation() == null ? "" : e.getLocation().getLineNumber() + ":")
                            + " XML that a NodeSet2 file may not have",
                    e);
        }
    }

    private void element(XMLStreamReader in) throws XMLStreamException {
        if (in.getLocalName().equals("NamespaceUris")) {
            while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
                uris.add(in.getElementText().strip());
            }
        } else if (in.getAttributeValue(null, "NodeId") == null) {
            skip(in);
        } else {
            node(in);
        }
    }

    private void node(XMLStreamReader in) throws XMLStreamException {
        String kind = in.getLocalName();
        String id = attribute(in, "NodeId", "");
        String browseName = attribute(in, "BrowseName", "");
        String dataType = attribute(in, "DataType", "");
        String parent = in.getAttributeValue(null, "ParentNodeId");
        String description = "";
        while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
            switch (in.getLocalName()) {
                case "Description" -> description = in.getElementText().strip();
                case "References" -> references(in, id);
                default -> skip(in);
            }
        }
        nodes.put(id, new Node(kind, id, browseName, dataType, description, parent));
    }

    private void references(XMLStreamReader in, String id) throws XMLStreamException {
        while (in.nextTag() == XMLStreamConstants.START_ELEMENT) {
            boolean toChild = TO_CHILD.contains(attribute(in, "ReferenceType", ""));
            boolean forward = !attribute(in, "IsForward", "true").equals("false");
            String other = in.getElementText().strip();
            if (toChild) {
                parents.putIfAbsent(forward ? other : id, forward ? id : other);
            }
        }
    }

    private static String attribute(XMLStreamReader in, String name, String none) {
        String value = in.getAttributeValue(null, name);
        return value == null ? none : value;
    }

    private static void skip(XMLStreamReader in) throws XMLStreamException {
        for (int open = 1; open > 0; ) {
            int event = in.next();
            open += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
        }
    }

    // ---- variables

    private List<NodeSet.Variable> variables() throws NodeSetException {
        List<NodeSet.Variable> variables = new ArrayList<>();
        for (Node node : nodes.values()) {
            String path = node.kind().equals("UAVariable") ? path(node) : null;
            if (path != null) {
                variables.add(new NodeSet.Variable(path, address(node.id()), node.dataType(), node.description()));
            }
        }
        return variables;
    }

    /** Null for what belongs to a type or to a method. */
    private @Nullable String path(Node variable) {
        Deque<String> names = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        for (Node node = variable; node != null && seen.add(node.id()); node = parent(node)) {
            if (!node.kind().equals("UAVariable") && !node.kind().equals("UAObject")) {
                return null;
            }
            names.addFirst(node.browseName().replaceFirst("^\\d{1,5}:", ""));
        }
        return String.join(".", names);
    }

    /** The parent that the file gives a node, here or there. */
    private @Nullable Node parent(Node node) {
        return nodes.get(node.parent() == null ? parents.get(node.id()) : node.parent());
    }

    private String address(String id) throws NodeSetException {
        Matcher parts = INDEX.matcher(id);
        if (!parts.matches() || parts.group(1).equals("0")) {
            return parts.matches() ? parts.group(2) : id;
        }
        int index = Integer.parseInt(parts.group(1));
        if (index > uris.size()) {
            throw new NodeSetException(name + ": node " + id + " is of namespace " + index + ", but NamespaceUris has "
                    + uris.size() + " entries");
        }
        return "nsu=" + uris.get(index - 1) + ";" + parts.group(2);
    }
}
