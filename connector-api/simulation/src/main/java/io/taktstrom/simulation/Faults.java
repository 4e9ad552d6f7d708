package io.taktstrom.simulation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The faults of a simulated device that are armed now. Thread-safe. A request meets the first armed fault that matches it. */
public final class Faults {

    private final List<Armed> armed = new CopyOnWriteArrayList<>();
    private final Runnable onChange;

    private record Armed(Fault fault, AtomicLong seen) {

        /** Counts a request that the fault is about. */
        boolean hits() {
            long number = seen.getAndIncrement();
            FaultScope requests = fault.requests();
            return number >= requests.skip()
                    && (requests.times() == 0 || number < (long) requests.skip() + requests.times());
        }
    }

    /**
     * None yet.
     *
     * @param onChange called after each change, by the thread that makes it
     */
    public Faults(Runnable onChange) {
        this.onChange = onChange;
    }

    /** Arms a fault. */
    public void add(Fault fault) {
        armed.add(new Armed(fault, new AtomicLong()));
        onChange.run();
    }

    /** Disarms every fault equal to this one. */
    public void remove(Fault fault) {
        armed.removeIf(candidate -> candidate.fault().equals(fault));
        onChange.run();
    }

    /** Disarms all. */
    public void clear() {
        armed.clear();
        onChange.run();
    }

    /** Whether none is armed. */
    public boolean isEmpty() {
        return armed.isEmpty();
    }

    /** Armed faults of a kind. */
    public <F extends Fault> Stream<F> of(Class<F> kind) {
        return armed.stream().map(Armed::fault).filter(kind::isInstance).map(kind::cast);
    }

    /** The fault that a request meets, or null; {@code about} says whether it is among the requests of a fault. */
    public @Nullable Fault meet(Predicate<FaultScope> about) {
        for (Armed candidate : armed) {
            if (about.test(candidate.fault().requests()) && candidate.hits()) {
                return candidate.fault();
            }
        }
        return null;
    }
}
