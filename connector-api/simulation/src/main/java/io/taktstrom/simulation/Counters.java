package io.taktstrom.simulation;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a simulated device has counted since it started. Thread-safe; counting allocates nothing.
 *
 * @param <K> what is counted
 */
public final class Counters<K extends Enum<K>> {

    private final AtomicLongArray values;

    public Counters(Class<K> kinds) {
        values = new AtomicLongArray(kinds.getEnumConstants().length);
    }

    public void increment(K kind) {
        add(kind, 1);
    }

    public void add(K kind, long number) {
        values.addAndGet(kind.ordinal(), number);
    }

    /** Keeps the largest value. */
    public void max(K kind, long value) {
        if (value > values.get(kind.ordinal())) {
            values.accumulateAndGet(kind.ordinal(), value, Math::max);
        }
    }

    public long get(K kind) {
        return values.get(kind.ordinal());
    }
}
