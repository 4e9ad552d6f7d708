package io.taktstrom.benchmarks.opcua;

import java.util.Arrays;

/**
 * Checks what one client gets of its items, each of which counts up by one. Exact as long as no value comes more than 63
 * behind a later one. Not thread-safe: callers hold this object's lock.
 */
final class ClientTally {

    private static final int NONE = -1;
    private static final int WINDOW = Long.SIZE;

    private final int[] newest;
    /** Bit {@code n} of an item: whether the value that is {@code n} before the newest has come. */
    private final long[] seen;

    private long received;
    private long missing;
    private long late;
    private long repeated;
    private long marked;

    ClientTally(int items) {
        newest = new int[items];
        Arrays.fill(newest, NONE);
        seen = new long[items];
    }

    /**
     * One value.
     *
     * @param overflow whether the server marked it: a queue of its own has run over, because we asked too late
     */
    void take(int item, int count, boolean overflow) {
        received++;
        marked += overflow ? 1 : 0;
        int before = newest[item];
        int step = count - before;
        if (step == 1) {
            newest[item] = count;
            seen[item] = seen[item] << 1 | 1;
        } else if (before == NONE) {
            newest[item] = count;
            // What was before we came is not missing.
            seen[item] = -1;
        } else if (step > 0) {
            missing += step - 1;
            newest[item] = count;
            seen[item] = step >= WINDOW ? 1 : seen[item] << step | 1;
        } else {
            takeOld(item, -step);
        }
    }

    private void takeOld(int item, int behind) {
        long bit = behind >= WINDOW ? 0 : 1L << behind;
        if (bit != 0 && (seen[item] & bit) == 0) {
            seen[item] |= bit;
            missing--;
            late++;
        } else {
            repeated++;
        }
    }

    /** What has come so far. */
    Count count() {
        return new Count(received, missing, late, repeated, marked);
    }

    /**
     * Values of clients.
     *
     * @param received all that came
     * @param lost never came
     * @param late came after a later one
     * @param repeated came again
     * @param marked Overflow by the server
     */
    record Count(long received, long lost, long late, long repeated, long marked) {

        static final Count NOTHING = new Count(0, 0, 0, 0, 0);

        Count plus(Count other) {
            return new Count(
                    received + other.received,
                    lost + other.lost,
                    late + other.late,
                    repeated + other.repeated,
                    marked + other.marked);
        }

        Count minus(Count other) {
            return new Count(
                    received - other.received,
                    lost - other.lost,
                    late - other.late,
                    repeated - other.repeated,
                    marked - other.marked);
        }
    }
}
