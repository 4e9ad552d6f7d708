package io.taktstrom.cli.soak;

import java.util.ArrayList;
import java.util.List;

/** When each process of takt began, and how the one before it ended. One thread. */
final class Runs {

    private final List<Long> begun = new ArrayList<>();
    private final List<Boolean> killed = new ArrayList<>();

    /**
     * A process begins.
     *
     * @param at epoch nanoseconds
     * @param afterKill whether the one before was killed
     */
    void begin(long at, boolean afterKill) {
        begun.add(at);
        killed.add(afterKill);
    }

    /** Which process received a sample at this moment, from 1. */
    int at(long nanos) {
        int run = begun.size();
        while (run > 1 && begun.get(run - 1) > nanos) {
            run--;
        }
        return run;
    }

    /** The last one so far. */
    int last() {
        return begun.size();
    }

    /** Whether a process was killed; the last one was not yet. */
    boolean wasKilled(int run) {
        return run < killed.size() && killed.get(run);
    }
}
