package io.taktstrom.deployment.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** What entries of a file have that do not say it themselves. */
final class Defaults {

    /** Below them are defaults again: of each section, and of each type of connection and sink. */
    private static final Set<String> LEVELS = Set.of(FileKeys.DEFAULTS, FileKeys.CONNECTIONS, FileKeys.SINKS);

    private final Node.@Nullable Mapping node;
    private final Choice points;

    private Defaults(Node.@Nullable Mapping node, Choice points) {
        this.node = node;
        this.points = points;
    }

    /** @param node of a file; null where it has none */
    static Defaults of(@Nullable Node node, Shape grammar, Problems problems, ShapeReader shapes) {
        Choice points = grammar.choice(FileKeys.POINTS);
        if (node == null || LoadContext.isEmpty(node)) {
            return new Defaults(null, points);
        }
        check(node, grammar.choice(FileKeys.DEFAULTS), problems, shapes);
        return new Defaults(node instanceof Node.Mapping mapping ? mapping : null, points);
    }

    /** Values are checked where they are used; a key that nothing has would be used nowhere. */
    private static void check(Node node, Choice choice, Problems problems, ShapeReader shapes) {
        if (!(node instanceof Node.Mapping mapping)) {
            problems.at(
                    node, "must be a mapping, not " + node.describe(), "write keys and values, such as {key: value}");
            return;
        }
        Shape shape = choice.shapes().get(0);
        shapes.noUnknownKeys(mapping, shape, choice);
        if (LEVELS.contains(shape.name())) {
            mapping.entries().forEach((key, value) -> {
                if (shape.field(key) != null && !LoadContext.isEmpty(value)) {
                    check(value, shape.choice(key), problems, shapes);
                }
            });
        }
    }

    /** The same sections with what these defaults add. */
    Sections applied(Sections sections) {
        if (node != null) {
            sections.replaceAll(FileKeys.CONNECTIONS, entry -> byType(FileKeys.CONNECTIONS, entry));
            sections.replaceAll(FileKeys.SINKS, entry -> byType(FileKeys.SINKS, entry));
            sections.replaceAll(FileKeys.STREAMS, entry -> with(entry, in(node, FileKeys.STREAMS)));
            sections.replaceAll(FileKeys.POINTS, this::point);
        }
        return sections;
    }

    private Node byType(String section, Node entry) {
        return entry instanceof Node.Mapping mapping && mapping.get("type") instanceof Node.Scalar type
                ? with(entry, in(in(node, section), type.text()))
                : entry;
    }

    private Node point(Node entry) {
        Node.Mapping all = in(node, FileKeys.POINTS);
        if (all == null || !(entry instanceof Node.Mapping mapping)) {
            return entry;
        }
        Shape shape = ShapeReader.byKey(mapping, points);
        Map<String, Node> fitting = new LinkedHashMap<>(all.entries());
        fitting.keySet().removeIf(key -> shape.field(key) == null);
        return mapping.withDefaults(fitting);
    }

    private static Node with(Node entry, Node.@Nullable Mapping defaults) {
        return entry instanceof Node.Mapping mapping && defaults != null
                ? mapping.withDefaults(defaults.entries())
                : entry;
    }

    private static Node.@Nullable Mapping in(Node.@Nullable Mapping mapping, String key) {
        return mapping != null && mapping.get(key) instanceof Node.Mapping within ? within : null;
    }
}
