package io.taktstrom.runtime.compute;

import java.util.Collection;
import java.util.List;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.expression.CelTypes;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.stage.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Shows the samples of one scan to the expressions that need them, and passes all of them on. Where none is needed it costs a look at
 * a field for each batch, and allocates nothing. Hot.
 */
final class ComputeTap implements AccountedSink {

    private final RunningComputed computed;
    private final List<PointConfig> points;
    private final AccountedSink next;

    private @Nullable ComputedGraph known;
    /** Of each point, null for one that is not needed; null when none is. */
    private @Nullable InputCell @Nullable [] cells;

    private @Nullable PointGroup group;
    /** Of each point whose published value is another than the device's. */
    private ScalarType.@Nullable Kind[] scaled = {};

    /** @param points of the scan, in the order of its group */
    ComputeTap(RunningComputed computed, Collection<PointConfig> points, AccountedSink next) {
        this.computed = computed;
        this.points = List.copyOf(points);
        this.next = next;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        ComputedGraph graph = computed.graph();
        if (graph != known) {
            known = graph;
            cells = graph.cellsOf(points);
        }
        @Nullable InputCell[] needed = cells;
        if (needed != null) {
            if (batch.group() != group) {
                adopt(batch.group());
            }
            computed.take(this, needed, batch);
        }
        next.onSamples(batch);
    }

    private void adopt(PointGroup now) {
        group = now;
        scaled = new ScalarType.@Nullable Kind[points.size()];
        for (int point = 0; point < scaled.length; point++) {
            if (points.get(point).isScaled() && now.typeAt(point) instanceof ScalarType scalar) {
                scaled[point] = switch (scalar.kind()) {
                    case SIGNED, UNSIGNED, FLOAT -> scalar.kind();
                    default -> null;
                };
            }
        }
    }

    /** Shows a sample, as it is published, to its cell. Under the lock of {@link RunningComputed}. */
    void show(SampleBatch batch, int i, InputCell cell) {
        int point = batch.pointAt(i);
        int status = batch.statusAt(i);
        ScalarType.Kind kind = scaled[point];
        DataType type = kind == null ? batch.group().typeAt(point) : ScalarType.LREAL;
        Object value = null;
        if (!StatusCode.isBad(status)) {
            PointConfig config = points.get(point);
            value = kind == null
                    ? CelTypes.valueOf(batch, i, type)
                    : Double.valueOf(Numbers.toDouble(kind, batch.longAt(i)) * config.scale() + config.offset());
        }
        cell.take(status, batch.sourceTimeAt(i), value, type);
    }

    @Override
    public void lose(DropReason reason, long samples) {
        next.lose(reason, samples);
    }
}
