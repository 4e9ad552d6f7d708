package io.taktstrom.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.text.Node;
import io.taktstrom.text.Node.Mapping;
import io.taktstrom.text.Node.Scalar;
import io.taktstrom.text.Node.Sequence;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problem;
import io.taktstrom.text.Problems;
import io.taktstrom.text.YamlText;
import org.jspecify.annotations.Nullable;

/** A mapping with known keys, read with errors that say where and what would be right. */
public final class YamlFields {

    private final Mapping mapping;

    /**
     * Reads a document.
     *
     * @param expected what an empty file lacks, for the message
     * @throws ModelException if it is not YAML, or too much of it
     */
    public static Node read(String yaml, String expected) {
        Problems problems = new Problems("");
        Node root = YamlText.read("", yaml, problems, new NodeBudget(NodeBudget.STANDARD));
        if (root == null || problems.count() > 0) {
            Problem first = problems.sorted().get(0);
            if (yaml.isBlank()) {
                throw new ModelException(1, 1, "is empty; expected a mapping with " + expected);
            }
            String place = first.path().isEmpty() ? "" : first.path() + ": ";
            throw new ModelException(
                    Math.max(1, first.line()),
                    Math.max(1, first.column()),
                    place + first.message() + "; " + first.hint());
        }
        return root;
    }

    /**
     * The text of a model that comes with a simulator.
     *
     * @param beside a class in whose package it lies
     * @param name of its file, without {@code .yaml}
     */
    public static String builtIn(Class<?> beside, String name) {
        try (InputStream file = beside.getResourceAsStream(name + ".yaml")) {
            if (file == null) {
                throw new IllegalStateException("the simulator's model " + name + " is not on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the simulator's model " + name, e);
        }
    }

    /** The error that something is wrong with a value. */
    public static ModelException wrong(Node node, String message) {
        return new ModelException(node.line(), node.column(), message);
    }

    /** The error that something is wrong with the key of a value. */
    public static ModelException wrongKey(Node value, String message) {
        return new ModelException(value.origin().line(), value.origin().column(), message);
    }

    /**
     * Opens a mapping.
     *
     * @param what the mapping is, for messages
     * @param known all keys that it may have, with commas between, as messages list them
     * @throws ModelException if it is not a mapping, or has other keys
     */
    public YamlFields(Node node, String what, String known) {
        if (!(node instanceof Mapping found)) {
            throw wrong(node, what + " is " + node.describe() + "; expected a mapping with " + known);
        }
        mapping = found;
        List<String> names = List.of(known.split(", "));
        each(mapping, what, (key, value) -> {
            if (!names.contains(key)) {
                throw wrongKey(value, "'" + key + "' is not a key of " + what + "; it takes " + known);
            }
        });
    }

    /** The value of a key, or null. */
    public @Nullable Node node(String name) {
        return mapping.get(name);
    }

    /** The value of a required key. */
    public Node required(String name) {
        Node node = node(name);
        if (node == null) {
            throw wrong(mapping, "'" + name + "' is missing");
        }
        return node;
    }

    public String text(String name, String otherwise) {
        Node node = node(name);
        return node == null ? otherwise : text(node);
    }

    /** A single value, parsed; an error of the parser gets its place. */
    public <T> T value(String name, T otherwise, Function<String, T> parse) {
        Node node = node(name);
        return node == null ? otherwise : value(node, parse);
    }

    public boolean flag(String name, boolean otherwise) {
        return value(name, otherwise, YamlFields::parseFlag);
    }

    /** An integer of 32 bits. */
    public int whole(String name, int otherwise) {
        return value(name, otherwise, text -> Math.toIntExact(parseInteger(text)));
    }

    public @Nullable Duration duration(String name) {
        Node node = node(name);
        return node == null ? null : value(node, Durations::parse);
    }

    static boolean parseFlag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
        };
    }

    /** An integer, which may have underscores between its digits. */
    public static long parseInteger(String text) {
        try {
            return Long.parseLong(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not an integer", e);
        }
    }

    static double parseNumber(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
    }

    public static String text(Node node) {
        if (node instanceof Scalar scalar) {
            return scalar.text();
        }
        throw wrong(node, node.describe() + " where a single value is expected");
    }

    /** A single value; an error of the parser gets its place. */
    public static <T> T value(Node node, Function<String, T> parse) {
        String text = text(node);
        return at(node, () -> parse.apply(text));
    }

    /** Adds the place to an error that has none. */
    public static <T> T at(Node node, Supplier<T> work) {
        try {
            return work.get();
        } catch (ModelException e) {
            throw e;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong(node, String.valueOf(e.getMessage()));
        }
    }

    /** Takes each entry of the mapping behind a key, if there is one; its own keys may be any. */
    public void each(String name, BiConsumer<String, Node> entry) {
        Node node = node(name);
        if (node != null) {
            each(node, name, entry);
        }
    }

    /** Takes each entry of a mapping with any keys, in the order of the document. */
    public static void each(Node node, String what, BiConsumer<String, Node> entry) {
        if (!(node instanceof Mapping mapping)) {
            throw wrong(node, what + " is " + node.describe() + "; expected a mapping from names");
        }
        mapping.entries().forEach(entry);
    }

    /** A value as {@code io.taktstrom.data.Values} takes it: text, lists, maps. */
    public static Object plain(Node node) {
        if (node instanceof Scalar scalar) {
            return scalar.text();
        }
        if (node instanceof Sequence sequence) {
            return sequence.items().stream().map(YamlFields::plain).toList();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        ((Mapping) node).entries().forEach((key, value) -> map.put(key, plain(value)));
        return map;
    }
}
