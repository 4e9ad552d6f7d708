package io.taktstrom.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.stream.Timings;
import io.taktstrom.stream.poll.PollMeter;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Jitter and latency of scans as a page shows them. */
final class TimingRows {

    /** More than that do not help on a page; a search by device finds the rest. */
    private static final int MAX_ROWS = 48;
    /** 1 µs, 2 µs, 5 µs and so on to 10 s: upper ends, in nanoseconds. */
    private static final int DECADES = 7;

    static final long[] BOUNDS = bounds();

    private TimingRows() {}

    private static long[] bounds() {
        long[] bounds = new long[3 * DECADES + 2];
        long decade = 1_000;
        for (int i = 0; i < bounds.length - 1; i += 3, decade *= 10) {
            bounds[i] = decade;
            if (i + 1 < bounds.length - 1) {
                bounds[i + 1] = 2 * decade;
                bounds[i + 2] = 5 * decade;
            }
        }
        bounds[bounds.length - 1] = Long.MAX_VALUE;
        return bounds;
    }

    static List<Overview.Timing> of(List<RunningConnection> connections) {
        List<Overview.Timing> rows = new ArrayList<>();
        for (RunningConnection connection : connections) {
            Map<String, PollMeter> polls = connection.managed().pollMeters();
            for (ScanTap tap : connection.taps()) {
                if (rows.size() >= MAX_ROWS) {
                    return rows;
                }
                String where =
                        DisplayText.of(connection.name() + " " + tap.scanClass().name());
                add(rows, where, "latency", tap.latency());
                PollMeter poll = polls.get(tap.scanClass().name());
                if (poll == null) {
                    add(rows, where, "gap", tap.gaps());
                } else {
                    add(rows, where, "jitter", poll.jitter());
                    add(rows, where, "lateness", poll.lateness());
                }
            }
        }
        return rows;
    }

    private static void add(List<Overview.Timing> rows, String where, String what, Timings timings) {
        if (timings.count() == 0) {
            return;
        }
        Histogram all = timings.snapshot();
        rows.add(new Overview.Timing(
                where,
                what,
                all.getTotalCount(),
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(99),
                all.getMaxValue(),
                timings.recentNanos(0.99),
                buckets(all)));
    }

    private static List<Long> buckets(Histogram histogram) {
        long[] buckets = new long[BOUNDS.length];
        for (HistogramIterationValue value : histogram.recordedValues()) {
            int bucket = 0;
            while (BOUNDS[bucket] < histogram.medianEquivalentValue(value.getValueIteratedTo())) {
                bucket++;
            }
            buckets[bucket] += value.getCountAtValueIteratedTo();
        }
        return LongStream.of(buckets).boxed().toList();
    }
}
