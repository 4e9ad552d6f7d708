package io.taktstrom.cli.deployment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.taktstrom.cli.terminal.Outlet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Imported points as the {@code points} of a deployment file, a line each. */
public final class PointLines {

    private final Outlet out;
    private final String connection;
    private final @Nullable String scan;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Integer> expectedNames = new HashMap<>();
    private final Map<String, Integer> expectedIds = new HashMap<>();

    /** Prints the heading. */
    public PointLines(Outlet out, String connection, @Nullable String scan) {
        this.out = out;
        this.connection = connection;
        this.scan = scan;
        out.println("points:");
    }

    /**
     * Names that will be printed. Of those that would get the same id, the one that needs no change keeps its own, the others
     * get something of themselves behind it: so an id never depends on the order.
     */
    public void expect(Iterable<String> names) {
        for (String name : names) {
            expectedNames.merge(name, 1, Integer::sum);
            expectedIds.merge(clean(name), 1, Integer::sum);
        }
    }

    public void print(String name, String address, String comment) {
        out.println("  - {id: " + quoted(id(name, address)) + ", on: " + quoted(connection) + ", address: "
                + quoted(address)
                + (scan == null ? "" : ", scan: " + quoted(scan)) + "}"
                + (comment.isBlank() ? "" : "  # " + comment.replaceAll("\\s+", " ")));
    }

    /** A name that a deployment takes, and that no other point has. */
    private String id(String name, String address) {
        String id = clean(name);
        boolean isShared = expectedIds.getOrDefault(id, 1) > 1;
        boolean isNotItsOwn = !id.equals(connection + "." + name) || expectedNames.getOrDefault(name, 1) > 1;
        if (isShared && isNotItsOwn) {
            id += "_%08x".formatted((name + "\n" + address).hashCode());
        }
        String unique = id;
        for (int i = 2; !ids.add(unique); i++) {
            unique = id + "_" + i;
        }
        return unique;
    }

    private String clean(String name) {
        return (connection + "." + name).replaceAll("[\\s\\x00-\\x1f\\x7f*?]", "_");
    }

    /** Text in JSON is text in YAML. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
