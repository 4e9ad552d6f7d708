package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Kind;
import io.taktstrom.deployment.grammar.NotificationShapes;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.Reference;
import io.taktstrom.model.DataType;
import io.taktstrom.text.Meaning;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Checks single values against what the grammar wants. Every method gives null when it has noted a problem. */
final class ScalarReader {

    private static final Map<String, String> NOUNS = Map.of(
            FileKeys.CONNECTIONS,
            "connection",
            FileKeys.SCAN_CLASSES,
            "scan class",
            FileKeys.SINKS,
            "sink",
            NotificationShapes.RECEIVERS,
            "receiver");

    /** A number in JSON: what all versions of YAML read alike. */
    private static final Pattern PLAIN_NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");

    private final Problems problems;
    private final OutsideValues outside;
    private final Map<String, Set<String>> names;

    /** @param names by section, what a reference may name */
    ScalarReader(Problems problems, OutsideValues outside, Map<String, Set<String>> names) {
        this.problems = problems;
        this.outside = outside;
        this.names = names;
    }

    /** The value as checked text; for a boolean {@code true} or {@code false}. */
    @Nullable
    String read(Node node, Kind kind) {
        if (kind instanceof Kind.Value value && value.secret()) {
            return secret(node, value);
        }
        if (node instanceof Node.Sequence list
                && kind instanceof Kind.Value value
                && value.type() instanceof OptionType.Words words) {
            return words(list, words);
        }
        if (node instanceof Node.Mapping mapping
                && kind instanceof Kind.Value value
                && value.type() instanceof OptionType.Pairs pairs) {
            return pairs(mapping, pairs);
        }
        if (!(node instanceof Node.Scalar scalar)) {
            problems.at(node, "must be a single value, not " + node.describe(), "");
            return null;
        }
        if (scalar.meaning() == Meaning.NOTHING) {
            problems.at(node, "has no value", "give it one, or remove the key");
            return null;
        }
        if (scalar.reference() != null) {
            return fetched(scalar, kind);
        }
        if (Reference.isMeant(scalar.text())) {
            outside.report(scalar);
            return null;
        }
        return plain(scalar, kind);
    }

