package io.taktstrom.stream.source;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;

/** The last sample of each point of a scan. Hot. Written by one thread at a time; one that reads meanwhile may be a sample behind. */
final class LastSamples {

    private final int[] status;
    private final long[] time;
    private final long[] bits;

    LastSamples(int points) {
        status = new int[points];
        Arrays.fill(status, StatusCode.BAD_WAITING_FOR_INITIAL_DATA);
        time = new long[points];
        Arrays.fill(time, SampleBatch.NO_TIME);
        bits = new long[points];
    }

    int points() {
        return status.length;
    }

    /** Takes sample {@code i}; returns whether it has a value. */
    boolean take(SampleBatch batch, int i) {
        int point = batch.pointAt(i);
        int now = batch.statusAt(i);
        status[point] = now;
        if (StatusCode.isBad(now)) {
            return false;
        }
        time[point] = timeOf(batch, i);
        bits[point] = batch.longAt(i);
        return true;
    }

    /** A point has no value any more, or another reason for that. */
    void setStatus(int point, int bad) {
        status[point] = bad;
    }

    int status(int point) {
        return status[point];
    }

    boolean isBad(int point) {
        return StatusCode.isBad(status[point]);
    }

    /** When the last value of a point was taken; {@link SampleBatch#NO_TIME} when there was none. */
    long time(int point) {
        return time[point];
    }

    /** The bits of the last value of a point. */
    long bits(int point) {
        return bits[point];
    }

    /** Whether a status says that the device is away. */
    static boolean saysLost(int status) {
        return status == StatusCode.BAD_NO_COMMUNICATION || status == StatusCode.BAD_NOT_CONNECTED;
    }

    /** The source time of a sample; where it has none, when it was received. */
    static long timeOf(SampleBatch batch, int i) {
        long time = batch.sourceTimeAt(i);
        return time == SampleBatch.NO_TIME ? batch.receivedAt() : time;
    }

    /**
     * How the points do.
     *
     * @param begunAt when the session began
     * @param lastAt when the last value arrived
     */
    FeedState state(ScanClass scanClass, long begunAt, long lastAt) {
        int withValue = 0;
        int waiting = 0;
        Map<Integer, Integer> bad = new TreeMap<>();
        for (int each : status) {
            if (!StatusCode.isBad(each)) {
                withValue++;
            } else if (StatusCode.codeOf(each) == StatusCode.BAD_WAITING_FOR_INITIAL_DATA) {
                waiting++;
            } else {
                bad.merge(StatusCode.codeOf(each), 1, Integer::sum);
            }
        }
        return new FeedState(scanClass, status.length, withValue, waiting, bad, begunAt, lastAt);
    }
}
