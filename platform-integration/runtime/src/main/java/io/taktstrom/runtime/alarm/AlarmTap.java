package io.taktstrom.runtime.alarm;

import java.util.Collection;
import java.util.List;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.stage.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Shows the samples of one scan to the rules that watch its points, and passes all of them on. Where none is watched it costs a
 * look at a field for each batch. Hot: allocates nothing, unless the rules or the group are others than before.
 */
final class AlarmTap implements AccountedSink {

    private final RunningAlarms alarms;
    private final List<PointConfig> points;
    private final AccountedSink next;

    private @Nullable Watchlist known;
    private @Nullable PointGroup group;
    /** Of each point; null when none is watched, empty for one that is not. */
    private PointCell @Nullable [][] cells;

    private ScalarType.@Nullable Kind[] kinds = {};
    private double[] scale = {};
    private double[] offset = {};

    /** @param points of the scan, in the order of its group */
    AlarmTap(RunningAlarms alarms, Collection<PointConfig> points, AccountedSink next) {
        this.alarms = alarms;
        this.points = List.copyOf(points);
        this.next = next;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        Watchlist list = alarms.watchlist();
        if (list != known) {
            known = list;
            cells = list.cellsOf(points);
            group = null;
        }
        PointCell[][] watched = cells;
        if (watched != null) {
            show(batch, watched);
        }
        next.onSamples(batch);
    }

    private void show(SampleBatch batch, PointCell[][] watched) {
        if (batch.group() != group) {
            adopt(batch.group());
        }
        long at = alarms.nanoTime();
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            PointCell[] of = watched[point];
            if (of.length > 0) {
                double value = valueOf(batch, i, point);
                for (PointCell cell : of) {
                    cell.take(batch.statusAt(i), value, at);
                }
            }
        }
    }

    /** The published value; NaN where it is not a number. */
    private double valueOf(SampleBatch batch, int i, int point) {
        ScalarType.Kind kind = kinds[point];
        if (kind == null) {
            return Double.NaN;
        }
        return Numbers.toDouble(kind, batch.longAt(i)) * scale[point] + offset[point];
    }

    private void adopt(PointGroup now) {
        group = now;
        kinds = new ScalarType.@Nullable Kind[points.size()];
        scale = new double[points.size()];
        offset = new double[points.size()];
        for (int point = 0; point < points.size(); point++) {
            kinds[point] = kindOf(now.typeAt(point));
            scale[point] = points.get(point).scale();
            offset[point] = points.get(point).offset();
        }
    }

    private static ScalarType.@Nullable Kind kindOf(DataType type) {
        if (!(type instanceof ScalarType scalar)) {
            return null;
        }
        return switch (scalar.kind()) {
            case SIGNED, UNSIGNED, FLOAT, BOOLEAN -> scalar.kind();
            default -> null;
        };
    }

    @Override
    public void lose(DropReason reason, long samples) {
        next.lose(reason, samples);
    }
}
