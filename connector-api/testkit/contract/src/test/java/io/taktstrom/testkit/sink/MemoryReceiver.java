package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import org.jspecify.annotations.Nullable;

/** A receiver in memory: away, full or silent as told. Thread-safe. */
final class MemoryReceiver implements SinkUnderTest {

    /** The receiver never takes it. */
    static final long REFUSED = 666;

    private enum State {
        WELL,
        AWAY,
        FULL,
        STALLED
    }

    private final @Nullable SinkDefect defect;
    private final List<ReceivedSample> samples = new ArrayList<>();
    private final Map<String, long[]> numbers = new HashMap<>();
    private State state = State.WELL;

    MemoryReceiver(@Nullable SinkDefect defect) {
        this.defect = defect;
    }

    /** It is in memory: what hangs longer hangs for good. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(defect == null ? 30 : 3);
    }

    @Override
    public SinkProvider provider() {
        return new MemorySinkProvider(this, defect);
    }

    @Override
    public Map<String, String> options() {
        return Map.of();
    }

    @Override
    public Map<String, String> unusableOptions() {
        return Map.of("usable", "false");
    }

    /** Takes samples, all or none. Repeated units are recognised by their number, unless it is 0. */
    synchronized void take(String inlet, long number, List<ReceivedSample> unit) throws IOException {
        boolean interrupted = false;
        while (state == State.STALLED) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
                if (defect != SinkDefect.IGNORES_INTERRUPTS) {
                    throw new IOException("interrupted", e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (state != State.WELL) {
            throw new IOException("the receiver is " + state);
        }
        long[] last = numbers.computeIfAbsent(inlet, name -> new long[1]);
        if (number == 0 || last[0] < number) {
            if (!unit.isEmpty()) {
                samples.addAll(unit);
            }
            last[0] = number;
        }
    }

    synchronized boolean isFull() {
        return state == State.FULL;
    }

    /** As a receiver of which a new sink makes a new one. */
    synchronized void forget() {
        samples.clear();
    }

    @Override
    public synchronized List<ReceivedSample> received() {
        return List.copyOf(samples);
    }

    @Override
    public void fail() {
        become(State.AWAY);
    }

    @Override
    public void fill() {
        become(State.FULL);
    }

    @Override
    public void stall() {
        become(State.STALLED);
    }

    @Override
    public void recover() {
        become(State.WELL);
    }

    private synchronized void become(State next) {
        state = next;
        notifyAll();
    }

    @Override
    public DataType refusedType() {
        return ScalarType.LINT;
    }

    @Override
    public Object refusedValue() {
        return REFUSED;
    }

    @Override
    public void close() {
        recover();
    }
}
