package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.DataBlock;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.s7.simulator.model.S7Point;
import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.DeviceMemory;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Signal;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/**
 * Memory, program, operating mode and connection resources of the CPU, shared by the threads of its connections. Its monitor
 * guards it: one request sees one moment.
 */
final class Cpu {

    private static final int NUMBERED = 512;

    final S7Model model;
    final EpochNanoClock clock;
    final Counters<S7Counter> counters = new Counters<>(S7Counter.class);
    final DeviceFaults faults = new DeviceFaults(() -> {});
    volatile CpuLimits limits;
    volatile CpuAccess access;

    private final long seed;
    private final long startNanos;
    private final Map<String, Operand> names = new HashMap<>();
    private final Map<Integer, Region> blocks = new TreeMap<>();
    private final Map<Integer, Region> areas = new HashMap<>();
    private final Set<Object> slots = new HashSet<>();
    private boolean running = true;
    private long cycle;

    /** An area or a data block. */
    static final class Region extends DeviceMemory {

        final int number;
        final boolean optimized;
        private final List<Signal> signals = new ArrayList<>();

        Region(int number, boolean optimized, int size) {
            super(size, ByteOrder.BIG_ENDIAN);
            this.number = number;
            this.optimized = optimized;
        }
    }

    Cpu(S7Model model, long seed, EpochNanoClock clock) {
        this.model = model;
        this.seed = seed;
        this.clock = clock;
        limits = model.limits();
        access = model.access();
        startNanos = clock.nanoTime();
        model.points().forEach(point -> names.put(point.name(), point.operand()));
        load();
    }

    /** First values everywhere. */
    private void load() {
        for (int area : List.of(AreaCode.INPUT, AreaCode.OUTPUT, AreaCode.MEMORY)) {
            areas.put(area, new Region(0, false, model.memoryBytes()));
        }
        for (int area : List.of(AreaCode.TIMER, AreaCode.COUNTER)) {
            areas.put(area, new Region(0, false, 2 * NUMBERED));
        }
        blocks.clear();
        for (DataBlock block : model.blocks()) {
            blocks.put(block.number(), new Region(block.number(), block.optimized(), block.bytes()));
        }
        long signalSeed = seed;
        for (S7Point point : model.points()) {
            Region region = region(point.operand().area(), point.operand().block());
            if (region == null || point.operand().end() > region.size()) {
                throw new IllegalArgumentException("point " + point.name() + " is outside the CPU's memory");
            }
            point.operand().prepare(region.bytes);
            if (point.value() != null) {
                point.operand().set(region.bytes, point.value());
            }
            move(region, point, signalSeed++);
        }
        blocks.values().forEach(region -> region.setMoving(region.signals));
        areas.values().forEach(region -> region.setMoving(region.signals));
    }

    private void move(Region region, S7Point point, long signalSeed) {
        Operand operand = point.operand();
        if (point.waveform() instanceof Waveform.Constant || !(operand.element() instanceof Elementary type)) {
            return;
        }
        ScalarType scalar = type.dataType();
        // Times count milliseconds, dates days: the steps that most S7 types have.
        Duration step = scalar.kind() == ScalarType.Kind.DATE ? Duration.ofDays(1) : Duration.ofMillis(1);
        ByteBuffer image = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < operand.count(); i++) {
            LongUnaryOperator bits = Motion.bits(
                    scalar, step.toNanos(), point.waveform(), i, model.cycle().toNanos(), signalSeed);
            int offset = operand.start() + operand.bitOf(i) / Byte.SIZE;
            int bit = operand.bitOf(i) % Byte.SIZE;
            region.signals.add(new Signal(offset, type.bytes(), moment -> {
                scalar.putBits(image, 0, bits.applyAsLong(moment));
                // What the CPU's type cannot hold (a counter above 999) leaves the value unchanged.
                var unused = type.store(image, 0, region.bytes, offset, bit);
            }));
        }
    }

    /** Reads the clock. To be called once per request, which sees one cycle only. */
    synchronized long currentCycle() {
        if (running) {
            cycle = Math.max(
                    cycle,
                    Math.floorDiv(clock.nanoTime() - startNanos, model.cycle().toNanos()));
        }
        return cycle;
    }

    synchronized boolean isRunning() {
        return running;
    }

    /** A stopped program leaves its values unchanged. */
    synchronized void setRunning(boolean run) {
        currentCycle();
        running = run;
    }

    /** As after a download: first values. */
    synchronized void restart() {
        load();
        running = true;
    }

    Collection<Region> blocks() {
        return blocks.values();
    }

    /** An area of the protocol, see {@link AreaCode}; null for an unknown one, or an unknown data block. */
    @Nullable
    Region region(int area, int db) {
        return area == AreaCode.DATA_BLOCK ? blocks.get(db) : areas.get(area);
    }

    synchronized Object get(String name) {
        Operand operand = find(name);
        return operand.get(refreshed(name, operand));
    }

    synchronized void set(String name, Object value) {
        Operand operand = find(name);
        operand.set(refreshed(name, operand), value);
    }

    private Operand find(String name) {
        Operand operand = names.get(name);
        return operand == null ? Operand.parse(name) : operand;
    }

    /** Its memory, as it is in this cycle. */
    private ByteBuffer refreshed(String name, Operand operand) {
        Region region = region(operand.area(), operand.block());
        if (region == null || operand.end() > region.size()) {
            throw new IllegalArgumentException(name + ": "
                    + (region == null ? "no such data block" : "outside the memory")
                    + " of the simulated CPU; check the address, or the model");
        }
        region.refresh(operand.start(), operand.end() - operand.start(), currentCycle());
        return region.bytes;
    }

    /** Reserves one of the connection resources; false if all are in use. */
    synchronized boolean takeSlot(Object connection) {
        return slots.size() < limits.connections() && slots.add(connection);
    }

    synchronized void freeSlot(Object connection) {
        slots.remove(connection);
    }

    synchronized int usedSlots() {
        return slots.size();
    }
}
