package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.DeviceThreads;

/**
 * The thread that lets cycles begin, on an absolute schedule: what is late does not move what comes after. Cycles that come
 * late are made up for, so that none is missing; those that are later than a second are skipped and counted.
 */
final class CycleThread implements Runnable, AutoCloseable {

    /** Longest sleep, so that the end is noticed. */
    private static final long NAP_NANOS = 20_000_000;

    private static final long MAX_LATE_NANOS = 1_000_000_000;

    /** The variables of one cycle's length. */
    private static final class Group {
        private final CycleClock beat;
        private final List<UaVariable> variables = new ArrayList<>();
        private long next;

        Group(CycleClock beat) {
            this.beat = beat;
            this.next = beat.now() + 1;
        }
    }

    private final List<Group> groups;
    private final Counters<OpcUaCounter> counters;
    private final DeviceThreads threads = new DeviceThreads();
    private volatile boolean closed;

    CycleThread(Iterable<UaVariable> variables, Counters<OpcUaCounter> counters) {
        Map<Long, Group> byCycle = new TreeMap<>();
        for (UaVariable variable : variables) {
            if (variable.isMoving()) {
                CycleClock beat = variable.beat;
                byCycle.computeIfAbsent(beat.cycleNanos(), c -> new Group(beat))
                        .variables
                        .add(variable);
            }
        }
        groups = List.copyOf(byCycle.values());
        this.counters = counters;
    }

    void start() {
        if (!groups.isEmpty()) {
            threads.start(this, ServerRun.THREADS + "-cycles");
        }
    }

    @Override
    public void run() {
        while (!closed) {
            long wait = NAP_NANOS;
            for (Group group : groups) {
                wait = Math.min(wait, step(group));
            }
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }
    }

    /** Runs a group's cycle if it is time; returns how long until its next. */
    private long step(Group group) {
        long left = group.beat.nanosUntil(group.next);
        if (left > 0) {
            return left;
        }
        if (left < -MAX_LATE_NANOS) {
            long now = group.beat.now();
            counters.add(OpcUaCounter.MISSED_CYCLES, now - group.next);
            group.next = now;
        }
        for (UaVariable variable : group.variables) {
            variable.tick(group.next);
        }
        group.next++;
        return group.beat.nanosUntil(group.next);
    }

    /** Waits for the thread to end. Idempotent. */
    @Override
    public void close() {
        closed = true;
        threads.awaitEnd();
    }
}
