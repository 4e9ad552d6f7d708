package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.Area;
import io.taktstrom.s7.simulator.model.DataBlock;
import io.taktstrom.s7.simulator.model.SimulatedPoint;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.s7.type.S7Array;
import io.taktstrom.s7.type.S7Scalar;
import io.taktstrom.s7.type.S7String;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/** Memory, program and operating mode of the CPU. Its monitor guards it: one request sees one moment. */
final class Cpu {

    private static final int NUMBERED = 512;

    private final SimulatorModel model;
    private final long seed;
    private final EpochNanoClock clock;
    private final long startNanos;
    private final Map<String, S7Address> names = new HashMap<>();
    private final Map<Integer, Region> blocks = new TreeMap<>();
    private Region inputs;
    private Region outputs;
    private Region memory;
    private Region timers;
    private Region counters;
    private boolean running = true;
    private long cycle;

    Cpu(SimulatorModel model, long seed, EpochNanoClock clock) {
        this.model = model;
        this.seed = seed;
        this.clock = clock;
        startNanos = clock.nanoTime();
        inputs = new Region(0, false, model.memoryBytes());
        outputs = new Region(0, false, model.memoryBytes());
        memory = new Region(0, false, model.memoryBytes());
        timers = new Region(0, false, 2 * NUMBERED);
        counters = new Region(0, false, 2 * NUMBERED);
        for (SimulatedPoint point : model.points()) {
            names.put(point.name(), point.address());
        }
        load();
    }

    /** First values everywhere. */
    private void load() {
        inputs = new Region(0, false, model.memoryBytes());
        outputs = new Region(0, false, model.memoryBytes());
        memory = new Region(0, false, model.memoryBytes());
        timers = new Region(0, false, 2 * NUMBERED);
        counters = new Region(0, false, 2 * NUMBERED);
        blocks.clear();
        for (DataBlock block : model.blocks()) {
            blocks.put(block.number(), new Region(block.number(), block.optimized(), block.bytes()));
        }
        long signalSeed = seed;
        for (SimulatedPoint point : model.points()) {
            Region region = region(point.address());
            if (region == null || end(point.address()) > region.size()) {
                throw new IllegalArgumentException(
                        "point " + point.name() + " at " + point.address().text() + " is outside the CPU's memory");
            }
            prepare(region.bytes, point);
            move(region, point, signalSeed++);
        }
        blocks.values().forEach(Region::sort);
        List.of(inputs, outputs, memory, timers, counters).forEach(Region::sort);
    }

    private static int start(S7Address address) {
        return address.area().isNumbered() ? 2 * address.offset() : address.offset();
    }

    private static int end(S7Address address) {
        return start(address) + address.wireBytes();
    }

    private static void prepare(ByteBuffer bytes, SimulatedPoint point) {
        S7Address address = point.address();
        if (address.type() instanceof S7String string) {
            Variable.putMaximum(string, bytes, address.offset());
        } else if (address.type() instanceof S7Array array && array.element() instanceof S7String string) {
            for (int i = 0; i < array.count(); i++) {
                Variable.putMaximum(string, bytes, address.offset() + i * array.stride());
            }
        }
        if (point.value() != null) {
            new Variable(point.address()).set(bytes, start(address), point.value());
        }
    }

    private void move(Region region, SimulatedPoint point, long signalSeed) {
        if (point.waveform() instanceof Waveform.Constant) {
            return;
        }
        S7Address address = point.address();
        long cycleNanos = model.cycle().toNanos();
        if (address.type() instanceof S7Scalar scalar) {
            region.move(new Signal(start(address), address.bit(), scalar, point.waveform(), 0, cycleNanos, signalSeed));
        } else if (address.type() instanceof S7Array array && array.element() instanceof S7Scalar scalar) {
            Variable variable = new Variable(address);
            for (int i = 0; i < array.count(); i++) {
                int bit = array.isBits() ? variable.bitOffset(i) : 8 * i * array.stride();
                region.move(new Signal(
                        start(address) + bit / 8, bit % 8, scalar, point.waveform(), i, cycleNanos, signalSeed));
            }
        }
    }

    /** Looks at the clock. To be called once per request, which sees one cycle only. */
    long look() {
        if (running) {
            cycle = Math.max(
                    cycle,
                    Math.floorDiv(clock.nanoTime() - startNanos, model.cycle().toNanos()));
        }
        return cycle;
    }

    boolean isRunning() {
        return running;
    }

    /** A stopped program leaves its values where they are. */
    void setRunning(boolean run) {
        look();
        running = run;
    }

    /** As after a download: first values. */
    void restart() {
        load();
        running = true;
    }

    Collection<Region> blocks() {
        return blocks.values();
    }

    @Nullable
    Region block(int number) {
        return blocks.get(number);
    }

    /** An area of the protocol, see {@link Area}; null if there is none, or no such data block. */
    @Nullable
    Region region(int area, int db) {
        return switch (area) {
            case Area.INPUT -> inputs;
            case Area.OUTPUT -> outputs;
            case Area.MEMORY -> memory;
            case Area.TIMER -> timers;
            case Area.COUNTER -> counters;
            case Area.DATA_BLOCK -> blocks.get(db);
            default -> null;
        };
    }

    private @Nullable Region region(S7Address address) {
        int area = switch (address.area()) {
            case INPUT -> Area.INPUT;
            case OUTPUT -> Area.OUTPUT;
            case MEMORY -> Area.MEMORY;
            case TIMER -> Area.TIMER;
            case COUNTER -> Area.COUNTER;
            case DATA_BLOCK -> Area.DATA_BLOCK;
        };
        return region(area, address.dbNumber());
    }

    Object get(String name) {
        S7Address address = find(name);
        Region region = inside(name, address);
        region.refresh(start(address), address.wireBytes(), look());
        return new Variable(address).get(region.bytes, start(address));
    }

    void set(String name, Object value) {
        S7Address address = find(name);
        Region region = inside(name, address);
        region.refresh(start(address), address.wireBytes(), look());
        new Variable(address).set(region.bytes, start(address), value);
    }

    private S7Address find(String name) {
        S7Address address = names.get(name);
        return address == null ? S7Address.parse(name) : address;
    }

    private Region inside(String name, S7Address address) {
        Region region = region(address);
        if (region == null || end(address) > region.size()) {
            String what =
                    address.area() == S7Area.DATA_BLOCK && region == null ? "no such data block" : "outside the memory";
            throw new IllegalArgumentException(
                    name + ": " + what + " of the simulated CPU; check the address, or the model");
        }
        return region;
    }
}
