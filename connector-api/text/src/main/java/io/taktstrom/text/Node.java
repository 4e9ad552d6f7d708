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
     * @param via of a root, why it is there; null for the file that was asked for
     */
    public record Origin(
            @Nullable Node parent,
            String key,
            int index,
            int line,
            int column,
            @Nullable Via via) {

        static Origin root(String file, @Nullable Via via) {
            return new Origin(null, file, 0, 1, 1, via);
        }

        static Origin entry(Node mapping, String key, int line, int column) {
            return new Origin(mapping, key, 0, line, column, null);
        }

        static Origin item(Sequence sequence, int line, int column) {
            return new Origin(sequence, "", sequence.items.size(), line, column, null);
        }
    }

    /**
     * Why there is a root that was not asked for.
     *
     * @param what was done, for people: {@code included}
     * @param at who did it
     * @param path of the root in its file, when it is a part of it; empty otherwise
     */
    public record Via(String what, Node at, String path) {

        /** All the way from the file that was asked for: {@code in template press, used at plant.yaml:40:5}. */
        public String text() {
            String before = at.via();
            return what + " at " + at.file() + ":" + at.line + ":" + at.column
                    + (before.isEmpty() ? "" : ", " + before);
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
            return origin.via == null ? "" : origin.via.path;
        }
        String before = origin.parent.path();
        if (origin.parent instanceof Sequence) {
            return before + "[" + origin.index + "]";
        }
        return before.isEmpty() ? origin.key : before + "." + origin.key;
    }

    /** How its file or its template came to be read; empty in the file that was asked for. */
    public final String via() {
        if (origin.parent != null) {
            return origin.parent.via();
        }
        return origin.via == null ? "" : origin.via.text();
    }

    /** {@code file:line:column}, of which editors and terminals make links, and how one got there. */
    public final String place() {
        String via = via();
        return file() + ":" + line + ":" + column + (via.isEmpty() ? "" : " (" + via + ")");
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

        /** A mapping at this place with these entries, which keep theirs. */
        public Mapping with(Map<String, Node> others) {
            Mapping replaced = new Mapping(origin(), line(), column());
            replaced.entries.putAll(others);
            return replaced;
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

        /** A list at this place with these items, which keep theirs. */
        public Sequence with(List<Node> others) {
            Sequence replaced = new Sequence(origin(), line(), column());
            replaced.items.addAll(others);
            return replaced;
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
        private final @Nullable String reference;
        /** Columns from its place to the first character; negative when the file has other characters than the text. */
        private final int inset;

        Scalar(Origin origin, int line, int column, String text, Style style) {
            this(origin, line, column, text, style, -1);
        }

        Scalar(Origin origin, int line, int column, String text, Style style, int inset) {
            this(origin, line, column, text, style, null, inset);
        }

        private Scalar(
                Origin origin, int line, int column, String text, Style style, @Nullable String reference, int inset) {
            super(origin, line, column);
            this.text = text;
            this.style = style;
            this.reference = reference;
            this.inset = inset;
        }

        public String text() {
            return text;
        }

        /** The reference in the file that was resolved to a text, which may be secret; null for a literal text. */
        public @Nullable String reference() {
            return reference;
        }

        /**
         * Another text at this place, which is whatever is asked for.
         *
         * @param newReference what stands here for it; null when it is not a secret
         */
        public Scalar with(String newText, @Nullable String newReference) {
            return new Scalar(origin(), line(), column(), newText, Style.CELL, newReference, -1);
        }

        Scalar at(Origin place) {
            return new Scalar(place, line(), column(), text, style, reference, inset);
        }

        /** The column in the file of a character of the text, from 0; where they cannot be told, where it begins. */
        int columnOf(int character) {
            return inset < 0 ? column() : column() + inset + character;
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
        /** A cell of a table, or a text from elsewhere: whatever is asked for. */
        CELL
    }
}
