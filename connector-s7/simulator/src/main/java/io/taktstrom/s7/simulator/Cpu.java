package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.s7.simulator.model.DataBlock;
import io.taktstrom.s7.simulator.model.SimulatedPoint;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Signal;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/** Memory, program and operating mode of the CPU. Its monitor guards it: one request sees one moment. */
final class Cpu {

    private static final int NUMBERED = 512;

    private final SimulatorModel model;
    private final long seed;
    private final EpochNanoClock clock;
    private final long startNanos;
    private final Map<String, Operand> names = new HashMap<>();
    private final Map<Integer, Region> blocks = new TreeMap<>();
    private final Map<Integer, Region> areas = new HashMap<>();
    private boolean running = true;
    private long cycle;

    Cpu(SimulatorModel model, long seed, EpochNanoClock clock) {
        this.model = model;
        this.seed = seed;
        this.clock = clock;
        startNanos = clock.nanoTime();
        for (SimulatedPoint point : model.points()) {
            names.put(point.name(), point.operand());
        }
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
        for (SimulatedPoint point : model.points()) {
            Region region = region(point.operand());
            if (region == null || point.operand().end() > region.size()) {
                throw new IllegalArgumentException("point " + point.name() + " is outside the CPU's memory");
            }
            point.operand().prepare(region.bytes);
            if (point.value() != null) {
                point.operand().set(region.bytes, point.value());
            }
            move(region, point, signalSeed++);
        }
        blocks.values().forEach(Region::begin);
        areas.values().forEach(Region::begin);
    }

    private void move(Region region, SimulatedPoint point, long signalSeed) {
        Operand operand = point.operand();
        boolean moves = !(point.waveform() instanceof Waveform.Constant);
        if (moves && operand.element() instanceof Elementary type) {
            for (int i = 0; i < operand.count(); i++) {
                int place = 8 * operand.start() + operand.bitOf(i);
                region.signals.add(signal(region.bytes, place, type, point.waveform(), i, signalSeed));
            }
        }
    }

    /**
     * A signal.
     *
     * @param place in bits of its area or block
     * @param ahead cycles that it is ahead of the program
     */
    private Signal signal(ByteBuffer memory, int place, Elementary type, Waveform waveform, long ahead, long own) {
        ScalarType scalar = type.dataType();
        // Times count milliseconds, dates days: the steps that most S7 types have.
        Duration step = scalar.kind() == ScalarType.Kind.DATE ? Duration.ofDays(1) : Duration.ofMillis(1);
        LongUnaryOperator bits = Motion.bits(
                scalar, step.toNanos(), waveform, ahead, model.cycle().toNanos(), own);
        ByteBuffer image = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int offset = place / Byte.SIZE;
        return new Signal(offset, type.bytes(), cycle -> {
            scalar.putBits(image, 0, bits.applyAsLong(cycle));
            // What the CPU's type cannot hold (a counter above 999) leaves the value where it is.
            var unused = type.store(image, 0, memory, offset, place % Byte.SIZE);
        });
    }

    /** Looks at the clock. To be called once per request, which sees one cycle only. */
    synchronized long look() {
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

    /** A stopped program leaves its values where they are. */
    synchronized void setRunning(boolean run) {
        look();
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

    @Nullable
    Region block(int number) {
        return blocks.get(number);
    }

    /** An area of the protocol, see {@link AreaCode}; null if there is none, or no such data block. */
    @Nullable
    Region region(int area, int db) {
        return area == AreaCode.DATA_BLOCK ? blocks.get(db) : areas.get(area);
    }

    private @Nullable Region region(Operand operand) {
        return region(operand.area(), operand.block());
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
        Region region = region(operand);
        if (region == null || operand.end() > region.size()) {
            throw new IllegalArgumentException(name + ": "
                    + (region == null ? "no such data block" : "outside the memory")
                    + " of the simulated CPU; check the address, or the model");
        }
        region.refresh(operand.start(), operand.end() - operand.start(), look());
        return region.bytes;
    }
}
