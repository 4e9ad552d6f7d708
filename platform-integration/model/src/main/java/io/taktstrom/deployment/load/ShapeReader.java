package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.Kind;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.deployment.grammar.ShapeField;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Checks mappings against their shapes. What stands in mappings and lists within is up to the caller. */
final class ShapeReader {

    private static final Kind SELECTOR = new Kind.Label();
    private static final Kind LABEL = new Kind.Label();

    private final Problems problems;
    private final ScalarReader scalars;

    ShapeReader(Problems problems, ScalarReader scalars) {
        this.problems = problems;
        this.scalars = scalars;
    }

    /** The mapping's shape; null when it is not a mapping or does not say which, which is then among the problems. */
    @Nullable
    Shape choose(Node node, Choice choice) {
        if (!(node instanceof Node.Mapping mapping)) {
            problems.at(
                    node, "must be a mapping, not " + node.describe(), "write keys and values, such as {key: value}");
            return null;
        }
        if (choice instanceof Choice.ByValue byValue) {
            return byValue(mapping, byValue);
        }
        return byKey(mapping, choice);
    }

    /** The shape by the key that only it has; the last one when there is none of them. */
    static Shape byKey(Node.Mapping mapping, Choice choice) {
        List<Shape> shapes = choice.shapes();
        for (Shape shape : shapes) {
            if (mapping.get(shape.name()) != null) {
                return shape;
            }
        }
        return shapes.get(shapes.size() - 1);
    }

    private @Nullable Shape byValue(Node.Mapping mapping, Choice.ByValue choice) {
        Node selector = mapping.get(choice.key());
        if (selector == null) {
            problems.at(mapping, "needs '" + choice.key() + "'", () -> Closest.list(choice.names()));
            return null;
        }
        String word = scalars.read(selector, SELECTOR);
        Shape shape = word == null ? null : choice.shape(word);
        if (word != null && shape == null) {
            String what = "unknown " + choice.key() + " '" + word + "'";
            problems.at(selector, what, () -> hint(word, choice));
        }
        return shape;
    }

    /** One that was mistyped is there; one that is not must come from elsewhere. */
    private static String hint(String word, Choice.ByValue choice) {
        String guess = Closest.guess(word, choice.names());
        if (!guess.isEmpty()) {
            return guess;
        }
        String list = Closest.list(choice.names());
        return choice.remedy().isEmpty() ? list : list + "; to have it, " + choice.remedy();
    }

    /** A single value as checked text; null when it is wrong, which is then among the problems. */
    @Nullable
    String value(Node node, Kind kind) {
        return scalars.read(node, kind);
    }

    /** Chooses the shape of a mapping and reads it; null when there is no mapping, or no shape fits. */
    @Nullable
    Checked read(@Nullable Node node, Choice choice) {
        Shape shape = node == null ? null : choose(node, choice);
        return node == null || shape == null ? null : read(node, shape, choice);
    }

    /** Checks a mapping that {@link #choose} has chosen a shape for. */
    Checked read(Node node, Shape shape, Choice choice) {
        Node.Mapping mapping = (Node.Mapping) node;
        int before = problems.count();
        noUnknownKeys(mapping, shape, choice);
        Checked checked = read(mapping, shape);
        return new Checked(mapping, shape, checked.texts(), problems.count() == before);
    }

    /** Reports keys that neither the shape nor, where another would be chosen by its key, another shape has. */
    void noUnknownKeys(Node.Mapping mapping, Shape shape, Choice choice) {
        List<String> known = new ArrayList<>(shape.fieldNames());
        if (choice instanceof Choice.ByValue byValue) {
            known.add(0, byValue.key());
        }
        mapping.entries().forEach((key, value) -> {
            if (!known.contains(key)) {
                problems.atKey(value, "unknown key", () -> {
                    List<String> candidates = new ArrayList<>(known);
                    if (choice instanceof Choice.ByKey) {
                        choice.shapes().stream()
                                .map(Shape::name)
                                .filter(name -> shape.field(name) == null && !name.equals(shape.name()))
                                .forEach(candidates::add);
                    }
                    return Closest.hint(key, candidates);
                });
            }
        });
    }

    /** Checks the fields of a mapping, and lets other keys pass. */
    Checked read(Node.Mapping mapping, Shape shape) {
        int before = problems.count();
        Map<String, String> texts = new HashMap<>();
        for (ShapeField field : shape.fields()) {
            Node value = mapping.get(field.name());
            if (value == null) {
                if (field.required()) {
                    problems.at(mapping, "needs '" + field.name() + "'", field.description());
                } else if (field.kind() instanceof Kind.Reference && field.defaultText() != null) {
                    defaultReference(mapping, field);
                }
            } else if (field.kind() instanceof Kind.OneOrMore several) {
                oneOrMore(value, several.item());
            } else if (field.kind() instanceof Kind.Labels) {
                labels(value);
            } else if (!(field.kind() instanceof Kind.Nested)) {
                String text = scalars.read(value, field.kind());
                if (text != null) {
                    texts.put(field.name(), text);
                }
            }
        }
        return new Checked(mapping, shape, texts, problems.count() == before);
    }

    private void defaultReference(Node.Mapping mapping, ShapeField field) {
        Kind.Reference reference = (Kind.Reference) field.kind();
        if (!scalars.isKnown(reference, String.valueOf(field.defaultText()))) {
            problems.at(
                    mapping,
                    "needs '" + field.name() + "'",
                    "name one, or define '" + field.defaultText() + "' under " + reference.section()
                            + " for all without");
        }
    }

    private void oneOrMore(Node value, Kind item) {
        if (!(value instanceof Node.Sequence sequence)) {
            scalars.read(value, item);
            return;
        }
        if (sequence.items().isEmpty()) {
            problems.at(value, "needs at least one entry", "");
        }
        Set<String> seen = new HashSet<>();
        for (Node entry : sequence.items()) {
            String text = scalars.read(entry, item);
            if (text != null && !seen.add(text)) {
                problems.at(entry, "duplicate entry '" + text + "'", "remove one");
            }
        }
    }

    private void labels(Node value) {
        if (!(value instanceof Node.Mapping mapping)) {
            problems.at(value, "must be a mapping, not " + value.describe(), "write labels: {key: value}");
            return;
        }
        for (Node label : mapping.entries().values()) {
            scalars.read(label, LABEL);
        }
    }
}
