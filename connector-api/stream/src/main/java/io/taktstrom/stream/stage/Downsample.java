package io.taktstrom.stream.stage;

import java.time.Duration;
import java.util.Arrays;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/**
 * Passes the first sample of each point in each period: so many samples, or an interval of source time (our time, where a
 * sample has none). A new status passes, too. Intervals begin at the epoch, so those of several devices agree; a count is
 * restarted by a new status. Hot.
 */
public final class Downsample implements Stage {

    private static final long NONE = Long.MIN_VALUE;

    private final @Nullable Intervals intervals;
    private final int n;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private int[] lastStatus = {};
    /** The interval of the last sample that passed, or how many were left out since; {@link #NONE} before the first one. */
    private long[] last = {};

    private Downsample(@Nullable Intervals intervals, int n) {
        this.intervals = intervals;
        this.n = n;
    }

    /** One in {@code n} samples, at least 1. */
    public static Downsample everyNth(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("every " + n + "th sample: wants 1 or more");
        }
        return new Downsample(null, n);
    }

    /** The first one of each interval, which is longer than nothing. */
    public static Downsample firstOf(Duration interval) {
        return new Downsample(new Intervals(interval), 0);
    }

    @Override
    public DropReason dropReason() {
        return DropReason.DOWNSAMPLED;
    }

    @Override
    public void process(SampleBatch in, SampleSink out) {
        PointGroup current = in.group();
        if (current != group) {
            lastStatus = new int[current.size()];
            last = new long[current.size()];
            Arrays.fill(last, NONE);
            group = current;
        }
        SampleBatch passed = output.begin(in, current);
        Intervals by = intervals;
        for (int i = 0; i < in.size(); i++) {
            int point = in.pointAt(i);
            int status = in.statusAt(i);
            long now = by == null ? last[point] + 1 : by.of(Numbers.timeOf(in, i));
            boolean begins = by == null ? now == n : now != last[point];
            if (begins || last[point] == NONE || status != lastStatus[point]) {
                last[point] = by == null ? 0 : now;
                lastStatus[point] = status;
                passed.addFrom(in, i, current.typeAt(point));
            } else if (by == null) {
                last[point] = now;
            }
        }
        output.end(out);
    }
}
