package io.taktstrom.text;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML 1.2 document as nodes. A part of YAML only: no aliases, so a small file stays small; no tags, so text
 * never becomes an object; keys are text and unique.
 */
public final class YamlText {

    private static final String REFERENCE = "${";
    private static final int MAX_DEPTH = 20;
    private static final int MAX_SCALAR = 4096;

    private final String file;
    private final Problems problems;
    private final NodeBudget budget;
    private final UnaryOperator<Node.Scalar> references;
    private final Iterator<Event> events;
    /** Every point has the same keys: one copy of each is enough. */
    private final Map<String, String> keys = new HashMap<>();

    private Event last;
    private boolean hasAliases;

    private YamlText(
            String file, String text, Problems problems, NodeBudget budget, UnaryOperator<Node.Scalar> references) {
        this.file = file;
        this.references = references;
        this.problems = problems;
        this.budget = budget;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        events = new Parse(settings).parseReader(new WholeCharacters(text)).iterator();
        last = events.next(); // the stream starts
    }

    /** The document's root; null when the file cannot be read to its end, which is then among the problems. */
    public static @Nullable Node read(String file, String text, Problems problems, NodeBudget budget) {
        return read(file, text, problems, budget, null, UnaryOperator.identity());
    }

    /**
     * The same for a file that another one names.
     *
     * @param via which one; null when there is none
     * @param references gives what a value is taken for that has <code>${</code> in it
     */
    public static @Nullable Node read(
            String file,
            String text,
            Problems problems,
            NodeBudget budget,
            Node.@Nullable Via via,
            UnaryOperator<Node.Scalar> references) {
        try {
            YamlText yaml = new YamlText(file, text, problems, budget, references);
            Node root = yaml.document(via);
            return yaml.hasAliases ? null : root;
        } catch (StoppedException e) {
            return null;
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark();
            problems.at(
                    file,
                    mark.map(m -> m.getLine() + 1).orElse(0),
                    mark.map(m -> m.getColumn() + 1).orElse(0),
                    "is not YAML: " + (e.getContext() == null ? "" : e.getContext() + ", ") + e.getProblem(),
                    "check indentation, quotes and brackets here and just above");
        } catch (ReaderException e) {
            characterProblem(file, text, e, problems);
        } catch (YamlEngineException e) {
            problems.at(file, 0, 0, "is not YAML: " + e.getMessage(), "check indentation, quotes and brackets");
        }
        return null;
    }

    private static void characterProblem(String file, String text, ReaderException e, Problems problems) {
        int line = 1;
        int column = 1;
        int end = text.offsetByCodePoints(0, Math.min(e.getPosition(), text.codePointCount(0, text.length())));
        for (int i = 0; i < end; i++) {
            boolean newLine = text.charAt(i) == '\n';
            line += newLine ? 1 : 0;
            column = newLine ? 1 : column + 1;
        }
        problems.at(
                file,
                line,
                column,
                String.format("is not YAML: character U+%04X is not allowed", e.getCodePoint()),
                "remove it, or write it as an escape in double quotes");
    }

    /** A problem has been noted after which reading on makes no sense. */
    private static final class StoppedException extends RuntimeException {

        StoppedException() {
            super(null, null, false, false);
        }
    }

    private StoppedException stop(Event event, String message, String hint) {
        problems.at(file, line(event), column(event), message, hint);
        return new StoppedException();
    }

    private Event next() {
        try {
            last = events.next();
            return last;
        } catch (IllegalArgumentException e) {
            // The scanner's own number formats leak: "\\UFFFFFFFF" is not a code point, and not a YamlEngineException.
            throw stop(last, "is not YAML: " + e.getMessage(), "check the escapes and directives here and below");
        }
    }

