package io.taktstrom.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** Collects what is wrong, up to a limit: a file of nothing but mistakes must not fill the memory. One thread. */
public final class Problems {

    /** Most problems that are kept; the rest is counted. */
    public static final int LIMIT = 1000;

    private final String mainFile;
    private final List<Problem> kept = new ArrayList<>();
    /** A value that many rows share is wrong once. */
    private final Set<String> seen = new HashSet<>();

    private final Map<String, Integer> fileOrder = new HashMap<>();
    private int suppressed;
    private int repeated;

    /** @param mainFile the problems of this file come first */
    public Problems(String mainFile) {
        this.mainFile = mainFile;
        fileOrder.put(mainFile, 0);
    }

    /** At a value. */
    public void at(Node node, String message, String hint) {
        at(node, message, () -> hint);
    }

    /** At a value, with a hint that takes time to find. */
    public void at(Node node, String message, Supplier<String> hint) {
        add(node.file(), node.line(), node.column(), node, message, hint);
    }

    /** At a character of a text, from 0; where the file does not have its characters as they are, where it begins. */
    public void atCharacter(Node.Scalar node, int character, String message, Supplier<String> hint) {
        add(node.file(), node.line(), node.columnOf(character), node, message, hint);
    }

    /** At the key of a value. */
    public void atKey(Node node, String message, Supplier<String> hint) {
        add(node.file(), node.origin().line(), node.origin().column(), node, message, hint);
    }

    /** At a place that has no value. */
    public void at(String file, int line, int column, String message, String hint) {
        add(file, line, column, null, message, () -> hint);
    }

    private void add(String file, int line, int column, @Nullable Node node, String message, Supplier<String> hint) {
        if (kept.size() == LIMIT) {
            suppressed++;
        } else if (seen.add(file + ":" + line + ":" + column + ": " + message)) {
            fileOrder.putIfAbsent(file, fileOrder.size());
            // A mistake in a template is made once, however often the template is used: the first use stands for all.
            String via = node == null ? "" : node.via();
            kept.add(new Problem(
                    file,
                    line,
                    column,
                    node == null ? "" : node.path(),
                    via.isEmpty() ? message : message + " (" + via + ")",
                    hint.get()));
        } else {
            repeated++;
        }
    }

    /** How many were reported, the same one each time again: so a difference says whether something was wrong. */
    public int count() {
        return kept.size() + suppressed + repeated;
    }

    /** By file, line and column; the main file first, the others as they came. */
    public List<Problem> sorted() {
        List<Problem> sorted = new ArrayList<>(kept);
        sorted.sort(Comparator.<Problem>comparingInt(problem -> fileOrder.getOrDefault(problem.file(), 0))
                .thenComparingInt(Problem::line)
                .thenComparingInt(Problem::column));
        if (suppressed > 0) {
            sorted.add(new Problem(
                    mainFile, 0, 0, "", suppressed + " more problems are not shown", "correct these first"));
        }
        return sorted;
    }
}
