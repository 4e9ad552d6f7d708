package io.taktstrom.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a simulated device has counted since it started. Thread-safe; counting allocates nothing.
 *
 * @param <K> what is counted
 */
public final class Counters<K extends Enum<K>> {

    private final Map<K, AtomicLong> values;

    public Counters(Class<K> kinds) {
        values = new EnumMap<>(kinds);
        for (K kind : kinds.getEnumConstants()) {
            values.put(kind, new AtomicLong());
        }
    }

    private AtomicLong value(K kind) {
        return Objects.requireNonNull(values.get(kind));
    }

    public void increment(K kind) {
        add(kind, 1);
    }

    public void add(K kind, long number) {
        value(kind).addAndGet(number);
    }

    /** Keeps the largest value. */
    public void max(K kind, long number) {
        value(kind).accumulateAndGet(number, Math::max);
    }

    public long get(K kind) {
        return value(kind).get();
    }
}
