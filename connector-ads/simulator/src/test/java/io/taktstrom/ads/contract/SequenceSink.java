package io.taktstrom.ads.contract;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Expects the numbers of one point one after the other, without a gap, all good. Allocates nothing, and keeps nothing but
 * the count and the first complaint.
 */
final class SequenceSink implements SampleSink {

    private static final long NONE = Long.MIN_VALUE;

    private final long step;
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
    private long expected = NONE;
    private long sequence = NONE;

    SequenceSink() {
        this(1);
    }

    /** @param step from each number to the next */
    SequenceSink(long step) {
        this.step = step;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        if (sequence != NONE && batch.sequence() != sequence) {
            complain("a batch starts at #" + batch.sequence() + " instead of #" + sequence);
        }
        sequence = batch.sequence() + batch.size();
        for (int i = 0; i < batch.size(); i++) {
            long value = batch.longAt(i);
            if (batch.statusAt(i) != StatusCode.GOOD) {
                complain(value + " is " + StatusCode.name(batch.statusAt(i)));
            } else if (expected != NONE && value != expected) {
                complain(value + " comes instead of " + expected);
            }
            expected = value + step;
        }
        count.lazySet(count.getPlain() + batch.size());
    }

    private void complain(String text) {
        complaint.compareAndSet(null, text + " (sample " + count + ")");
    }

    long count() {
        return count.get();
    }

    /** Waits for so many samples, each the next one. */
    void awaitCount(long wanted) {
        await().until(() -> complaint.get() != null || count() >= wanted);
        assertNoComplaint();
    }

    void assertNoComplaint() {
        assertThat(complaint.get()).isNull();
    }
}
