package io.taktstrom.benchmarks.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.kit.plan.SpanRules;
import io.taktstrom.kit.session.SinkGate;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.stream.FixedGroup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What every connector has of the kit, for 100 {@code REAL}s; per value. {@code copy} is the limit. {@code gate} hands a batch over to
 * a sink; {@code plan} is done once for a group: what is read together, of 100 values with gaps between them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KitBenchmark {

    private static final int VALUES = 100;

    @Param({"copy", "little-endian", "big-endian", "word-swapped", "write-big-endian", "gate", "plan"})
    private String part = "copy";

    private final FixedGroup group = Doubles.of(VALUES, ScalarType.REAL);
    private final SampleBatch batch = group.newBatch();
    private final ByteBuffer wire = ByteBuffer.allocate(VALUES * Float.BYTES);
    private Codec chosen = () -> 0;
    private int taken;

    @Setup
    public void choose() {
        for (int i = 0; i < VALUES; i++) {
            wire.putFloat(i * Float.BYTES, i + 0.5f);
        }
        decode(WireOrder.BIG_ENDIAN);
        chosen = switch (part) {
            case "copy" -> Codec.copyOf(wire.capacity());
            case "little-endian" -> () -> decode(WireOrder.LITTLE_ENDIAN);
            case "big-endian" -> () -> decode(WireOrder.BIG_ENDIAN);
            case "word-swapped" -> () -> decode(WireOrder.WORD_SWAPPED);
            case "write-big-endian" -> this::encode;
            case "gate" -> gate();
            case "plan" -> plan();
            default -> throw new IllegalArgumentException("no part " + part);
        };
    }

    private int decode(WireOrder order) {
        batch.reset(group, 1, 0);
        for (int i = 0; i < VALUES; i++) {
            order.add(batch, i, 1, StatusCode.GOOD, ScalarType.REAL, wire, i * Float.BYTES);
        }
        return batch.size();
    }

    private int encode() {
        int status = StatusCode.GOOD;
        for (int i = 0; i < VALUES; i++) {
            status |= WireOrder.BIG_ENDIAN.put(batch, i, ScalarType.REAL, wire, i * Float.BYTES);
        }
        return status;
    }

    private Codec gate() {
        SinkGate gate = new SinkGate(given -> taken += given.size(), VALUES, true, "benchmark", notice -> {});
        return () -> {
            gate.handOver(batch);
            return taken;
        };
    }

    private static Codec plan() {
        List<Span> wanted =
                IntStream.range(0, VALUES).mapToObj(i -> new Span(1, 7L * i, 2)).toList();
        SpanRules registers = SpanRules.requests(area -> 125, area -> Short.BYTES, 24);
        return () -> SpanPlan.of(wanted, registers).imageBytes();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int handle() throws MalformedFrameException {
        return chosen.once();
    }
}
