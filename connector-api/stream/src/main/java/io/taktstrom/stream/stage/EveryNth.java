package io.taktstrom.stream.stage;

import java.util.Arrays;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/** Passes one in {@code n} samples of each point, the first one first; a new status passes and starts to count anew. Hot. */
public final class EveryNth implements Stage {

    private final int n;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private int[] lastStatus = {};
    /** Samples left out since the last one that passed; -1 before the first one. */
    private int[] leftOut = {};

    /** @param n at least 1 */
    public EveryNth(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("every " + n + "th sample: wants 1 or more");
        }
        this.n = n;
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
            leftOut = new int[current.size()];
            Arrays.fill(leftOut, -1);
            group = current;
        }
        SampleBatch passed = output.begin(in, current);
        for (int i = 0; i < in.size(); i++) {
            int point = in.pointAt(i);
            int status = in.statusAt(i);
            if (leftOut[point] < 0 || leftOut[point] == n - 1 || status != lastStatus[point]) {
                leftOut[point] = 0;
                lastStatus[point] = status;
                passed.addFrom(in, i, current.typeAt(point));
            } else {
                leftOut[point]++;
            }
        }
        output.end(out);
    }
}
