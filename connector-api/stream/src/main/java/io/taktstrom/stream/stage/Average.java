package io.taktstrom.stream.stage;

import java.time.Duration;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the samples of each number in each interval of source time (our time, where a sample has none) by their
 * mean, an LREAL that carries the time at which the interval began. It is passed on when the next interval's first
 * sample comes. Points that are no numbers pass. Hot.
 *
 * <p>A sample with a new status passes by itself at once, as does the first one, and an interval that it cuts short has
 * no mean: an average over a fault would be a lie. So no more samples leave than come, and none is ever held back
 * uncounted.
 */
public final class Average implements Stage {

    private final Intervals intervals;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private @Nullable PointGroup averaged;
    private ScalarType.@Nullable Kind[] kinds = {};
    private boolean[] any = {};
    private int[] lastStatus = {};
    private long[] interval = {};
    private double[] sum = {};
    private int[] count = {};

    /** @param interval longer than nothing */
    public Average(Duration interval) {
        intervals = new Intervals(interval);
    }

    @Override
    public DropReason dropReason() {
        return DropReason.DOWNSAMPLED;
    }

    @Override
    public void process(SampleBatch in, SampleSink out) {
        PointGroup current = in.group();
        PointGroup result = current == group && averaged != null ? averaged : adopt(current);
        SampleBatch passed = output.begin(in, result);
        for (int i = 0; i < in.size(); i++) {
            int point = in.pointAt(i);
            ScalarType.Kind kind = kinds[point];
            if (kind == null) {
                passed.addFrom(in, i, current.typeAt(point));
            } else {
                process(in, i, Numbers.toDouble(kind, in.longAt(i)), passed);
            }
        }
        output.end(out);
    }

    private void process(SampleBatch in, int i, double value, SampleBatch passed) {
        int point = in.pointAt(i);
        int status = in.statusAt(i);
        long now = intervals.of(Numbers.timeOf(in, i));
        if (!any[point] || status != lastStatus[point]) {
            any[point] = true;
            lastStatus[point] = status;
            begin(point, now);
            passed.addDouble(point, in.sourceTimeAt(i), status, value);
            return;
        }
        if (StatusCode.isBad(status)) {
            return;
        }
        if (now != interval[point]) {
            if (count[point] > 0) {
                long start = intervals.startOf(interval[point]);
                passed.addDouble(point, start, status, sum[point] / count[point]);
            }
            begin(point, now);
        }
        sum[point] += value;
        count[point]++;
    }

    private void begin(int point, long now) {
        interval[point] = now;
        sum[point] = 0;
        count[point] = 0;
    }

    private PointGroup adopt(PointGroup next) {
        kinds = Numbers.kindsOf(next);
        any = new boolean[kinds.length];
        lastStatus = new int[kinds.length];
        interval = new long[kinds.length];
        sum = new double[kinds.length];
        count = new int[kinds.length];
        PointGroup result = Numbers.asReals(next, kinds);
        group = next;
        averaged = result;
        return result;
    }
}
