package io.taktstrom.s7.simulator.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.simulation.Waveform;
import io.taktstrom.simulation.YamlFields;

/**
 * What a simulated CPU has.
 *
 * @param rack where the CPU is; a client must say the same
 * @param slot where the CPU is
 * @param cycle of the program, by which waveforms move
 * @param memoryBytes size of the inputs, of the outputs and of the bit memory
 * @param blocks each with a number of its own, large enough for the points in it
 * @param points with names that differ
 */
public record S7Model(
        CpuIdentity identity,
        CpuLimits limits,
        CpuAccess access,
        int rack,
        int slot,
        Duration cycle,
        int memoryBytes,
        List<DataBlock> blocks,
        List<S7Point> points) {

    public static final Duration DEFAULT_CYCLE = Duration.ofMillis(10);
    public static final int DEFAULT_MEMORY_BYTES = 8192;

    public S7Model {
        if (rack < 0 || rack > 7 || slot < 0 || slot > 31) {
            throw new IllegalArgumentException("rack " + rack + ", slot " + slot + "; racks are 0..7, slots 0..31");
        }
        if (cycle.compareTo(Duration.ofMillis(1)) < 0 || cycle.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("cycle " + cycle + " is not in 1ms..10s");
        }
        if (memoryBytes < 1 || memoryBytes > 65_536) {
            throw new IllegalArgumentException("memory of " + memoryBytes + " bytes; 1 to 65536 are right");
        }
        points = List.copyOf(points);
        Set<String> names = new HashSet<>();
        for (S7Point point : points) {
            if (!names.add(point.name())) {
                throw new IllegalArgumentException("point " + point.name() + ": duplicate entry");
            }
        }
        blocks = sized(blocks, points);
    }

    /** Makes blocks for points whose block is not stated, and checks those that are. */
    private static List<DataBlock> sized(List<DataBlock> stated, List<S7Point> points) {
        Map<Integer, DataBlock> blocks = new TreeMap<>();
        for (DataBlock block : stated) {
            if (blocks.put(block.number(), block) != null) {
                throw new IllegalArgumentException("data block " + block.number() + ": duplicate entry");
            }
        }
        Set<Integer> own = Set.copyOf(blocks.keySet());
        for (S7Point point : points) {
            Operand operand = point.operand();
            if (operand.area() != AreaCode.DATA_BLOCK) {
                continue;
            }
            int number = operand.block();
            int needed = operand.end();
            DataBlock block = blocks.get(number);
            if (block == null || (block.bytes() < needed && !own.contains(number))) {
                blocks.put(number, new DataBlock(number, "", needed + (needed & 1), false));
            } else if (block.bytes() < needed) {
                throw new IllegalArgumentException("point " + point.name() + " ends at byte " + needed
                        + " of data block " + number + ", which has " + block.bytes());
            }
        }
        return List.copyOf(blocks.values());
    }

    /** A CPU with these points and all else by default. */
    public static S7Model of(List<S7Point> points) {
        return new S7Model(
                CpuIdentity.DEFAULT,
                CpuLimits.DEFAULT,
                CpuAccess.OPEN,
                0,
                1,
                DEFAULT_CYCLE,
                DEFAULT_MEMORY_BYTES,
                List.of(),
                points);
    }

    /** {@code v0} to {@code v(n-1)} in DB1, DINTs that hold their own number: for benchmarks. */
    public static S7Model dints(int count) {
        List<S7Point> points = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Operand operand = new Operand(AreaCode.DATA_BLOCK, 1, 4 * i, 0, Elementary.DINT, List.of());
            points.add(new S7Point("v" + i, operand, i, new Waveform.Constant()));
        }
        return of(points);
    }

    /**
     * Reads a model file; see docs/reference/s7-simulator.md.
     *
     * @throws ModelException with line and column, if it is wrong
     */
    public static S7Model parse(String yaml) {
        return S7ModelReader.read(yaml);
    }

    /** A filling line: points of all types, in all areas, most of them moving. */
    public static S7Model demo() {
        return parse(YamlFields.builtIn(S7Model.class, "demo"));
    }

    public S7Model withLimits(CpuLimits newLimits) {
        return new S7Model(identity, newLimits, access, rack, slot, cycle, memoryBytes, blocks, points);
    }

    public S7Model withAccess(CpuAccess newAccess) {
        return new S7Model(identity, limits, newAccess, rack, slot, cycle, memoryBytes, blocks, points);
    }
}
