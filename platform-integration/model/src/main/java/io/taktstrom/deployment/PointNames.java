package io.taktstrom.deployment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for points that a device or a programming tool names: {@code connection.name}. What no name may hold becomes
 * {@code _}. For one connection and one thread.
 */
public final class PointNames {

    /** As text: OPC 10000-6, 5.3.1.10. */
    private static final Pattern NODE_ID = Pattern.compile("(?:nsu=[^;]*;|ns=\\d+;)?[sigb]=(.+)");

    private final String connection;
    private final Map<String, String> byPlace = new HashMap<>();
    private final Set<String> given = new HashSet<>();
    private final Map<String, Integer> expectedNames = new HashMap<>();
    private final Map<String, Integer> expected = new HashMap<>();

    public PointNames(String connection) {
        this.connection = connection;
    }

    /** What tells a variable from others of its device: its address, of a node id without its namespace. */
    public static String ofAddress(String address) {
        Matcher id = NODE_ID.matcher(address);
        return id.matches() ? id.group(1) : address;
    }

    /**
     * A name that will be asked for. Of those that would become alike, the one that needs no change keeps its own, the others
     * get something of themselves behind it: so what a point is called never depends on the order.
     */
    public void expect(String name) {
        expectWhole(connection + "." + name);
    }

    /** The same for a name that need not begin with the connection's. */
    public void expectWhole(String name) {
        expectedNames.merge(name, 1, Integer::sum);
        expected.merge(clean(name), 1, Integer::sum);
    }

    /** What a point is called: the same for the same name and address, and otherwise different. */
    public String of(String name, String address) {
        return ofWhole(connection + "." + name, address);
    }

    /** The same for a name that need not begin with the connection's. */
    public String ofWhole(String name, String address) {
        String own = name.startsWith(connection + ".") ? name.substring(connection.length() + 1) : name;
        return byPlace.computeIfAbsent(name + "\n" + address, key -> unique(name, own + "\n" + address));
    }

    private String unique(String name, String place) {
        String wanted = clean(name);
        boolean isShared = expected.getOrDefault(wanted, 1) > 1;
        boolean isNotItsOwn = !wanted.equals(name) || expectedNames.getOrDefault(name, 1) > 1;
        if (isShared && isNotItsOwn) {
            wanted += "_%08x".formatted(place.hashCode());
        }
        String unique = wanted;
        for (int i = 2; !given.add(unique); i++) {
            unique = wanted + "_" + i;
        }
        return unique;
    }

    private static String clean(String name) {
        return name.replaceAll("[\\s\\x00-\\x1f\\x7f*?]", "_");
    }
}
