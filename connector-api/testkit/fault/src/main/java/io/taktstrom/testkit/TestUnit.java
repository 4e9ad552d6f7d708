package io.taktstrom.testkit;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** A flush unit as a test hands it to a sink's inlet. One thread. */
public final class TestUnit implements FlushUnit {

    private final long number;
    private final int attempt;
    private final Map<Integer, String> refused = new TreeMap<>();
    private final Map<Integer, String> denied = new TreeMap<>();
    private int delivered;
    private boolean complete;

    /**
     * @param number among the units of its inlet, from 1
     * @param attempt from 1
     */
    public TestUnit(long number, int attempt) {
        this.number = number;
        this.attempt = attempt;
    }

    /** Publishes batches as one unit. */
    public static TestUnit publish(SinkInlet inlet, long number, int attempt, SampleBatch... batches)
            throws IOException {
        TestUnit unit = new TestUnit(number, attempt);
        for (int i = 0; i < batches.length; i++) {
            inlet.publish(batches[i], unit.deliver(batches[i].size(), i == batches.length - 1));
        }
        return unit;
    }

    /** Says of the next batch how many samples it has, and whether it is the last one. */
    public TestUnit deliver(int samples, boolean last) {
        delivered += samples;
        complete = last;
        return this;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public void deny(int sample, String reason) {
        denied.put(sample, reason);
    }

    /** Reasons by the place of the sample that is not permitted now. */
    public Map<Integer, String> denied() {
        return Map.copyOf(denied);
    }

    @Override
    public void refuse(int sample, String reason) {
        if (sample < 0 || sample >= delivered) {
            throw new IndexOutOfBoundsException("sample " + sample + " of a unit of which " + delivered + " came");
        }
        refused.put(sample, reason);
    }

    /** Reasons by the place of the sample that was refused. */
    public Map<Integer, String> refused() {
        return Map.copyOf(refused);
    }
}
