package io.taktstrom.benchmarks.codec;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.stream.FixedGroup;
import org.eclipse.milo.opcua.stack.core.encoding.DefaultEncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
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
 * 100 values with status Good and source time, out of the body of a data change notification; per value. {@code copy} is the limit,
 * {@code milo} what Milo's decoder makes of the same bytes. The check makes one object for the whole notification.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpcUaCodecBenchmark {

    private static final int VALUES = 100;
    /** Of a DataValue: value and source time are there. */
    private static final int MASK = 0x05;

    private static final long TICKS = 133_000_000_000_000_000L;
    private static final int MOST_BYTES = 4096;

    @Param({"copy", "check", "doubles", "texts", "milo-doubles", "milo-texts"})
    private String part = "copy";

    private final Decoding decoding = new Decoding();
    private Codec chosen = () -> 0;

    @Setup
    public void choose() throws MalformedFrameException {
        byte[] doubles = body(Builtin.DOUBLE);
        byte[] texts = body(Builtin.STRING);
        chosen = switch (part) {
            case "copy" -> Codec.copyOf(doubles.length);
            case "check" -> () -> ItemNotification.values(doubles).count();
            case "doubles" -> samples(Builtin.DOUBLE, doubles);
            case "texts" -> samples(Builtin.STRING, texts);
            case "milo-doubles" -> milo(doubles);
            case "milo-texts" -> milo(texts);
            default -> throw new IllegalArgumentException("no part " + part);
        };
    }

    private static byte[] body(int builtin) {
        WireWriter out = new WireWriter().i32(VALUES);
        for (int i = 0; i < VALUES; i++) {
            out.i32(i).u8(MASK).u8(builtin);
            if (builtin == Builtin.STRING) {
                out.string("press " + (100 + i));
            } else {
                out.i64(Double.doubleToLongBits(i + 0.5));
            }
            out.i64(TICKS + i);
        }
        // No diagnostics.
        return out.i32(0).toByteArray();
    }

    private Codec samples(int builtin, byte[] body) throws MalformedFrameException {
        Shapes shapes = new Shapes(255, MOST_BYTES, new MemoryBudget(1 << 20));
        VariableLayout layout =
                Objects.requireNonNull(shapes.find(new WireType.Simple(builtin), -1, List.of(), null, null)
                        .layout());
        FixedGroup group = Doubles.of(VALUES, layout.type());
        SampleBatch batch = group.newBatch();
        Codec codec = () -> {
            ItemNotification told = ItemNotification.values(body);
            WireReader in = told.walk(decoding.in());
            batch.reset(group, 1, 0);
            for (int i = 0; i < told.count(); i++) {
                int point = in.i32();
                decoding.next();
                layout.add(batch, point, StatusCode.GOOD, decoding);
            }
            return batch.size();
        };
        codec.once();
        if (batch.size() != VALUES || batch.statusAt(VALUES - 1) != StatusCode.GOOD) {
            throw new IllegalStateException(batch.size() + " samples, not " + VALUES + " Good ones");
        }
        return codec;
    }

    private static Codec milo(byte[] body) {
        ByteBuf bytes = Unpooled.wrappedBuffer(body);
        OpcUaBinaryDecoder decoder = new OpcUaBinaryDecoder(DefaultEncodingContext.INSTANCE).setBuffer(bytes);
        return () -> {
            bytes.readerIndex(0);
            int sum = 0;
            for (int left = decoder.decodeInt32("MonitoredItems"); left > 0; left--) {
                sum += decoder.decodeUInt32("ClientHandle").intValue();
                sum += decoder.decodeDataValue("Value").hashCode();
            }
            return sum;
        };
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int handle() throws MalformedFrameException {
        return chosen.once();
    }
}
