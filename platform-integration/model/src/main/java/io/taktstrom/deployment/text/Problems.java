package io.taktstrom.deployment.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.deployment.Problem;

/** Collects what is wrong, up to a limit: a file of nothing but mistakes must not fill the memory. One thread. */
public final class Problems {

    /** Most problems that are kept; the rest is counted. */
    public static final int LIMIT = 1000;

    private final String mainFile;
    private final List<Problem> kept = new ArrayList<>();
    private final Map<String, Integer> fileOrder = new HashMap<>();
    private int suppressed;

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
        if (hasRoom()) {
            add(new Problem(node.file(), node.line(), node.column(), node.path(), message, hint.get()));
        }
    }

    /** At the key of a value. */
    public void atKey(Node node, String message, Supplier<String> hint) {
        if (hasRoom()) {
            Node.Origin key = node.origin();
            add(new Problem(node.file(), key.line(), key.column(), node.path(), message, hint.get()));
        }
    }

    /** At a place that has no value. */
    public void at(String file, int line, int column, String message, String hint) {
        if (hasRoom()) {
            add(new Problem(file, line, column, "", message, hint));
        }
    }

    private boolean hasRoom() {
        if (kept.size() < LIMIT) {
            return true;
        }
        suppressed++;
        return false;
    }

    private void add(Problem problem) {
        fileOrder.putIfAbsent(problem.file(), fileOrder.size());
        kept.add(problem);
    }

    public int count() {
        return kept.size() + suppressed;
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
