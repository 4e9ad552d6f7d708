package io.taktstrom.ads.simulator.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Ring;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.ads.simulator.model.Symbol.Place;
import io.taktstrom.data.Values;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.MovingBytes;
import io.taktstrom.simulation.Signal;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/** What is loaded into the PLC: its memory and the variables in it. Guarded by the PLC's lock. */
public final class Program {

    /** %M, and the least of an image of inputs or outputs. */
    public static final int FLAG_BYTES = 65_536;

    /** TwinCAT's data does not start at 0 either, so an offset left at 0 by mistake hits no variable. */
    private static final int FIRST_DATA_OFFSET = 4096;
    /** On a device, what lies behind the last variable can be read: clients read 1,000 bytes of a shorter string. */
    private static final int DATA_BEHIND = 4096;
    /** How far an online change moves everything, at least. */
    private static final int MOVE_BYTES = 64;

    public final PlcMemory data;
    public final PlcMemory flags = new PlcMemory(IndexGroup.PLC_MEMORY, FLAG_BYTES);
    public final PlcMemory inputs;
    public final PlcMemory outputs;
    /** One number, the next of a burst. */
    public final PlcMemory burst = new PlcMemory(Burst.GROUP, 8);
    /** In the order of their names, as TwinCAT lists them. */
    public final List<PlcVariable> variables = new ArrayList<>();

    private final Map<String, PlcVariable> byName = new HashMap<>();
    private final Map<String, RingWriter> rings = new HashMap<>();

    /**
     * @param moves number of online changes: with each, variables lie elsewhere and in the other order
     * @param fileTime of the current cycle
     */
    public Program(AdsModel model, List<Symbol> symbols, long seed, int moves, LongSupplier fileTime) {
        List<Symbol> order = new ArrayList<>(symbols);
        if (moves % 2 == 1) {
            Collections.reverse(order);
        }
        int moved = moves % 1024 * MOVE_BYTES;
        Map<Class<?>, Integer> ends = new HashMap<>(Map.of(
                Place.Data.class, FIRST_DATA_OFFSET + moved, Place.Input.class, moved, Place.Output.class, moved));
        int[] offsets = new int[order.size()];
        for (int i = 0; i < offsets.length; i++) {
            Place place = order.get(i).place();
            PlcType type = order.get(i).type();
            if (place instanceof Place.Flag flag) {
                offsets[i] = flag.offset();
            } else {
                int step = type.alignment();
                offsets[i] = Math.addExact(end(ends, place.getClass()), step - 1) / step * step;
                ends.put(place.getClass(), Math.addExact(offsets[i], type.bytes()));
            }
        }
        data = new PlcMemory(IndexGroup.PLC_DATA, Math.addExact(end(ends, Place.Data.class), DATA_BEHIND));
        inputs = new PlcMemory(IndexGroup.INPUT, Math.max(FLAG_BYTES, end(ends, Place.Input.class)));
        outputs = new PlcMemory(IndexGroup.OUTPUT, Math.max(FLAG_BYTES, end(ends, Place.Output.class)));
        for (int i = 0; i < offsets.length; i++) {
            place(order.get(i), offsets[i]);
        }
        if (model.burst() != null) {
            addBurst();
        }
        variables.sort((a, b) -> a.name().compareToIgnoreCase(b.name()));
        attachSignals(model.taskCycle().toNanos(), seed, fileTime);
    }

    private static int end(Map<Class<?>, Integer> ends, Class<?> place) {
        return Objects.requireNonNull(ends.get(place));
    }

    private void place(Symbol symbol, int offset) {
        PlcMemory area = area(symbol.place());
        if (!area.contains(offset, symbol.type().bytes())) {
            throw new IllegalArgumentException(
                    "symbol " + symbol.name() + " at byte " + offset + " does not fit into " + area.size() + " bytes");
        }
        PlcVariable variable =
                new PlcVariable(symbol.name(), symbol.type(), area, offset, StructType.WHOLE, symbol.comment(), symbol);
        variables.add(variable);
        byName.put(PlcVariable.key(symbol.name()), variable);
        if (!symbol.writable()) {
            area.protect(offset, variable.bytes());
        }
        if (symbol.initial() != null) {
            set(variable, symbol.initial());
        }
    }

    private PlcMemory area(Place place) {
        if (place instanceof Place.Flag) {
            return flags;
        }
        if (place instanceof Place.Input) {
            return inputs;
        }
        return place instanceof Place.Output ? outputs : data;
    }

    private void addBurst() {
        String name = Burst.SYMBOL;
        PlcType type = new PlcType.Elementary(ScalarType.UDINT);
        Symbol symbol = new Symbol(
                name,
                type,
                new Place.Data(),
                null,
                Map.of(),
                "Notifications as fast as possible",
                false,
                false,
                Map.of());
        PlcVariable variable = new PlcVariable(name, type, burst, 0, StructType.WHOLE, symbol.comment(), symbol);
        variables.add(variable);
        byName.put(PlcVariable.key(name), variable);
        burst.protect(0, burst.size());
    }

