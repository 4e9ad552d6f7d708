package io.taktstrom.spi;

import java.util.BitSet;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;

/** The last value of each point of a group. One thread. */
final class LatestValues {

    private final Object[] values;
    private final BitSet good;

    LatestValues(int points) {
        values = new Object[points];
        good = new BitSet(points);
    }

    /** Takes samples over; whether every point now has a good value. */
    boolean update(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            boolean isGood = StatusCode.isGood(batch.statusAt(i));
            good.set(point, isGood);
            if (isGood) {
                values[point] = Values.get(batch, i);
            }
        }
        return good.cardinality() == values.length;
    }

    Object[] values() {
        return values.clone();
    }
}
