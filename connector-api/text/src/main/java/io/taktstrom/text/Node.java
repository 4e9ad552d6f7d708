package io.taktstrom.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A value in a file, and where it stands. Immutable once its file has been read. */
public abstract sealed class Node {

    private final Origin origin;
    private final int line;
    private final int column;

    private Node(Origin origin, int line, int column) {
        this.origin = origin;
        this.line = line;
        this.column = column;
    }

    /**
     * How a node is reached.
     *
     * @param parent null for the root of a file
     * @param key the key in the parent mapping, or the root's file; empty in a sequence
     * @param index in the parent sequence
     * @param line of the key, or of the item
     * @param column of the key, or of the item
     */
    public record Origin(@Nullable Node parent, String key, int index, int line, int column) {

        static Origin root(String file) {
            return new Origin(null, file, 0, 1, 1);
        }

        static Origin entry(Node mapping, String key, int line, int column) {
            return new Origin(mapping, key, 0, line, column);
        }

        static Origin item(Sequence sequence, int line, int column) {
            return new Origin(sequence, "", sequence.items.size(), line, column);
        }
    }

    public final Origin origin() {
        return origin;
    }

    /** From 1. */
    public final int line() {
        return line;
    }

    /** From 1. */
    public final int column() {
        return column;
    }

    public final String file() {
        return origin.parent == null ? origin.key : origin.parent.file();
    }

    /** The way from the root, for example {@code points[3].address}; empty for the root. */
    public final String path() {
        if (origin.parent == null) {
            return "";
        }
        String before = origin.parent.path();
        if (origin.parent instanceof Sequence) {
            return before + "[" + origin.index + "]";
        }
        return before.isEmpty() ? origin.key : before + "." + origin.key;
    }

    /** What it is, for messages. */
    public abstract String describe();

    /** Keys and values; keys are unique. */
    public static final class Mapping extends Node {

        private final Map<String, Node> entries = new LinkedHashMap<>();

        Mapping(Origin origin, int line, int column) {
            super(origin, line, column);
        }

        /** In the file's order. */
        public Map<String, Node> entries() {
            return Collections.unmodifiableMap(entries);
        }

        public @Nullable Node get(String key) {
            return entries.get(key);
        }

        void put(String key, Node value) {
            entries.put(key, value);
        }

        /** This mapping, with the other's entries where it has none, mappings within too. Entries keep their places. */
        public Mapping withDefaults(Map<String, Node> others) {
            Mapping merged = new Mapping(origin(), line(), column());
            merged.entries.putAll(entries);
            others.forEach((key, other) -> merged.entries.merge(key, other, Mapping::first));
            return merged;
        }

        private static Node first(Node own, Node other) {
            return own instanceof Mapping mine && other instanceof Mapping theirs
                    ? mine.withDefaults(theirs.entries)
                    : own;
        }

        @Override
        public String describe() {
            return "a mapping";
        }
    }

    /** Values in order. */
    public static final class Sequence extends Node {

        private final List<Node> items = new ArrayList<>();

        Sequence(Origin origin, int line, int column) {
            super(origin, line, column);
        }

        public List<Node> items() {
            return Collections.unmodifiableList(items);
        }

        void add(Node item) {
            items.add(item);
        }

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** Text that may mean a number, a boolean or nothing. */
    public static final class Scalar extends Node {

        private final String text;
        private final Style style;

        Scalar(Origin origin, int line, int column, String text, Style style) {
            super(origin, line, column);
            this.text = text;
            this.style = style;
        }

        public String text() {
            return text;
        }

        public Style style() {
            return style;
        }

        /** What the text means by the rules of its file. */
        public Meaning meaning() {
            return style == Style.PLAIN ? Meaning.ofPlain(text) : Meaning.TEXT;
        }

        @Override
        public String describe() {
            return switch (meaning()) {
                case NOTHING -> "nothing";
                case NUMBER -> "the number " + text;
                case BOOLEAN -> "the boolean " + text;
                case TEXT -> "text";
            };
        }
    }

    /** How a scalar is written. */
    public enum Style {
        /** YAML without quotes: may be a number, a boolean or nothing. */
        PLAIN,
        /** YAML in quotes or as a block: text and nothing else. */
        QUOTED,
        /** A cell of a table: whatever is asked for. */
        CELL
    }
}
