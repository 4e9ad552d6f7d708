package io.taktstrom.stream.stage;

import java.util.function.Function;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/** Passes a number only when it has moved. Points without a band and points that are no numbers pass. Hot. */
public final class Deadband implements Stage {

    private final Function<DataPoint, @Nullable Band> bands;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private ScalarType.@Nullable Kind[] kinds = {};
    private double[] threshold = {};
    private long[] maxSilenceNanos = {};
    private boolean[] any = {};
    private int[] lastStatus = {};
    private long[] lastBits = {};
    private long[] lastTime = {};

    /** @param bands each point's band, or null; asked when a source appears with a new group */
    public Deadband(Function<DataPoint, @Nullable Band> bands) {
        this.bands = bands;
    }

    @Override
    public DropReason dropReason() {
        return DropReason.DEADBAND;
    }

    @Override
    public void process(SampleBatch in, SampleSink out) {
        PointGroup current = in.group();
        if (current != group) {
            adopt(current);
        }
        SampleBatch passed = output.begin(in, current);
        for (int i = 0; i < in.size(); i++) {
            if (passes(in, i)) {
                passed.addFrom(in, i, current.typeAt(in.pointAt(i)));
            }
        }
        output.end(out);
    }

    private boolean passes(SampleBatch in, int i) {
        int point = in.pointAt(i);
        ScalarType.Kind kind = kinds[point];
        if (kind == null) {
            return true;
        }
        long bits = in.longAt(i);
        int status = in.statusAt(i);
        long time = Numbers.timeOf(in, i);
        if (any[point]
                && status == lastStatus[point]
                && isNear(kind, point, bits)
                && Math.abs(time - lastTime[point]) < maxSilenceNanos[point]) {
            return false;
        }
        any[point] = true;
        lastStatus[point] = status;
        lastBits[point] = bits;
        lastTime[point] = time;
        return true;
    }

    /** The same bits are near even when they are no number; a number is not near to one that is none. */
    private boolean isNear(ScalarType.Kind kind, int point, long bits) {
        return bits == lastBits[point] || Numbers.distance(kind, bits, lastBits[point]) <= threshold[point];
    }

    private void adopt(PointGroup next) {
        int points = next.size();
        kinds = new ScalarType.@Nullable Kind[points];
        threshold = new double[points];
        maxSilenceNanos = new long[points];
        any = new boolean[points];
        lastStatus = new int[points];
        lastBits = new long[points];
        lastTime = new long[points];
        for (int point = 0; point < points; point++) {
            Band band = bands.apply(next.points().get(point));
            if (band != null) {
                kinds[point] = Numbers.kindOf(next.typeAt(point));
                threshold[point] = band.threshold();
                maxSilenceNanos[point] = band.maxSilence() == null
                        ? Long.MAX_VALUE
                        : band.maxSilence().toNanos();
            }
        }
        group = next;
    }
}
