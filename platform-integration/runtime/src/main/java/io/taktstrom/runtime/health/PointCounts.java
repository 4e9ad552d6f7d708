package io.taktstrom.runtime.health;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How points do, by the status of their last samples.
 *
 * @param good with a value: Good or Uncertain
 * @param waiting without a sample so far
 * @param bad without a value, by status code
 */
public record PointCounts(int good, int waiting, Map<Integer, Integer> bad) {

    public static final PointCounts NONE = new PointCounts(0, 0, Map.of());

    public PointCounts {
        bad = Collections.unmodifiableMap(new TreeMap<>(bad));
    }

    /** All that are Bad. */
    public int badTotal() {
        return bad.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** All. */
    public int total() {
        return good + waiting + badTotal();
    }

    /** Both together. */
    public PointCounts plus(PointCounts other) {
        Map<Integer, Integer> sums = new TreeMap<>(bad);
        other.bad.forEach((status, points) -> sums.merge(status, points, Integer::sum));
        return new PointCounts(good + other.good, waiting + other.waiting, sums);
    }
}
