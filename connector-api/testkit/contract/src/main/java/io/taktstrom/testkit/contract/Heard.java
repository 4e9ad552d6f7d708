package io.taktstrom.testkit.contract;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.taktstrom.spi.ConnectionObserver;

/** What the connections of a test told their observer. Allocates nothing where an observer must not. */
final class Heard implements ConnectionObserver {

    private final Map<Operation, LongAdder> calls = new EnumMap<>(Operation.class);
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong backwards = new AtomicLong();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    Heard() {
        for (Operation operation : Operation.values()) {
            calls.put(operation, new LongAdder());
        }
    }

    private LongAdder counter(Operation operation) {
        return Objects.requireNonNull(calls.get(operation));
    }

    @Override
    public void onOperationCompleted(Operation operation, long nanos) {
        if (nanos < 0) {
            backwards.incrementAndGet();
        }
        counter(operation).increment();
    }

    @Override
    public void onRoundTrips(int count) {
        roundTrips.addAndGet(count);
    }

    @Override
    public void onNotice(String message) {
        notices.add(message);
    }

    long calls(Operation operation) {
        return counter(operation).sum();
    }

    long roundTrips() {
        return roundTrips.get();
    }

    /** How many calls were said to have taken less than no time. */
    long backwards() {
        return backwards.get();
    }

    List<String> notices() {
        return notices;
    }
}
