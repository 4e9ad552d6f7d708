package io.taktstrom.cli.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sampled stacks as a tree: each frame with the number of samples in it. One thread. */
final class FrameTree {

    /** Deeper stacks, of infinite recursion for example, are cut. */
    private static final int MAX_DEPTH = 256;

    private final String name;
    private final Map<String, FrameTree> callees = new HashMap<>();
    private long weight;

    FrameTree(String name) {
        this.name = name;
    }

    /** @param frames outermost first */
    void add(List<String> frames, long count) {
        FrameTree at = this;
        at.weight += count;
        for (String frame : frames.subList(0, Math.min(MAX_DEPTH, frames.size()))) {
            at = at.callees.computeIfAbsent(frame, FrameTree::new);
            at.weight += count;
        }
    }

    String name() {
        return name;
    }

    long weight() {
        return weight;
    }

    /** In the same order in each run. */
    Collection<FrameTree> callees() {
        return callees.values().stream()
                .sorted(Comparator.comparing(FrameTree::name))
                .toList();
    }

    int depth() {
        return 1 + callees.values().stream().mapToInt(FrameTree::depth).max().orElse(0);
    }
}
