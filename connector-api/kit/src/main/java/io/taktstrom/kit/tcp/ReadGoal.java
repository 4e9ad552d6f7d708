package io.taktstrom.kit.tcp;

/** What a thread reads for; only that thread asks. */
@FunctionalInterface
public interface ReadGoal {
    boolean reached();
}
