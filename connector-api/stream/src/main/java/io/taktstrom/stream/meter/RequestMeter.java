package io.taktstrom.stream.meter;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.stream.Timings;

/**
 * Measures a connection's requests. Give it to the connection in its {@code ConnectContext}; without it the connection
 * need not even read the clock. Thread-safe; measuring allocates nothing.
 */
public final class RequestMeter extends PeerMeter implements ConnectionObserver {

    private final Map<Operation, Timings> durations = new EnumMap<>(Operation.class);
    private final LongAdder roundTrips = new LongAdder();

    /**
     * @param clock says which timings are recent
     * @param notices hears what the connection has to say
     */
    public RequestMeter(EpochNanoClock clock, Consumer<String> notices) {
        super(clock, notices);
        for (Operation operation : Operation.values()) {
            durations.put(operation, new Timings(clock));
        }
    }

    @Override
    public void onOperationCompleted(Operation operation, long nanos) {
        durations(operation).record(nanos);
    }

    @Override
    public void onRoundTrips(int count) {
        roundTrips.add(count);
    }

    /** How long calls of this kind took, failed ones included. */
    public Timings durations(Operation operation) {
        Timings timings = durations.get(operation);
        if (timings == null) {
            throw new AssertionError("no timings for " + operation);
        }
        return timings;
    }

    /** Requests that went to the device and were answered. */
    public long roundTrips() {
        return roundTrips.sum();
    }
}