    private void attachSignals(long cycleNanos, long seed, LongSupplier fileTime) {
        Map<PlcMemory, List<MovingBytes>> signals = new HashMap<>();
        for (PlcVariable variable : variables) {
            variable.symbol().waveforms().forEach((path, waveform) -> {
                PlcVariable part = find(variable.name() + (path.isEmpty() || path.startsWith("[") ? path : "." + path));
                if (part == null) {
                    throw new IllegalArgumentException(
                            "symbol " + variable.name() + " has no part '" + path + "' for a waveform");
                }
                long own = seed * 31 + PlcVariable.key(part.name()).hashCode();
                List<MovingBytes> moving = signals.computeIfAbsent(part.area(), a -> new ArrayList<>());
                if (waveform instanceof Ring ring) {
                    RingWriter writer = new RingWriter(
                            part.name(),
                            part.area().bytes,
                            part.offset(),
                            part.type(),
                            ring.samplesPerCycle(),
                            cycleNanos,
                            fileTime);
                    rings.put(PlcVariable.key(part.name()), writer);
                    moving.add(writer);
                } else {
                    signals(part, waveform, cycleNanos, own, moving);
                }
            });
        }
        signals.forEach((area, moving) -> {
            area.setMoving(moving);
            area.requireDisjoint();
        });
    }

    private static void signals(
            PlcVariable part, Waveform waveform, long cycleNanos, long seed, List<MovingBytes> into) {
        if (waveform instanceof Waveform.Constant) {
            return;
        }
        PlcType element = part.type();
        int count = 1;
        while (element.resolved() instanceof PlcType.Array array) {
            element = array.element();
            count = part.type().bytes() / element.bytes();
        }
        ScalarType scalar = element.resolved() instanceof PlcType.Enumeration e
                ? e.image().base()
                : element.image() instanceof ScalarType s && !part.isBit() ? s : null;
        if (scalar == null) {
            throw new IllegalArgumentException(
                    part.name() + " is a " + part.type().name() + ": a waveform moves numbers and arrays of numbers");
        }
        for (int i = 0; i < count; i++) {
            int at = part.offset() + i * scalar.imageBytes();
            LongUnaryOperator bits = Motion.bits(scalar, scalar.nanosPerTick(), waveform, i, cycleNanos, seed);
            ByteBuffer bytes = part.area().bytes;
            into.add(new Signal(at, scalar.imageBytes(), cycle -> scalar.putBits(bytes, at, bits.applyAsLong(cycle))));
        }
    }

    /** The variable of this name, case does not matter, or null. */
    @Nullable
    public PlcVariable find(String name) {
        String key = PlcVariable.key(name.strip());
        PlcVariable whole = byName.get(key);
        if (whole != null) {
            return whole;
        }
        for (int end = key.length() - 1; end > 0; end--) {
            char c = key.charAt(end);
            if (c == '.' || c == '[') {
                PlcVariable root = byName.get(key.substring(0, end));
                if (root != null) {
                    return root.part(name.strip().substring(end));
                }
            }
        }
        return null;
    }

    public Object get(PlcVariable variable, long cycle) {
        variable.area().refresh(variable.offset(), variable.bytes(), cycle);
        if (variable.isBit()) {
            return (variable.area().bytes.get(variable.offset()) >> variable.bit() & 1) != 0;
        }
        return Values.read(variable.type().image(), variable.area().bytes, variable.offset(), variable.bytes());
    }

    public void set(PlcVariable variable, Object value) {
        var image = Values.image(variable.type().image(), value);
        if (variable.isBit()) {
            variable.area().setBit(variable.offset(), variable.bit(), image.get(0) != 0);
        } else {
            variable.area().bytes.put(variable.offset(), image, 0, image.capacity());
        }
    }

    /** The task of a ring, or null. */
    @Nullable
    public RingWriter ring(String name) {
        return rings.get(PlcVariable.key(name));
    }

    /** Brings rings up to date before the program is replaced; others can be at any time. */
    public void refreshRings(long cycle) {
        rings.values().forEach(ring -> ring.refresh(cycle));
    }

    /** Runs from this cycle on. */
    public void begin(long cycle) {
        rings.values().forEach(ring -> ring.begin(cycle));
    }

    /** Takes over the bytes of variables that have the same name and type in another program. */
    public void keep(Program from, boolean persistentOnly) {
        rings.forEach((name, ring) -> {
            RingWriter old = from.rings.get(name);
            if (old != null) {
                ring.takeOver(old);
            }
        });
        for (PlcVariable variable : variables) {
            PlcVariable old = from.byName.get(PlcVariable.key(variable.name()));
            if (old != null
                    && old.type().equals(variable.type())
                    && (!persistentOnly || variable.symbol().persistent())) {
                variable.area().bytes.put(variable.offset(), old.area().bytes, old.offset(), old.bytes());
            }
        }
    }

    /** The area of a byte or bit group, or null. */
    @Nullable
    public PlcMemory area(int group) {
        return switch (group) {
            case Burst.GROUP -> burst;
            case IndexGroup.PLC_DATA, IndexGroup.PLC_DATA_BIT -> data;
            case IndexGroup.PLC_MEMORY, IndexGroup.PLC_MEMORY_BIT -> flags;
            case IndexGroup.INPUT, IndexGroup.INPUT_BIT -> inputs;
            case IndexGroup.OUTPUT, IndexGroup.OUTPUT_BIT -> outputs;
            default -> null;
        };
    }
}
