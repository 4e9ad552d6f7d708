package io.taktstrom.spring.config;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.deployment.grammar.Kind;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.deployment.grammar.ShapeField;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.Reference;
import org.jspecify.annotations.Nullable;

/**
 * A tree of properties as the text of a deployment file: names as the grammar spells them, values quoted where text is
 * wanted. What may be secret, or is put together by Spring, is a reference there.
 */
final class PropertyText {

    private final StringBuilder text = new StringBuilder();
    private final Map<String, PropertyTree.Leaf> leaves = new HashMap<>();
    private final Map<String, PropertyTree.Leaf> references = new HashMap<>();

    PropertyText(PropertyTree.Branch root, Shape grammar) {
        mapping(root, List.of(grammar), false, "");
        text.append('\n');
    }

    String text() {
        return text.toString();
    }

    /** By the path of a value in the text. */
    Map<String, PropertyTree.Leaf> leaves() {
        return leaves;
    }

    /** By the name that stands for a value in the text. */
    Map<String, PropertyTree.Leaf> references() {
        return references;
    }

    /** A name as Spring compares it. */
    static String uniform(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** @param named whether the keys are the user's, and the shapes those of what is below */
    private void mapping(PropertyTree.Branch branch, List<Shape> shapes, boolean named, String path) {
        text.append('{');
        String separator = "";
        for (Map.Entry<String, Object> child : branch.children.entrySet()) {
            text.append(separator);
            separator = ", ";
            ShapeField field = named ? null : field(shapes, child.getKey());
            String key = field == null ? selector(shapes, named, child.getKey()) : field.name();
            String below = path.isEmpty() ? key : path + "." + key;
            quote(key);
            text.append(": ");
            if (named && child.getValue() instanceof PropertyTree.Branch entry) {
                mapping(entry, shapes, false, below);
            } else {
                value(child.getValue(), field == null ? null : field.kind(), below);
            }
        }
        text.append('}');
    }

    private static @Nullable ShapeField field(List<Shape> shapes, String key) {
        return shapes.stream()
                .flatMap(shape -> shape.fields().stream())
                .filter(field -> uniform(field.name()).equals(uniform(key)))
                .findFirst()
                .orElse(null);
    }

    /** {@code TYPE} of a variable is {@code type}; other unknown keys stay as they are, to be reported. */
    private static String selector(List<Shape> shapes, boolean named, String key) {
        boolean selects = !named && !shapes.isEmpty() && List.of("type", "mode").contains(uniform(key));
        return selects ? uniform(key) : key;
    }

    private void value(Object value, @Nullable Kind kind, String path) {
        if (value instanceof PropertyTree.Leaf leaf) {
            leaves.put(path, leaf);
            scalar(leaf, kind instanceof Kind.OneOrMore many ? many.item() : kind);
        } else if (value instanceof PropertyTree.Branch branch && branch.isList()) {
            sequence(branch.items(), kind, path);
        } else if (value instanceof PropertyTree.Branch branch) {
            List<Shape> shapes =
                    kind instanceof Kind.Nested nested ? nested.choice().shapes() : List.of();
            mapping(branch, shapes, kind instanceof Kind.MapOf, path);
        }
    }

    private void sequence(List<Object> items, @Nullable Kind kind, String path) {
        text.append('[');
        for (int i = 0; i < items.size(); i++) {
            text.append(i == 0 ? "" : ", ");
            value(
                    items.get(i),
                    kind instanceof Kind.ListOf list ? new Kind.One(list.choice()) : kind,
                    path + "[" + i + "]");
        }
        text.append(']');
    }

    private void scalar(PropertyTree.Leaf leaf, @Nullable Kind kind) {
        String value = leaf.value();
        boolean ours = value.matches(Reference.PATTERN);
        boolean secret = kind instanceof Kind.Value of && of.secret() && !leaf.isWritten();
        if (!ours && (secret || Reference.isMeant(value))) {
            String name = leaf.name().toString().replaceAll("[^A-Za-z0-9]", "_");
            references.put(name, leaf);
            quote("${env:" + name + "}");
        } else if (isBare(kind) && value.matches("[A-Za-z0-9_.+-]+")) {
            text.append(value);
        } else {
            quote(value);
        }
    }

    private static boolean isBare(@Nullable Kind kind) {
        return kind instanceof Kind.Value value
                ? value.type() instanceof OptionType.Whole || value.type() instanceof OptionType.Flag
                : kind instanceof Kind.Decimal;
    }

    /** As in JSON, which YAML takes. */
    private void quote(String value) {
        text.append('"');
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (c < 0x20 || c == 0x7f) {
                text.append(String.format("\\u%04x", c));
            } else {
                text.append((char) c);
            }
        });
        text.append('"');
    }
}
