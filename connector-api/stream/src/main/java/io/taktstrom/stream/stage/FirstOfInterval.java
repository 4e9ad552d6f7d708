package io.taktstrom.stream.stage;

import java.time.Duration;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/**
 * Passes the first sample of each point in each interval of source time (our time, where a sample has none), and each
 * new status. Intervals begin at the epoch, so those of several devices agree. Hot.
 */
public final class FirstOfInterval implements Stage {

    private final Intervals intervals;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private boolean[] any = {};
    private int[] lastStatus = {};
    private long[] lastInterval = {};

    /** @param interval longer than nothing */
    public FirstOfInterval(Duration interval) {
        intervals = new Intervals(interval);
    }

    @Override
    public DropReason dropReason() {
        return DropReason.DOWNSAMPLED;
    }

    @Override
    public void process(SampleBatch in, SampleSink out) {
        PointGroup current = in.group();
        if (current != group) {
            any = new boolean[current.size()];
            lastStatus = new int[current.size()];
            lastInterval = new long[current.size()];
            group = current;
        }
        SampleBatch passed = output.begin(in, current);
        for (int i = 0; i < in.size(); i++) {
            int point = in.pointAt(i);
            int status = in.statusAt(i);
            long interval = intervals.of(Numbers.timeOf(in, i));
            if (!any[point] || status != lastStatus[point] || interval != lastInterval[point]) {
                any[point] = true;
                lastStatus[point] = status;
                lastInterval[point] = interval;
                passed.addFrom(in, i, current.typeAt(point));
            }
        }
        output.end(out);
    }
}
