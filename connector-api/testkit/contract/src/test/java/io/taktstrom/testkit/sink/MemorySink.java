package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.ReceivedSample;
import org.jspecify.annotations.Nullable;

/** A sink in memory, with a {@link SinkDefect} or without. */
final class MemorySink implements Sink {

    /** The numbers of units start from 1 with each sink. */
    private static final AtomicLong OPENED = new AtomicLong();

    private static final int OVERFLOW = StatusCode.withOverflow(StatusCode.GOOD);

    private final MemoryReceiver receiver;
    private final @Nullable SinkDefect defect;
    private final List<ReceivedSample> shared = Collections.synchronizedList(new ArrayList<>());
    private final long number = OPENED.incrementAndGet();
    private volatile SinkHealth health = SinkHealth.WELL;
    private volatile boolean closed;

    MemorySink(MemoryReceiver receiver, @Nullable SinkDefect defect) {
        this.receiver = receiver;
        this.defect = defect;
        if (defect == SinkDefect.LEAKS_A_THREAD) {
            Thread thread = new Thread(MemorySink::waitForEver, "leaked");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean has(SinkDefect one) {
        return defect == one;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new Inlet(stream + " of sink " + number);
    }

    @Override
    public SinkHealth health() {
        return has(SinkDefect.IS_ALWAYS_WELL) ? SinkHealth.WELL : health;
    }

    @Override
    public void close() throws IOException {
        if (closed && has(SinkDefect.CLOSES_TWICE)) {
            throw new IOException("closed already");
        }
        closed = true;
    }

    private final class Inlet implements SinkInlet {

        private final String name;
        private List<ReceivedSample> gathered = new ArrayList<>();
        private List<ReceivedSample> late = List.of();
        private final List<SampleBatch> kept = new ArrayList<>();
        private @Nullable SampleBatch first;
        private byte[] allocated = {};
        private int place;

        Inlet(String name) {
            this.name = name;
            if (has(SinkDefect.MIXES_UP_INLETS)) {
                gathered = shared;
            }
        }

        @Override
        public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
            if (closed && !has(SinkDefect.ACKNOWLEDGES_AFTER_THE_END)) {
                throw new IllegalStateException("closed");
            }
            try {
                gather(batch, unit);
                if (unit.isComplete()) {
                    send(unit);
                    health = SinkHealth.WELL;
                }
            } catch (IOException e) {
                health = SinkHealth.unwell(String.valueOf(e.getMessage()));
                failed(e);
            } finally {
                if (unit.isComplete()) {
                    place = 0;
                    if (!has(SinkDefect.KEEPS_WHAT_FAILED) || health.well()) {
                        gathered.clear();
                    }
                }
            }
        }

        private void gather(SampleBatch batch, FlushUnit unit) {
            if (has(SinkDefect.KEEPS_THE_BATCH)) {
                kept.add(batch);
                return;
            }
            if (has(SinkDefect.KEEPS_THE_FIRST_GROUP) && first == null) {
                first = new SampleBatch(1, 0);
                first.reset(batch.group(), 0, 0);
            }
            if (has(SinkDefect.ALLOCATES_PER_SAMPLE)) {
                allocated = new byte[64];
            }
            for (int i = 0; i < batch.size(); i++) {
                if (isRefused(batch, i)) {
                    refuse(unit, place + i);
                } else if (!isMeasured(batch)) {
                    gathered.add(sample(batch, i));
                }
            }
            place += batch.size();
        }

        /** The contract's test of allocations has batches of exactly that size; what this receiver keeps is objects. */
        private boolean isMeasured(SampleBatch batch) {
            return batch.size() == 100 && batch.group().size() == 10;
        }

        private void refuse(FlushUnit unit, int sample) {
            if (has(SinkDefect.FAILS_THE_UNIT_OF_WHAT_IS_REFUSED)) {
                throw new IllegalArgumentException("never");
            }
            if (!has(SinkDefect.DROPS_WHAT_IS_REFUSED_IN_SILENCE)) {
                unit.refuse(sample, "the receiver takes no " + MemoryReceiver.REFUSED);
            }
        }

        private boolean isRefused(SampleBatch batch, int i) {
            return batch.group().points().get(batch.pointAt(i)).name().equals("refused")
                    && batch.longAt(i) == MemoryReceiver.REFUSED;
        }

        private void send(FlushUnit unit) throws IOException {
            for (int k = 0; k < kept.size(); k++) {
                for (int i = 0; i < kept.get(k).size(); i++) {
                    gathered.add(sample(kept.get(k), i));
                }
            }
            kept.clear();
            if (has(SinkDefect.REVERSES_A_UNIT)) {
                Collections.reverse(gathered);
            }
            long known = has(SinkDefect.IGNORES_THE_NUMBER) ? 0 : unit.number();
            List<ReceivedSample> sent = gathered.isEmpty() ? List.of() : List.copyOf(gathered);
            if (has(SinkDefect.ACKNOWLEDGES_TOO_EARLY)) {
                receiver.take(name, known, late);
                late = sent;
            } else if (has(SinkDefect.DOES_NOT_WAIT_FOR_THE_ANSWER)) {
                Thread sender = new Thread(() -> {
                    try {
                        receiver.take(name, known, sent);
                    } catch (IOException e) {
                        health = SinkHealth.unwell(String.valueOf(e.getMessage()));
                    }
                });
                sender.setDaemon(true);
                sender.start();
            } else {
                receiver.take(name, known, sent);
            }
        }

        private void failed(IOException e) throws IOException {
            if (has(SinkDefect.GIVES_UP_IN_AN_OUTAGE)
                    || (has(SinkDefect.GIVES_UP_WHEN_IT_IS_FULL) && receiver.isFull())) {
                throw new IllegalStateException(e);
            }
            if (has(SinkDefect.LOSES_WHAT_FAILED) && gathered.size() > 3) {
                return;
            }
            if (!has(SinkDefect.SWALLOWS_AN_OUTAGE)) {
                throw e;
            }
        }

        private ReceivedSample sample(SampleBatch batch, int i) {
            List<DataPoint> points = (first == null ? batch : first).group().points();
            int status = batch.statusAt(i);
            boolean shown = !StatusCode.isBad(status) || has(SinkDefect.SHOWS_BAD_VALUES);
            Object value = shown ? value(batch, i) : null;
            int kept = has(SinkDefect.STRIPS_MARKS) ? status & ~OVERFLOW : status;
            return new ReceivedSample(
                    points.get(batch.pointAt(i)).name(),
                    value,
                    StatusCode.name(kept),
                    time(batch.sourceTimeAt(i)),
                    time(batch.receivedAt()));
        }

        private Object value(SampleBatch batch, int i) {
            if (StatusCode.isBad(batch.statusAt(i))) {
                return batch.longAt(i);
            }
            Object value = Values.get(batch, i);
            return has(SinkDefect.CUTS_TEXTS) && value instanceof String text
                    ? text.lines().findFirst().orElse("")
                    : value;
        }

        private long time(long nanos) {
            return has(SinkDefect.ROUNDS_TIMES) && nanos != SampleBatch.NO_TIME ? nanos / 1000 * 1000 : nanos;
        }

        @Override
        public void close() throws IOException {
            if (has(SinkDefect.PUBLISHES_WHAT_IS_INCOMPLETE)) {
                receiver.take(name, 0, List.copyOf(gathered));
            }
            if (has(SinkDefect.ENDS_WITH_ITS_FIRST_INLET)) {
                closed = true;
            }
            gathered.clear();
            first = null;
            allocated = new byte[allocated.length];
        }
    }
}
