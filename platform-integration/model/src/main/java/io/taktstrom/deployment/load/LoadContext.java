package io.taktstrom.deployment.load;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.text.Meaning;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import org.jspecify.annotations.Nullable;

/**
 * What all that read one deployment share. One thread.
 *
 * @param warnings what is right but does nothing
 * @param maxBytes largest file that is read
 * @param files all that were read, in their order
 */
record LoadContext(
        Problems problems,
        Problems warnings,
        OutsideValues outside,
        NodeBudget budget,
        long maxBytes,
        Set<Path> files) {

    /** @param names by section, what a reference may name */
    ShapeReader shapes(Map<String, Set<String>> names) {
        return new ShapeReader(problems, new ScalarReader(problems, outside, names));
    }

    /** A key without a value: as good as none. */
    static boolean isEmpty(@Nullable Node node) {
        return node == null || (node instanceof Node.Scalar scalar && scalar.meaning() == Meaning.NOTHING);
    }

    /** The mappings of a section by name; none where it is empty, or not a mapping, which is then among the problems. */
    Map<String, Node> entries(@Nullable Node section) {
        if (section instanceof Node.Mapping mapping) {
            return mapping.entries();
        }
        if (section != null && !isEmpty(section)) {
            problems.at(section, "must be a mapping, not " + section.describe(), "write 'name: {key: value}' for each");
        }
        return Map.of();
    }

    /** The entries of a list; none where it is empty, or not a list, which is then among the problems. */
    List<Node> items(@Nullable Node list) {
        if (list instanceof Node.Sequence sequence) {
            return sequence.items();
        }
        if (list != null && !isEmpty(list)) {
            problems.at(list, "must be a list, not " + list.describe(), "begin each entry with '- '");
        }
        return List.of();
    }

    /** What stands in a list, or alone. */
    static List<Node> oneOrMore(@Nullable Node node) {
        return node instanceof Node.Sequence sequence ? sequence.items() : node == null ? List.of() : List.of(node);
    }

    /** A file that a value names, as text; null when it cannot be read, which is then among the problems. */
    @Nullable
    String read(Node place, String path, Path file) {
        try {
            return TextFile.read(file, maxBytes);
        } catch (TextFile.UnreadableException e) {
            problems.at(place, "file " + path + " " + e.getMessage(), e.hint());
            return null;
        }
    }

    /** A path relative to the file of the value that names it; null when it is not one, which is then among the problems. */
    @Nullable
    Path resolve(Node place, String path) {
        try {
            return Path.of(place.file()).resolveSibling(path);
        } catch (InvalidPathException e) {
            problems.at(place, "'" + path + "' is not a file path", "check the path");
            return null;
        }
    }
}
