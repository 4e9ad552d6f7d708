package io.taktstrom.opcua.subscribe;

import java.util.Arrays;
import java.util.BitSet;

import io.taktstrom.data.SampleBatch;

/** What a sink is owed, point by point, whichever connection delivers to it. One thread at a time. */
final class Owed {

    private final BitSet missed;
    private final long[] readAnew;
    private long readAnewAt;

    Owed(int points) {
        missed = new BitSet(points);
        readAnew = new long[points];
        Arrays.fill(readAnew, SampleBatch.NO_TIME);
    }

    /** The points of which samples have been lost since their last one: the next one is marked. */
    BitSet missed() {
        return missed;
    }

    /** Source times of values that were read after a gap, NO_TIME for none: what is older comes too late. */
    long[] readAnew() {
        return readAnew;
    }

    /** When they were read, by {@link System#nanoTime}. */
    long readAnewAt() {
        return readAnewAt;
    }

    void setReadAnewAt(long nanos) {
        readAnewAt = nanos;
    }
}
