package io.taktstrom.cli;

import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Imported points as the {@code points} of a deployment file, a line each. */
final class PointLines {

    private final Outlet out;
    private final String connection;
    private final @Nullable String scan;
    private final Set<String> ids = new HashSet<>();

    /** Prints the heading. */
    PointLines(Outlet out, String connection, @Nullable String scan) {
        this.out = out;
        this.connection = connection;
        this.scan = scan;
        out.println("points:");
    }

    void print(String name, String address, String comment) {
        out.println("  - {id: " + quoted(id(name)) + ", on: " + quoted(connection) + ", address: " + quoted(address)
                + (scan == null ? "" : ", scan: " + quoted(scan)) + "}"
                + (comment.isBlank() ? "" : "  # " + comment.replaceAll("\\s+", " ")));
    }

    /** A name that a deployment takes, and that no other point has. */
    private String id(String name) {
        String id = (connection + "." + name).replaceAll("[\\s\\x00-\\x1f\\x7f*?]", "_");
        String unique = id;
        for (int i = 2; !ids.add(unique); i++) {
            unique = id + "_" + i;
        }
        return unique;
    }

    /** Text in JSON is text in YAML. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
