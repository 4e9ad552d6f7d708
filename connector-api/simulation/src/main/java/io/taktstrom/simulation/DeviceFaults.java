package io.taktstrom.simulation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The active faults of a simulated device. Thread-safe. A request gets the first fault that matches it. */
public final class DeviceFaults {

    private final List<Active> active = new CopyOnWriteArrayList<>();
    private final Runnable onChange;

    private record Active(DeviceFault fault, AtomicLong seen) {

        /** Counts a request that matches the fault. */
        boolean hits() {
            long number = seen.getAndIncrement();
            FaultScope requests = fault.requests();
            return number >= requests.skip()
                    && (requests.times() == 0 || number < (long) requests.skip() + requests.times());
        }
    }

    /** @param onChange called after each change, by the thread that makes it */
    public DeviceFaults(Runnable onChange) {
        this.onChange = onChange;
    }

    public void add(DeviceFault fault) {
        active.add(new Active(fault, new AtomicLong()));
        onChange.run();
    }

    /** Removes each fault equal to this one. */
    public void remove(DeviceFault fault) {
        active.removeIf(candidate -> candidate.fault().equals(fault));
        onChange.run();
    }

    /** Removes all. */
    public void clear() {
        active.clear();
        onChange.run();
    }

    /** Active faults of a kind. */
    public <F extends DeviceFault> Stream<F> of(Class<F> kind) {
        return active.stream().map(Active::fault).filter(kind::isInstance).map(kind::cast);
    }

    /**
     * The fault of a request, or null.
     *
     * @param group index group of the request; 0 in protocols without one
     */
    public @Nullable DeviceFault match(int command, int group) {
        if (active.isEmpty()) {
            return null;
        }
        for (Active candidate : active) {
            if (candidate.fault().requests().matches(command, group) && candidate.hits()) {
                return candidate.fault();
            }
        }
        return null;
    }
}
