package io.taktstrom.stream.source;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScanClass;

/**
 * How the points of one scan do.
 *
 * @param scanClass how they are sampled
 * @param points how many there are
 * @param good whose last sample has a value: its status is Good or Uncertain
 * @param waiting of which no sample has come yet
 * @param bad whose last sample has none, by the code of its status, without its info bits
 * @param begunAt when it was opened last, or added if it never was, epoch nanoseconds, as the clock would have it now if it was
 *     set since
 * @param lastGoodAt when the last batch with a value was received, epoch nanoseconds, as the clock would have it now if it
 *     was set since; {@link SampleBatch#NO_TIME} for never
 */
public record FeedState(
        ScanClass scanClass,
        int points,
        int good,
        int waiting,
        Map<Integer, Integer> bad,
        long begunAt,
        long lastGoodAt) {

    public FeedState {
        bad = Collections.unmodifiableMap(new TreeMap<>(bad));
    }
}
