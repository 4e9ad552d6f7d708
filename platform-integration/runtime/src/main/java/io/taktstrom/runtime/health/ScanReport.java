package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.List;

import io.taktstrom.model.ScanClass;
import org.jspecify.annotations.Nullable;

/**
 * How the points of one connection do that are sampled alike.
 *
 * @param scanClass how they are sampled
 * @param counts how they do
 * @param firstBad some that are Bad, in the order of the deployment
 * @param begunAt when the device was asked for its points last, epoch nanoseconds
 * @param lastGoodAt when a value came last, epoch nanoseconds; {@link io.taktstrom.data.SampleBatch#NO_TIME} for never
 * @param oldestGoodAt the same of those of its groups of which none has come for the longest time; groups without any left out
 * @param maxAge how old that may become; null where it is unknown, because samples come on change
 * @param polls reads that were begun, where we read; otherwise 0
 * @param overruns moments that were skipped, where we read
 * @param lately polls and overruns of the last minute or two
 * @param latenessNanos what 99 of 100 recent reads were not later than, where we read, and were asked for
 */
public record ScanReport(
        ScanClass scanClass,
        PointCounts counts,
        List<BadPoint> firstBad,
        long begunAt,
        long lastGoodAt,
        long oldestGoodAt,
        @Nullable Duration maxAge,
        long polls,
        long overruns,
        Lately lately,
        long latenessNanos) {

    /** So many points that are Bad are named. */
    public static final int NAMED = 5;

    public ScanReport {
        firstBad = List.copyOf(firstBad);
    }

    /** What happened in the last minute or two. */
    public record Lately(long polls, long overruns) {}

    public String name() {
        return scanClass.name();
    }
}
