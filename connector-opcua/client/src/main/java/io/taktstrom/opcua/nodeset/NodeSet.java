package io.taktstrom.opcua.nodeset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
        return new NodeSetReader(name).read(in);
    }
}