    private Node document(Node.@Nullable Via via) {
        Event first = next();
        if (!(first instanceof DocumentStartEvent)) {
            throw stop(first, "is empty", "the documentation has examples to start from");
        }
        Node root = node(next(), Node.Origin.root(file, via), 0);
        next(); // document end
        Event next = next();
        if (next instanceof DocumentStartEvent) {
            throw stop(next, "a second document begins here", "put it in a file of its own");
        }
        return root;
    }

    private Node node(Event event, Node.Origin origin, int depth) {
        if (!budget.spend(1)) {
            throw stop(event, budget.message(), "split the file");
        }
        if (event instanceof ScalarEvent scalar) {
            Node.Scalar value = scalar(scalar, origin);
            return value.text().contains(REFERENCE) ? references.apply(value) : value;
        }
        if (event instanceof AliasEvent) {
            problems.at(file, line(event), column(event), "aliases are not supported", "write the value out");
            hasAliases = true;
            return new Node.Scalar(origin, line(event), column(event), "", Node.Style.QUOTED);
        }
        if (depth == MAX_DEPTH) {
            throw stop(event, "is nested more than " + MAX_DEPTH + " levels deep", "check brackets and indentation");
        }
        checkTag(event, ((CollectionStartEvent) event).getTag());
        return event instanceof MappingStartEvent ? mapping(event, origin, depth) : sequence(event, origin, depth);
    }

    private Node.Scalar scalar(ScalarEvent event, Node.Origin origin) {
        checkTag(event, event.getTag());
        String text = event.getValue();
        if (text.length() > MAX_SCALAR) {
            problems.at(
                    file,
                    line(event),
                    column(event),
                    "this text has " + text.length() + " characters, more than " + MAX_SCALAR,
                    "check the quotes");
            text = text.substring(0, 10);
        }
        Node.Style style = event.isPlain() ? Node.Style.PLAIN : Node.Style.QUOTED;
        return new Node.Scalar(origin, line(event), column(event), text, style, inset(event));
    }

    /** Columns in front of the first character, where the characters of the file are those of the text; otherwise -1. */
    private static int inset(ScalarEvent event) {
        Mark start = event.getStartMark().orElse(null);
        Mark end = event.getEndMark().orElse(null);
        if (start == null || end == null || start.getLine() != end.getLine()) {
            return -1;
        }
        int quotes = event.isPlain() ? 0 : 1;
        int length = event.getValue().codePointCount(0, event.getValue().length());
        return end.getColumn() - start.getColumn() == length + 2 * quotes ? quotes : -1;
    }

    private Node.Mapping mapping(Event start, Node.Origin origin, int depth) {
        Node.Mapping mapping = new Node.Mapping(origin, line(start), column(start));
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            if (!(event instanceof ScalarEvent scalar)) {
                throw stop(
                        event, "a key must be plain text", "write 'key: value'; quote a key with special characters");
            }
            String key = keys.computeIfAbsent(scalar(scalar, origin).text(), text -> text);
            Node.Origin place = Node.Origin.entry(mapping, key, line(event), column(event));
            Node value = node(next(), place, depth + 1);
            Node first = mapping.get(key);
            if (first == null) {
                mapping.put(key, value);
            } else {
                String lines = "lines " + first.origin().line() + " and " + place.line();
                problems.atKey(value, "key is there twice, on " + lines, () -> "rename or remove one");
            }
        }
        return mapping;
    }

    private Node.Sequence sequence(Event start, Node.Origin origin, int depth) {
        Node.Sequence sequence = new Node.Sequence(origin, line(start), column(start));
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            sequence.add(node(event, Node.Origin.item(sequence, line(event), column(event)), depth + 1));
        }
        return sequence;
    }

    private void checkTag(Event event, Optional<String> tag) {
        if (tag.isPresent()) {
            problems.at(file, line(event), column(event), "tag " + tag.get() + " is not supported", "remove it");
        }
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    }

    private static int column(Event event) {
        return event.getStartMark().map(Mark::getColumn).orElse(-1) + 1;
    }
}
