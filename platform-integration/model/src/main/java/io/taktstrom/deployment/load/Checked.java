package io.taktstrom.deployment.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.deployment.grammar.ShapeField;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.text.Node;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that has been checked against its shape.
 *
 * @param texts the single values that stand in the file or outside it, checked
 * @param valid whether nothing in it is wrong; the methods may only be called when it is
 */
record Checked(Node.Mapping node, Shape shape, Map<String, String> texts, boolean valid) {

    /** A value or its default. */
    String text(String field) {
        String text = optional(field);
        if (text == null) {
            throw new IllegalStateException(node.path() + " was checked but has no " + field);
        }
        return text;
    }

    /** A value or its default or null. */
    @Nullable
    String optional(String field) {
        String text = texts.get(field);
        ShapeField known = shape.field(field);
        return text != null || known == null ? text : known.defaultText();
    }

    double number(String field) {
        return Double.parseDouble(text(field));
    }

    /** A number, or null where there is none. */
    int whole(String field) {
        return Integer.parseInt(text(field));
    }

    boolean flag(String field) {
        return Boolean.parseBoolean(text(field));
    }

    Duration time(String field) {
        return Durations.parse(text(field));
    }

    @Nullable
    Double optionalNumber(String field) {
        String text = optional(field);
        return text == null ? null : Double.valueOf(text);
    }

    /** A duration, or null where there is none. */
    @Nullable
    Duration optionalTime(String field) {
        String text = optional(field);
        return text == null ? null : Durations.parse(text);
    }

    /** One value or a list of them. */
    List<String> list(String field) {
        Node value = node.get(field);
        if (value instanceof Node.Sequence sequence) {
            return sequence.items().stream()
                    .map(item -> ((Node.Scalar) item).text())
                    .toList();
        }
        return value instanceof Node.Scalar scalar ? List.of(scalar.text()) : List.of();
    }

    /** Free keys and their values. */
    Map<String, String> labels(String field) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (node.get(field) instanceof Node.Mapping mapping) {
            mapping.entries().forEach((key, value) -> labels.put(key, ((Node.Scalar) value).text()));
        }
        return labels;
    }

    /** The values that differ from their defaults. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>(texts);
        shape.fields().forEach(field -> options.remove(field.name(), field.defaultText()));
        return options;
    }
}
