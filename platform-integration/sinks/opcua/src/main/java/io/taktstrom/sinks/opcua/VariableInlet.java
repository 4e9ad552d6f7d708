package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.PointCache;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.jspecify.annotations.Nullable;

/** Sets the variables of one stream's points, once a flush unit is complete. */
final class VariableInlet implements SinkInlet {

    private static final long TICK_NANOS = 100;
    /** Mistakes in one message. */
    private static final int MAX_TOLD = 5;

    private final PointSpace space;
    private final BooleanSupplier isClosed;
    /** All that this stream has, by name. */
    private final Map<String, PointVariable> variables = new LinkedHashMap<>();

    private final Map<String, Slot> latest = new HashMap<>();

    /** Names that the deployment has; others were found by browsing. */
    private Set<String> declared = Set.of();

    private final List<String> untold = new ArrayList<>();
    private @Nullable Consumer<String> onVariable;

    private final PointCache<List<Slot>> slots = new PointCache<>((group, point) -> slots(group));
    private final List<Change> gathered = new ArrayList<>();
    /** Samples of the unit so far. */
    private int samples;

    private long unitNumber;
    private int unitAttempt;

    /**
     * Where the samples of a point go.
     *
     * @param refusal why they go nowhere; empty if they do not
     */
    private record Slot(
            @Nullable PointVariable variable, @Nullable PointType type, String refusal) {}

    private record Change(int sample, PointVariable variable, PointType type, DataValue value) {}

    VariableInlet(PointSpace space, List<DataPoint> points, BooleanSupplier isClosed) throws IOException {
        this.space = space;
        this.isClosed = isClosed;
        try {
            follow(points);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public void follow(List<DataPoint> points) throws IOException {
        Set<String> gone = declared;
        declared = points.stream().map(DataPoint::name).collect(Collectors.toSet());
        for (String name : gone) {
            PointVariable variable = declared.contains(name) ? null : variables.remove(name);
            if (variable != null) {
                latest.remove(name);
                space.release(variable);
            }
        }
        List<String> wrong = new ArrayList<>();
        for (DataPoint point : points) {
            try {
                declare(point);
            } catch (IllegalArgumentException e) {
                wrong.add(String.valueOf(e.getMessage()));
            }
        }
        tellVariables(onVariable);
        if (!wrong.isEmpty()) {
            throw new IOException(String.join("; and ", wrong.subList(0, Math.min(wrong.size(), MAX_TOLD))));
        }
    }

    private void declare(DataPoint point) {
        PointVariable variable = variable(point);
        if (!variable.point().equals(point)) {
            space.describe(variable, point);
        }
        if (point.type() != null && variable.type() == null) {
            variable.setType(space.types().of(point.type()));
        }
    }

    /** From now on, each new variable is told; those that there are at once. */
    void tellVariables(@Nullable Consumer<String> to) {
        onVariable = to;
        if (to != null) {
            untold.forEach(to);
            untold.clear();
        }
    }

    private PointVariable variable(DataPoint point) {
        PointVariable known = variables.get(point.name());
        if (known == null) {
            known = space.acquire(point);
            variables.put(point.name(), known);
            untold.add(point.name());
        }
        return known;
    }

    /** One for each point of the group: their nodes are there before they have values. */
    private List<Slot> slots(PointGroup group) {
        List<Slot> all = new ArrayList<>();
        for (int point = 0; point < group.size(); point++) {
            Slot slot = slot(group.points().get(point), group.typeAt(point));
            if (slot.variable != null && slot.type != null && !StatusCode.isBad(group.statusAt(point))) {
                slot.variable.setType(slot.type);
            }
            all.add(slot);
        }
        tellVariables(onVariable);
        return all;
    }

    /** The same for each group: a device that is lost again and again brings a group each time. */
    private Slot slot(DataPoint point, DataType type) {
        try {
            Slot next = new Slot(variable(point), space.types().of(type), "");
            Slot known = latest.put(point.name(), next);
            if (next.equals(known)) {
                latest.put(point.name(), known);
                return known;
            }
            return next;
        } catch (IllegalArgumentException e) {
            return new Slot(null, null, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        if (unit.number() != unitNumber || unit.attempt() != unitAttempt) {
            forget();
            unitNumber = unit.number();
            unitAttempt = unit.attempt();
        }
        if (isClosed.getAsBoolean()) {
            forget();
            throw new IOException("the OPC UA server is closed");
        }
        List<Slot> all = slots.at(batch.group(), 0);
        for (int i = 0; i < batch.size(); i++) {
            gather(batch, i, all.get(batch.pointAt(i)), unit);
        }
        if (unit.isComplete()) {
            for (Change change : gathered) {
                apply(change, unit);
            }
            forget();
        }
    }

    private void forget() {
        gathered.clear();
        samples = 0;
    }

    private void gather(SampleBatch batch, int i, Slot slot, FlushUnit unit) {
        int sample = samples++;
        if (slot.variable == null || slot.type == null) {
            unit.refuse(sample, slot.refusal);
            return;
        }
        try {
            Variant value = StatusCode.isBad(batch.statusAt(i))
                    ? Variant.NULL_VALUE
                    : space.types().value(batch, i, slot.type);
            gathered.add(new Change(sample, slot.variable, slot.type, dataValue(batch, i, value)));
        } catch (IllegalArgumentException e) {
            unit.refuse(sample, slot.variable.point().name() + ": " + e.getMessage());
        }
    }

    private static DataValue dataValue(SampleBatch batch, int i, Variant value) {
        long source = batch.sourceTimeAt(i);
        long server = batch.receivedAt();
        return new DataValue(
                value,
                new org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode(
                        Integer.toUnsignedLong(batch.statusAt(i))),
                time(source),
                picoseconds(source),
                time(server),
                picoseconds(server));
    }

    private static @Nullable DateTime time(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME ? null : BuiltinType.time(epochNanos);
    }

    /** What a DateTime of 100 ns leaves over, in 10 ps (OPC 10000-4, 7.11). */
    private static @Nullable UShort picoseconds(long epochNanos) {
        long rest = epochNanos == SampleBatch.NO_TIME ? 0 : Math.floorMod(epochNanos, TICK_NANOS);
        return rest == 0 ? null : UShort.valueOf((int) rest * 100);
    }

    private static void apply(Change change, FlushUnit unit) {
        if (!change.value.value().isNull()) {
            change.variable.setType(change.type);
        }
        if (!change.variable.set(change.value)) {
            unit.refuse(
                    change.sample,
                    "the deployment has no point " + change.variable.point().name() + " any more");
        }
    }

    @Override
    public void close() {
        forget();
        variables.values().forEach(space::release);
        variables.clear();
    }
}
