package io.taktstrom.opcua.simulator;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.opcua.server.ItemSink;
import io.taktstrom.opcua.server.PushingNamespace;
import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.server.type.MiloValues;
import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.opcua.server.type.VariableType;
import io.taktstrom.opcua.simulator.model.SimulatedPoint;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Waveform;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;

/**
 * One variable over all runs of the server: its value, what moves it, who watches it. Its monitor guards it, so that
 * watchers get values in the order in which the variable had them.
 */
final class UaVariable implements PushingNamespace.Watched {

    /** A monitored item that gets each value, or that of every so many cycles. */
    private record Watcher(ItemSink sink, long every, long since) {}

    final String name;
    final SimulatedPoint point;
    final CycleClock beat;
    private final EpochNanoClock clock;
    private final @Nullable LongFunction<Object> motion;
    final @Nullable ValueHistory history;
    private final List<Watcher> watchers = new ArrayList<>();

    private @Nullable MiloValues values;
    private Object plain;
    private StatusCode status = StatusCode.GOOD;
    private DateTime sourceTime;
    private @Nullable DataValue current;
    private long currentCycle = Long.MIN_VALUE;
    private long toldCycle = Long.MIN_VALUE;

    /** @param index of one of many alike, by which its waveform is ahead */
    UaVariable(SimulatedPoint point, int index, CycleClock beat, EpochNanoClock clock, long seed) {
        this.name = point.name(index);
        this.point = point;
        this.beat = beat;
        this.clock = clock;
        this.motion = motion(point, index, beat.cycleNanos(), seed * 31 + name.hashCode());
        this.history = point.history() == 0 ? null : new ValueHistory(point.history());
        this.plain = point.initial();
        this.sourceTime = BuiltinType.time(clock.epochNanos());
    }

    private static @Nullable LongFunction<Object> motion(SimulatedPoint point, int index, long cycleNanos, long seed) {
        if (point.waveform() instanceof Waveform.Constant) {
            return null;
        }
        BuiltinType type = Objects.requireNonNull(point.type().movable());
        int length = point.type().isArray() ? point.type().dimensions().get(0) : 1;
        LongUnaryOperator[] bits = new LongUnaryOperator[length];
        for (int i = 0; i < length; i++) {
            bits[i] = Motion.bits(
                    Objects.requireNonNull(type.scalar()), 1_000_000, point.waveform(), index + i, cycleNanos, seed);
        }
        if (!point.type().isArray()) {
            return cycle -> type.ofBits(bits[0].applyAsLong(cycle));
        }
        return cycle -> {
            Object array = MiloValues.newArray(type, length);
            for (int i = 0; i < length; i++) {
                Array.set(array, i, type.ofBits(bits[i].applyAsLong(cycle)));
            }
            return array;
        };
    }

    VariableType type() {
        return point.type();
    }

    boolean isMoving() {
        return motion != null;
    }

    /** A new run of the server begins, with no watchers. */
    synchronized void attach(MiloValues newValues) {
        values = newValues;
        watchers.clear();
        if (motion == null) {
            current = data(newValues.variant(type(), plain));
        }
        if (history != null && type().element() instanceof UaType.Structure) {
            // These carry the namespaces' old numbers.
            history.clear();
        }
    }

    private DataValue data(Variant variant) {
        return new DataValue(variant, status, sourceTime, BuiltinType.time(clock.epochNanos()));
    }

    /** First value, as after a download. */
    synchronized void reset() {
        plain = point.initial();
        status = StatusCode.GOOD;
        sourceTime = BuiltinType.time(clock.epochNanos());
        currentCycle = Long.MIN_VALUE;
        if (history != null) {
            history.clear();
        }
    }

    /** The value now. */
    synchronized DataValue read() {
        if (motion != null) {
            move(beat.now());
        }
        return Objects.requireNonNull(current);
    }

    private void move(long cycle) {
        if (cycle > currentCycle) {
            currentCycle = cycle;
            current = ofCycle(cycle);
        }
    }

    private DataValue ofCycle(long cycle) {
        DateTime time = beat.time(cycle);
        return new DataValue(new Variant(Objects.requireNonNull(motion).apply(cycle)), StatusCode.GOOD, time, time);
    }

    /** A cycle has begun: tells the watchers, and remembers. */
    synchronized void tick(long cycle) {
        if (cycle <= toldCycle || (watchers.isEmpty() && history == null)) {
            return;
        }
        toldCycle = cycle;
        move(cycle);
        // A cycle that comes late may have been read beyond; who watches still gets it.
        DataValue value = cycle == currentCycle ? Objects.requireNonNull(current) : ofCycle(cycle);
        remember(value);
        for (int i = 0; i < watchers.size(); i++) {
            Watcher watcher = watchers.get(i);
            if (cycle % watcher.every == 0 && cycle > watcher.since) {
                watcher.sink.tell(value);
            }
        }
    }

    private void remember(DataValue value) {
        if (history != null) {
            history.add(value);
        }
    }

    /**
     * Takes a value that a client wrote. One that moves keeps it until its next cycle.
     *
     * @throws IllegalArgumentException if it is not of the variable's type
     */
    synchronized void write(DataValue value) {
        plain = Objects.requireNonNull(values).plain(type(), value.value().value());
        status = value.statusCode();
        sourceTime = Objects.requireNonNullElse(value.sourceTime(), BuiltinType.time(clock.epochNanos()));
        tell(value);
    }

    /** Sets it from within; null leaves the value and changes the status alone. */
    void set(@Nullable Object value, StatusCode newStatus) {
        set(value, newStatus, BuiltinType.time(clock.epochNanos()));
    }

    /** The same with a time of its own. */
    synchronized void set(@Nullable Object value, StatusCode newStatus, DateTime time) {
        if (value != null) {
            plain = PlainValue.normal(type(), value);
        } else if (motion != null) {
            plain = plain();
        }
        status = newStatus;
        sourceTime = time;
        if (values != null) {
            tell(data(values.variant(type(), plain)));
        }
    }

    private void tell(DataValue value) {
        current = value;
        currentCycle = motion == null ? currentCycle : beat.now();
        remember(value);
        for (int i = 0; i < watchers.size(); i++) {
            watchers.get(i).sink.tell(value);
        }
    }

    /** The value as {@code io.taktstrom.data.Values} has it. */
    synchronized Object plain() {
        return motion == null || values == null
                ? plain
                : values.plain(type(), read().value().value());
    }

    @Override
    public synchronized void watch(DataItem item) {
        unwatch(item);
        long every =
                isMoving() ? Math.max(1, Math.round(item.getSamplingInterval() * 1_000_000 / beat.cycleNanos())) : 1;
        DataValue value = read();
        Watcher watcher = new Watcher(ItemSink.of(item), every, currentCycle);
        watchers.add(watcher);
        watcher.sink.tell(value);
    }

    @Override
    public synchronized void unwatch(DataItem item) {
        watchers.removeIf(watcher -> watcher.sink.item() == item);
    }
}
