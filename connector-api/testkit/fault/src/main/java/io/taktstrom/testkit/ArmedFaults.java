package io.taktstrom.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The faults in force at a {@link FaultProxy}, and where its threads wait until that changes. Thread-safe. */
final class ArmedFaults {

    private final List<ArmedFault> armed = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate();
    private final long seed;

    ArmedFaults(long seed) {
        this.seed = seed;
    }

    long seed() {
        return seed;
    }

    Gate gate() {
        return gate;
    }

    List<ArmedFault> list() {
        return List.copyOf(armed);
    }

    void add(ArmedFault fault) {
        armed.add(fault);
    }

    void remove(ArmedFault fault) {
        armed.remove(fault);
    }

    void clear() {
        armed.clear();
    }

    /** Those of a kind that concern one connection. */
    Stream<ArmedFault> of(int connection, Class<? extends Fault> kind) {
        return armed.stream().filter(each -> each.concerns(connection) && kind.isInstance(each.fault()));
    }

    /** Returns when the limit has passed, the fault is disarmed, or the condition holds. */
    void await(ArmedFault fault, Duration limit, BooleanSupplier otherwise) {
        gate.await(limit, () -> !armed.contains(fault) || otherwise.getAsBoolean());
    }
}
