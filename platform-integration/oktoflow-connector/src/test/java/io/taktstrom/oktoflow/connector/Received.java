package io.taktstrom.oktoflow.connector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import de.iip_ecosphere.platform.transport.connectors.ReceptionCallback;

/** A consumer that keeps what it gets, and throws when it is told to. */
final class Received implements ReceptionCallback<MachineState> {

    private final List<MachineState> states = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger toThrow = new AtomicInteger();
    private final AtomicInteger thrown = new AtomicInteger();

    @Override
    public void received(MachineState state) {
        if (toThrow.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            thrown.incrementAndGet();
            throw new IllegalStateException("the consumer is unwell");
        }
        states.add(state);
    }

    @Override
    public Class<MachineState> getType() {
        return MachineState.class;
    }

    void throwNext(int times) {
        toThrow.set(times);
    }

    int thrown() {
        return thrown.get();
    }

    int count() {
        return states.size();
    }

    MachineState last() {
        return states.get(states.size() - 1);
    }

    boolean hasLot(int lotSize) {
        synchronized (states) {
            return states.stream().anyMatch(state -> state.lotSize() == lotSize);
        }
    }
}
