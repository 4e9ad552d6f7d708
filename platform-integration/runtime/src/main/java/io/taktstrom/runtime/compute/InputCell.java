package io.taktstrom.runtime.compute;

import java.util.BitSet;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/** The last sample of a point that expressions need. Guarded by the lock of {@link RunningComputed}. */
final class InputCell {

    /** Which nodes need it, by their place. */
    final BitSet dependents = new BitSet();
    /** When it was set last: a number for each set of samples of the same time. */
    long moment;

    private boolean known;
    private int status;
    private long time = SampleBatch.NO_TIME;
    private @Nullable Object value;
    private @Nullable DataType type;

    /**
     * A sample.
     *
     * @param newValue null when it has none that an expression takes
     */
    void take(int newStatus, long newTime, @Nullable Object newValue, DataType newType) {
        known = true;
        time = newTime;
        if (StatusCode.isBad(newStatus)) {
            status = newStatus;
        } else if (newValue == null) {
            status = StatusCode.BAD_OUT_OF_RANGE;
        } else {
            status = newStatus;
            value = newValue;
            type = newType;
        }
    }

    /** What came before counts no more. */
    void forget() {
        known = false;
        value = null;
        type = null;
    }

    boolean isKnown() {
        return known;
    }

    int status() {
        return status;
    }

    /** The device's time, or {@link SampleBatch#NO_TIME}. */
    long time() {
        return time;
    }

    /** The last one that was usable; null before. */
    @Nullable
    Object value() {
        return value;
    }

    /** Of the value; null before there is one. */
    @Nullable
    DataType type() {
        return type;
    }
}
