package io.taktstrom.simulation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.simulation.YamlNode.Mapping;
import io.taktstrom.simulation.YamlNode.Scalar;
import io.taktstrom.simulation.YamlNode.Sequence;
import org.jspecify.annotations.Nullable;

/** A mapping with known keys, read with errors that say where and what would be right. */
public final class YamlFields {

    private final Mapping mapping;

    /**
     * Opens a mapping.
     *
     * @param what the mapping is, for messages
     * @param known all keys that it may have
     * @throws ModelException if it is no mapping, or has others
     */
    public YamlFields(YamlNode node, String what, String... known) {
        if (!(node instanceof Mapping found)) {
            throw node.wrong(what + " is " + node.kind() + "; expected a mapping with " + String.join(", ", known));
        }
        mapping = found;
        List<String> names = List.of(known);
        for (YamlKey key : mapping.entries().keySet()) {
            if (!names.contains(key.name())) {
                throw key.wrong(
                        "'" + key.name() + "' is no part of " + what + "; it takes " + String.join(", ", known));
            }
        }
    }

    /** What stands behind a key, or null. */
    public @Nullable YamlNode node(String name) {
        return mapping.entries().get(new YamlKey(name, 0, 0));
    }

    /** What stands behind a key that must be there. */
    public YamlNode required(String name) {
        YamlNode node = node(name);
        if (node == null) {
            throw mapping.wrong("'" + name + "' is missing");
        }
        return node;
    }

    public String text(String name, String otherwise) {
        YamlNode node = node(name);
        return node == null ? otherwise : text(node);
    }

    /** A single value, parsed; what the parser has against it is told with its place. */
    public <T> T value(String name, T otherwise, Function<String, T> parse) {
        YamlNode node = node(name);
        return node == null ? otherwise : value(node, parse);
    }

    public boolean flag(String name, boolean otherwise) {
        return value(name, otherwise, YamlFields::parseFlag);
    }

    public long integer(String name, long otherwise) {
        return value(name, otherwise, YamlFields::parseInteger);
    }

    public double number(String name, double otherwise) {
        return value(name, otherwise, YamlFields::parseNumber);
    }

    /** One that must be there. */
    public Duration duration(String name) {
        return value(required(name), Durations::parse);
    }

    private static boolean parseFlag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }

    /** An integer, which may have underscores between its digits. */
    public static long parseInteger(String text) {
        try {
            return Long.parseLong(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no integer", e);
        }
    }

    private static double parseNumber(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number", e);
        }
    }

    public static String text(YamlNode node) {
        if (node instanceof Scalar scalar) {
            return scalar.text();
        }
        throw node.wrong(node.kind() + " stands where a single value is expected");
    }

    /** A single value; what the parser has against it is told with its place. */
    public static <T> T value(YamlNode node, Function<String, T> parse) {
        String text = text(node);
        return at(node, () -> parse.apply(text));
    }

    /** Adds the place to an error that has none. */
    public static <T> T at(YamlNode node, Supplier<T> work) {
        try {
            return work.get();
        } catch (ModelException e) {
            throw e;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw node.wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Entries of a mapping with any keys. */
    public static Map<YamlKey, YamlNode> entries(YamlNode node, String what) {
        if (node instanceof Mapping mapping) {
            return mapping.entries();
        }
        throw node.wrong(what + " is " + node.kind() + "; expected a mapping from names");
    }

    /** A value as {@code io.taktstrom.data.Values} takes it: text, lists, maps. */
    public static Object plain(YamlNode node) {
        if (node instanceof Scalar scalar) {
            return scalar.text();
        }
        if (node instanceof Sequence sequence) {
            return sequence.items().stream().map(YamlFields::plain).toList();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        ((Mapping) node).entries().forEach((key, value) -> map.put(key.name(), plain(value)));
        return map;
    }
}
