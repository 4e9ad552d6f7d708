package io.taktstrom.opcua.nodeset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.nodeset.NodeSetReader.Node;
import org.jspecify.annotations.Nullable;

/** The variables that a server will have which loads a NodeSet2 file: those of instances, not those of types. */
public final class NodeSet {

    /**
     * One variable.
     *
     * @param path its browse names from the uppermost node of the file on, with dots
     * @param address with the URI of its namespace
     * @param dataType name or NodeId of its type
     * @param description empty for none
     */
    public record Variable(String path, String address, String dataType, String description) {}

    private static final Pattern INDEX = Pattern.compile("ns=(\\d{1,5});(.+)");

    private NodeSet() {}

    /**
     * Reads a file.
     *
     * @throws NodeSetException when it is none
     */
    public static List<Variable> read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return read(String.valueOf(file.getFileName()), in);
        }
    }

    static List<Variable> read(String name, InputStream in) throws NodeSetException {
        NodeSetReader reader = new NodeSetReader();
        reader.read(name, in);
        List<Variable> variables = new ArrayList<>();
        for (Node node : reader.nodes().values()) {
            String path = node.kind().equals("UAVariable") ? path(reader, node) : null;
            if (path != null) {
                variables.add(
                        new Variable(path, address(name, reader, node.id()), node.dataType(), node.description()));
            }
        }
        return variables;
    }

    /** Null for what belongs to a type or to a method. */
    private static @Nullable String path(NodeSetReader reader, Node variable) {
        Deque<String> names = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        for (Node node = variable; node != null && seen.add(node.id()); node = parent(reader, node)) {
            if (!node.kind().equals("UAVariable") && !node.kind().equals("UAObject")) {
                return null;
            }
            names.addFirst(node.browseName().replaceFirst("^\\d{1,5}:", ""));
        }
        return String.join(".", names);
    }

    private static @Nullable Node parent(NodeSetReader reader, Node node) {
        String parent = reader.parent(node);
        return parent == null ? null : reader.nodes().get(parent);
    }

    private static String address(String name, NodeSetReader reader, String id) throws NodeSetException {
        Matcher parts = INDEX.matcher(id);
        if (!parts.matches() || parts.group(1).equals("0")) {
            return parts.matches() ? parts.group(2) : id;
        }
        int index = Integer.parseInt(parts.group(1));
        if (index > reader.uris().size()) {
            throw new NodeSetException(name + ": node " + id + " is of namespace " + index + ", but NamespaceUris has "
                    + reader.uris().size() + " entries");
        }
        return "nsu=" + reader.uris().get(index - 1) + ";" + parts.group(2);
    }
}
