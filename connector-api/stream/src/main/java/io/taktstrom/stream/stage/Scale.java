package io.taktstrom.stream.stage;

import java.util.function.Function;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import org.jspecify.annotations.Nullable;

/**
 * Turns raw numbers into physical ones. A scaled point is an LREAL from here on, whatever it was; points without a
 * scaling and points that are no numbers stay as they are. All samples pass. Hot.
 */
public final class Scale implements Stage {

    private final Function<DataPoint, @Nullable Scaling> scalings;
    private final StageOutput output = new StageOutput();

    private @Nullable PointGroup group;
    private @Nullable PointGroup scaled;
    private ScalarType.@Nullable Kind[] kinds = {};
    private double[] factor = {};
    private double[] offset = {};

    /** @param scalings each point's scaling, or null; asked when a source appears with a new group */
    public Scale(Function<DataPoint, @Nullable Scaling> scalings) {
        this.scalings = scalings;
    }

    @Override
    public void process(SampleBatch in, SampleSink out) {
        PointGroup current = in.group();
        PointGroup result = current == group && scaled != null ? scaled : adopt(current);
        SampleBatch passed = output.begin(in, result);
        for (int i = 0; i < in.size(); i++) {
            int point = in.pointAt(i);
            ScalarType.Kind kind = kinds[point];
            if (kind == null) {
                passed.addFrom(in, i, current.typeAt(point));
            } else {
                double value = Numbers.toDouble(kind, in.longAt(i)) * factor[point] + offset[point];
                passed.addDouble(point, in.sourceTimeAt(i), in.statusAt(i), value);
            }
        }
        output.end(out);
    }

    private PointGroup adopt(PointGroup next) {
        kinds = Numbers.kindsOf(next);
        factor = new double[kinds.length];
        offset = new double[kinds.length];
        for (int point = 0; point < kinds.length; point++) {
            Scaling scaling = scalings.apply(next.points().get(point));
            if (scaling == null) {
                kinds[point] = null;
            } else {
                factor[point] = scaling.factor();
                offset[point] = scaling.offset();
            }
        }
        PointGroup result = Numbers.asReals(next, kinds);
        group = next;
        scaled = result;
        return result;
    }
}
