package io.taktstrom.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;

/**
 * Keeps every sample it is given, and lets the test wait for them. Safe for use by any thread; sources may deliver at the
 * same time. It grows with what it records.
 */
public final class RecordingSink implements SampleSink {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
    private static final int SAMPLES_SHOWN = 10;

    private final Gate gate = new Gate();
    private final Duration limit;
    private final List<RecordedSample> samples = new ArrayList<>();
    private int batches;

    /** Waits up to 30 seconds. */
    public RecordingSink() {
        this(DEFAULT_LIMIT);
    }

    /** @param limit how long the await methods wait before they fail */
    public RecordingSink(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        keep(batch);
        gate.changed();
    }

    private synchronized void keep(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            samples.add(RecordedSample.of(batch, i));
        }
        batches++;
    }

    /** What has come so far, in order. */
    public synchronized List<RecordedSample> samples() {
        return List.copyOf(samples);
    }

    /** What has come so far for one point, in order. */
    public List<RecordedSample> samplesOf(String point) {
        return samples().stream().filter(sample -> sample.point().equals(point)).toList();
    }

    /** How many batches have come, empty ones too. */
    public synchronized int batches() {
        return batches;
    }

    /** Forgets what has come so far. */
    public synchronized void clear() {
        samples.clear();
        batches = 0;
    }

    /**
     * Waits until at least so many samples are there.
     *
     * @return all of them
     * @throws AssertionError when they do not come within the limit
     */
    public List<RecordedSample> awaitCount(int count) {
        awaitSize(count, System.nanoTime(), count + " samples");
        return samples();
    }

    /**
     * Waits for a sample like this, which may be there already. Do not clear the sink meanwhile.
     *
     * @return the first one
     * @throws AssertionError when none comes within the limit
     */
    public RecordedSample awaitSample(Predicate<RecordedSample> wanted) {
        return awaitFirst(wanted, "a sample as described");
    }

    /** Waits for a sample of this point with this value, see {@link #awaitSample}. */
    public RecordedSample awaitValue(String point, Object value) {
        return awaitFirst(sample -> sample.point().equals(point) && value.equals(sample.value()), point + "=" + value);
    }

    private RecordedSample awaitFirst(Predicate<RecordedSample> wanted, String what) {
        long start = System.nanoTime();
        for (int next = 0; ; next++) {
            awaitSize(next + 1, start, what);
            RecordedSample sample = sampleAt(next);
            if (wanted.test(sample)) {
                return sample;
            }
        }
    }

    private synchronized RecordedSample sampleAt(int i) {
        return samples.get(i);
    }

    private synchronized int size() {
        return samples.size();
    }

    private void awaitSize(int wanted, long start, String what) {
        gate.await(limit.minusNanos(System.nanoTime() - start), () -> size() >= wanted);
        if (size() < wanted) {
            List<RecordedSample> present = samples();
            throw new AssertionError(
                    "waited " + limit + " for " + what + "; " + present.size() + " samples came, the last: "
                            + present.subList(Math.max(0, present.size() - SAMPLES_SHOWN), present.size()));
        }
    }
}