    /** A list, as the text that stands for the same. */
    private @Nullable String words(Node.Sequence list, OptionType.Words type) {
        Kind word = new Kind.Value(new OptionType.Choice(type.choices()), false);
        List<String> texts = new ArrayList<>();
        for (Node item : list.items()) {
            String text = read(item, word);
            if (text == null) {
                return null;
            }
            texts.add(text);
        }
        String text = String.join(", ", texts);
        try {
            type.parse(text);
            return text;
        } catch (IllegalArgumentException e) {
            problems.at(list, String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    /** A mapping, as the text that stands for the same. */
    private @Nullable String pairs(Node.Mapping mapping, OptionType.Pairs type) {
        Map<String, String> pairs = new LinkedHashMap<>();
        boolean right = true;
        for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
            boolean secret = type.secret().test(entry.getKey());
            String value =
                    read(entry.getValue(), secret ? new Kind.Value(OptionType.Text.ANY, true) : new Kind.Label());
            if (value != null) {
                try {
                    type.check().accept(entry.getKey(), value);
                    pairs.put(entry.getKey(), value);
                } catch (IllegalArgumentException e) {
                    problems.at(entry.getValue(), String.valueOf(e.getMessage()), "");
                }
            }
            right &= pairs.containsKey(entry.getKey());
        }
        return right ? OptionType.Pairs.text(pairs) : null;
    }

    private @Nullable String secret(Node node, Kind.Value kind) {
        if (node instanceof Node.Scalar scalar && (scalar.reference() != null || outside.allowsLiteral(scalar))) {
            return fetched(scalar, kind);
        }
        if (node instanceof Node.Scalar scalar && Reference.isMeant(scalar.text())) {
            outside.report(scalar);
        } else {
            outside.literalSecret(node);
        }
        return null;
    }

    /** No message may have the value in it, which may be a secret. */
    private @Nullable String fetched(Node.Scalar node, Kind kind) {
        String text = new ScalarReader(new Problems(""), outside, names).plain(node, kind);
        if (text == null) {
            String what = node.reference() == null ? "its value" : "what " + node.reference() + " holds";
            problems.at(node, what + " is not " + describe(kind), "");
        }
        return text;
    }

    private static String describe(Kind kind) {
        if (kind instanceof Kind.Value value) {
            return value.type().describe();
        }
        if (kind instanceof Kind.Decimal decimal) {
            return decimal.range().describe();
        }
        if (kind instanceof Kind.Reference reference) {
            return "the name of a " + NOUNS.get(reference.section());
        }
        return kind instanceof Kind.IecType ? "an IEC 61131-3 type" : "text";
    }

    private @Nullable String plain(Node.Scalar node, Kind kind) {
        if (kind instanceof Kind.Value value) {
            return value(node, value.type());
        }
        if (kind instanceof Kind.Decimal decimal) {
            return decimal(node, decimal.range());
        }
        if (kind instanceof Kind.Reference reference) {
            return reference(node, reference.section());
        }
        if (kind instanceof Kind.IecType) {
            return iecType(node);
        }
        return kind instanceof Kind.Label || text(node) ? node.text() : null;
    }

    boolean isKnown(Kind.Reference reference, String name) {
        return names.getOrDefault(reference.section(), Set.of()).contains(name);
    }

    private @Nullable String value(Node.Scalar node, OptionType<?> type) {
        boolean bare = type instanceof OptionType.Whole || type instanceof OptionType.Flag;
        if (bare && node.style() == Node.Style.QUOTED) {
            problems.at(node, "must be " + type.describe() + ", but is text", "remove the quotes");
            return null;
        }
        if (bare && isAmbiguous(node)) {
            return null;
        }
        if (type instanceof OptionType.Text pattern && node.meaning() != Meaning.TEXT) {
            String hint = Pattern.matches(pattern.pattern(), node.text()) ? quoted(node) : "";
            problems.at(node, "must be " + type.describe() + ", but is " + node.describe(), hint);
            return null;
        }
        String text = type instanceof OptionType.Flag ? node.text().toLowerCase(Locale.ROOT) : node.text();
        try {
            type.parse(text);
            return text;
        } catch (IllegalArgumentException e) {
            problems.at(node, String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    private boolean text(Node.Scalar node) {
        if (node.meaning() == Meaning.TEXT) {
            return true;
        }
        problems.at(node, "must be text, but is " + node.describe(), quoted(node));
        return false;
    }

    private static String quoted(Node.Scalar node) {
        return "write \"" + node.text() + "\"";
    }

    private @Nullable String decimal(Node.Scalar node, Kind.Decimal.Range range) {
        if (node.style() == Node.Style.QUOTED) {
            problems.at(node, "must be " + range.describe() + ", but is text", "remove the quotes");
            return null;
        }
        if (isAmbiguous(node)) {
            return null;
        }
        double number = Meaning.ofPlain(node.text()) == Meaning.NUMBER ? Double.parseDouble(node.text()) : Double.NaN;
        if (Double.isFinite(number) && range.contains(number)) {
            return node.text();
        }
        problems.at(node, "'" + node.text() + "' is not " + range.describe(), "");
        return null;
    }

    /** Reports a number whose value depends on who reads it: 010 is ten in YAML 1.2 and eight in YAML 1.1. */
    private boolean isAmbiguous(Node.Scalar node) {
        if (Meaning.ofPlain(node.text()) != Meaning.NUMBER
                || PLAIN_NUMBER.matcher(node.text()).matches()) {
            return false;
        }
        problems.at(node, "'" + node.text() + "' is not a plain number", "write one such as 12, -3 or 0.5");
        return true;
    }

    private @Nullable String reference(Node.Scalar node, String section) {
        if (!text(node)) {
            return null;
        }
        Set<String> known = names.getOrDefault(section, Set.of());
        if (known.contains(node.text())) {
            return node.text();
        }
        problems.at(
                node,
                "unknown " + NOUNS.get(section) + " '" + node.text() + "'",
                () -> known.isEmpty() ? "define it under " + section : Closest.hint(node.text(), known));
        return null;
    }

    private @Nullable String iecType(Node.Scalar node) {
        try {
            DataType.parse(node.text());
            return node.text();
        } catch (IllegalArgumentException e) {
            problems.at(node, String.valueOf(e.getMessage()), "");
            return null;
        }
    }
}
