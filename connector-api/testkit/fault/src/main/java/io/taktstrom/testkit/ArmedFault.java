package io.taktstrom.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A fault in force at a {@link FaultProxy}, until it is disarmed. Safe for use by any thread. */
public final class ArmedFault {

    static final int EVERY_CONNECTION = 0;

    private final Consumer<ArmedFault> onDisarm;
    private final int connection;
    private final Fault fault;
    private final AtomicInteger firings = new AtomicInteger();

    ArmedFault(Consumer<ArmedFault> onDisarm, int connection, Fault fault) {
        this.onDisarm = onDisarm;
        this.connection = connection;
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }

    /**
     * How often it happened: the connections it struck (Stall, Reset, Truncate, Corrupt, BlackHole), the pieces it made or
     * held (Split, RandomSplit, Coalesce, Delay), the times it closed the listener (Refuse). A test of a fault that never
     * fired shows nothing: assert this.
     */
    public int firings() {
        return firings.get();
    }

    /** Ends the fault: a stalled connection flows again, a refused port listens again. Idempotent. */
    public void disarm() {
        onDisarm.accept(this);
    }

    boolean concerns(int number) {
        return connection == EVERY_CONNECTION || connection == number;
    }

    void fired() {
        firings.incrementAndGet();
    }

    @Override
    public String toString() {
        return fault + (connection == EVERY_CONNECTION ? "" : " on connection " + connection) + ", fired " + firings;
    }
}
