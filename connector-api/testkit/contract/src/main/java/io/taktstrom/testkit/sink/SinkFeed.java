package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.TestUnit;

/**
 * Plays the pipeline before one inlet, and counts what becomes of each sample. A batch is ours again as soon as the call returns: then it holds
 * other samples, as it would in a pipeline. One thread.
 */
final class SinkFeed {

    private static final ContractPoints POISON = ContractPoints.of("kept.after.the.call", ScalarType.DINT);

    private final SinkInlet inlet;
    private final Duration bound;
    private final SampleBatch given = new SampleBatch(4096, 1 << 18);
    private final List<RecordedSample> published = new ArrayList<>();
    private int delivered;
    private int refused;
    private long number;
    private int attempt;

    /** @param bound how long a receiver that is back may take until it takes something again */
    SinkFeed(SinkInlet inlet, Duration bound) {
        this.inlet = inlet;
        this.bound = bound;
    }

    /** Delivers a new unit, once. */
    void publish(SampleBatch... batches) throws IOException {
        number++;
        attempt = 0;
        publishAgain(batches);
    }

    /** Delivers the same unit again, once. */
    void publishAgain(SampleBatch... batches) throws IOException {
        attempt++;
        TestUnit unit = new TestUnit(number, attempt);
        for (int i = 0; i < batches.length; i++) {
            given.copyFrom(batches[i]);
            try {
                inlet.publish(given, unit.deliver(batches[i].size(), i == batches.length - 1));
            } finally {
                given.reset(POISON, SampleBatch.NO_TIME, 0);
                given.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, -1);
            }
        }
        if (!unit.denied().isEmpty()) {
            throw new IOException("the receiver does not permit samples now: " + unit.denied());
        }
        book(unit, batches);
    }

    private void book(TestUnit unit, SampleBatch... batches) {
        int place = 0;
        for (SampleBatch batch : batches) {
            for (int i = 0; i < batch.size(); i++) {
                if (!unit.refused().containsKey(place++)) {
                    published.add(RecordedSample.of(batch, i));
                }
            }
            delivered += batch.size();
        }
        refused += unit.refused().size();
    }

    /** Delivers the same unit again until the receiver has it. */
    void publishUntilTaken(SampleBatch... batches) throws IOException {
        long end = System.nanoTime() + bound.toNanos();
        while (true) {
            try {
                publishAgain(batches);
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("the receiver is back, and publish still fails: " + e.getMessage(), e);
                }
            }
        }
    }

    void close() throws IOException {
        inlet.close();
    }

    /** What was acknowledged, without what was refused, in order. */
    List<RecordedSample> published() {
        return published;
    }

    /** Samples of units that were acknowledged. */
    int delivered() {
        return delivered;
    }

    /** Samples of units that were acknowledged, but for these. */
    int refused() {
        return refused;
    }
}
