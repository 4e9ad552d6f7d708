package io.taktstrom.spi;

import java.util.BitSet;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;

/** The last value of each point of a group. One thread. */
final class LatestValues {

    private final Object[] values;
    private final BitSet good;
    private final int[] statuses;

    LatestValues(int points) {
        values = new Object[points];
        good = new BitSet(points);
        statuses = new int[points];
    }

    /** Takes samples over; whether every point now has a good value. */
    boolean update(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            boolean isGood = StatusCode.isGood(batch.statusAt(i));
            good.set(point, isGood);
            statuses[point] = batch.statusAt(i);
            if (isGood) {
                values[point] = Values.get(batch, i);
            }
        }
        return good.cardinality() == values.length;
    }

    /** Of the first point that came without a good value last; Good when there is none. */
    int status() {
        for (int status : statuses) {
            if (!StatusCode.isGood(status)) {
                return status;
            }
        }
        return StatusCode.GOOD;
    }

    Object[] values() {
        return values.clone();
    }
}
