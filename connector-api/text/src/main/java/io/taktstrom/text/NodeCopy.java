package io.taktstrom.text;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Copies nodes to a root of their own, with other texts in the place of theirs. One use. */
public final class NodeCopy {

    /** What becomes of the texts. */
    public interface Texts {

        /** The value that is there instead; the same one when nothing changes. */
        Node.Scalar value(Node.Scalar value);

        /**
         * The key that is there instead; the same one when nothing changes.
         *
         * @param value what it is the key of
         */
        String key(String key, Node value);
    }

    private final Texts texts;
    private final Problems problems;
    private final NodeBudget budget;
    private boolean exhausted;

    private NodeCopy(Texts texts, Problems problems, NodeBudget budget) {
        this.texts = texts;
        this.problems = problems;
        this.budget = budget;
    }

    /**
     * The copy; null when there are too many values, which is then among the problems.
     *
     * @param via why it is made
     */
    public static Node.@Nullable Mapping of(
            Node.Mapping original, Node.Via via, Texts texts, Problems problems, NodeBudget budget) {
        NodeCopy copy = new NodeCopy(texts, problems, budget);
        Node.Mapping made = copy.mapping(original, Node.Origin.root(original.file(), via));
        if (copy.exhausted) {
            problems.at(via.at(), budget.message(), "use fewer and smaller templates");
        }
        return copy.exhausted ? null : made;
    }

    private Node node(Node original, Node.Origin origin) {
        if (!budget.spend(1)) {
            exhausted = true;
            return original;
        }
        if (original instanceof Node.Mapping mapping) {
            return mapping(mapping, origin);
        }
        if (original instanceof Node.Sequence sequence) {
            Node.Sequence made = new Node.Sequence(origin, sequence.line(), sequence.column());
            for (Node item : sequence.items()) {
                made.add(node(
                        item,
                        Node.Origin.item(
                                made, item.origin().line(), item.origin().column())));
            }
            return made;
        }
        return texts.value(((Node.Scalar) original).at(origin));
    }

    private Node.Mapping mapping(Node.Mapping original, Node.Origin origin) {
        Node.Mapping made = new Node.Mapping(origin, original.line(), original.column());
        for (Map.Entry<String, Node> entry : original.entries().entrySet()) {
            Node.Origin place = entry.getValue().origin();
            String key = texts.key(entry.getKey(), entry.getValue());
            Node value = node(entry.getValue(), Node.Origin.entry(made, key, place.line(), place.column()));
            if (made.get(key) == null) {
                made.put(key, value);
            } else {
                problems.atKey(value, "key '" + key + "' is there twice", () -> "rename or remove one");
            }
        }
        return made;
    }
}
