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
    /** Whether the time is the device's. */
    private final boolean[] isSourceTime;

    LastSamples(int points) {
        status = new int[points];
        Arrays.fill(status, StatusCode.BAD_WAITING_FOR_INITIAL_DATA);
        time = new long[points];
        Arrays.fill(time, SampleBatch.NO_TIME);
        bits = new long[points];
        isSourceTime = new boolean[points];
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
        isSourceTime[point] = batch.sourceTimeAt(i) != SampleBatch.NO_TIME;
        bits[point] = batch.longAt(i);
        return true;
    }

    /** Whether sample {@code i} says that the device is lost, as the last one of its point did. */
    boolean isToldLoss(SampleBatch batch, int i) {
        return saysLost(batch.statusAt(i)) && saysLost(status[batch.pointAt(i)]);
    }

    /** A point goes on where another one was. */
    void adopt(int point, LastSamples from, int former) {
        status[point] = from.status[former];
        time[point] = from.time[former];
        bits[point] = from.bits[former];
        isSourceTime[point] = from.isSourceTime[former];
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

    /** Whether a value cannot be told from the last one of a point. */
    boolean isSameValue(int point, SampleBatch batch, int i) {
        return !batch.group().typeAt(batch.pointAt(i)).isInline() || batch.longAt(i) == bits[point];
    }

    /** Whether {@link #time} is the device's, and not that of the reception. */
    boolean isSourceTime(int point) {
        return isSourceTime[point];
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
