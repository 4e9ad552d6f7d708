package io.taktstrom.opcua.subscribe;

import java.util.Arrays;
import java.util.BitSet;

import io.taktstrom.data.SampleBatch;

/** What a sink is marks, point by point, whichever connection delivers to it. One thread at a time. */
final class PendingMarks {

    /** The points of which samples have been lost since their last one: the next one is marked. */
    final BitSet missed;

    /** Source times of values that were read after a gap, NO_TIME for none: what is older comes too late. */
    final long[] reRead;

    /** When they were read, by {@link System#nanoTime}. */
    long reReadAt;

    PendingMarks(int points) {
        missed = new BitSet(points);
        reRead = new long[points];
        Arrays.fill(reRead, SampleBatch.NO_TIME);
    }
}
