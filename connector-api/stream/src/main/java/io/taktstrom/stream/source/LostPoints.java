package io.taktstrom.stream.source;

import java.util.BitSet;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/** Points of a scan of which samples were lost since their last one: the next one says so. Guarded by the feed's monitor. */
final class LostPoints {

    private final BitSet points = new BitSet();

    boolean isEmpty() {
        return points.isEmpty();
    }

    boolean get(int point) {
        return points.get(point);
    }

    void set(int from, int to) {
        points.set(from, to);
    }

    void or(BitSet others) {
        points.or(others);
    }

    /** Samples that may be lost. */
    void add(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            points.set(batch.pointAt(i));
        }
    }

    /**
     * Samples of a session that was given up.
     *
     * @return how many are lost: that the device is lost was told then, and not to tell it again is not a loss
     */
    long addLate(SampleBatch batch) {
        long samples = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (!LastSamples.saysLost(batch.statusAt(i))) {
                points.set(batch.pointAt(i));
                samples++;
            }
        }
        return samples;
    }

    /** Marks the first sample of each point; not one that says that the device is lost. */
    void mark(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            if (points.get(point) && !LastSamples.saysLost(batch.statusAt(i))) {
                points.clear(point);
                batch.setStatusAt(i, StatusCode.withOverflow(batch.statusAt(i)));
            }
        }
    }
}
