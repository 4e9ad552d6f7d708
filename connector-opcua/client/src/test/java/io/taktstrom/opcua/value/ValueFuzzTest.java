package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Types that a server states, the value that a layout is made of, and the value that comes then. */
class ValueFuzzTest {

    private static final int GRANTED = 1 << 20;
    private static final int HEAD = 4;

    /** Type number, value rank, dimension, bytes of the first value; that value; the second value. */
    private static byte[] input(int type, int rank, int dimension, byte[] sample, byte[] value) {
        return new WireWriter()
                .u8(type)
                .u8(rank)
                .u8(dimension)
                .u8(sample.length)
                .bytes(sample)
                .bytes(value)
                .toByteArray();
    }

    static Stream<byte[]> values() {
        byte[] number = new WireWriter().u8(1).u8(Builtin.INT32).i32(42).toByteArray();
        byte[] text = new WireWriter().u8(1).u8(Builtin.STRING).string("a\0b").toByteArray();
        byte[] matrix = new WireWriter()
                .u8(1)
                .u8(Builtin.INT32 | 0xC0)
                .i32(2)
                .i32(1)
                .i32(2)
                .i32(2)
                .i32(1)
                .i32(2)
                .toByteArray();
        byte[] object = new WireWriter()
                .u8(1)
                .u8(Builtin.EXTENSION_OBJECT)
                .u8(0)
                .u8(1)
                .u8(1)
                .i32(18)
                .i32(1)
                .i32(7)
                .string("b")
                .u8(1)
                .i32(0)
                .u8(0)
                .toByteArray();
        List<byte[]> seeds = new ArrayList<>();
        for (int type = 0; type < 32; type++) {
            for (byte[] value : List.of(number, text, matrix, object)) {
                seeds.add(input(type, 0xFF, 0, value, value));
            }
        }
        seeds.add(input(Builtin.INT32, 2, 2, matrix, matrix));
        return seeds.stream();
    }

    private static WireType type(int number) {
        return switch (number & 31) {
            case 26 -> new WireType.Open();
            case 27 -> structure(WireType.Structure.Kind.PLAIN);
            case 28 -> structure(WireType.Structure.Kind.OPTIONAL_FIELDS);
            case 29 -> structure(WireType.Structure.Kind.UNION);
            case 30, 31, 0 -> new WireType.Open("unknown");
            default -> new WireType.Simple(number & 31);
        };
    }

    private static WireType structure(WireType.Structure.Kind kind) {
        return new WireType.Structure(
                "S",
                kind,
                "i=1",
                List.of(
                        new WireType.Structure.Field("a", new WireType.Simple(Builtin.INT32), -1, true),
                        new WireType.Structure.Field("b", new WireType.Simple(Builtin.STRING), -1, true),
                        new WireType.Structure.Field("c", new WireType.Simple(Builtin.BYTE), 1, false),
                        new WireType.Structure.Field("d", new WireType.Simple(Builtin.VARIANT), -1, false)));
    }

    @MethodSource("values")
    @FuzzTest(maxDuration = "5m")
    void anyValueIsASampleOrMalformed(byte[] bytes) {
        if (bytes.length < HEAD || bytes.length > 1000) {
            return;
        }
        MemoryBudget grant = new MemoryBudget(GRANTED);
        Shapes shapes = new Shapes(255, 4096, grant);
        FuzzedParser.check(bytes.length + GRANTED / 1000, MalformedFrameException.class, () -> {
            int end = HEAD + Math.min(bytes[3] & 0xFF, bytes.length - HEAD);
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            Decoding sample = new Decoding();
            sample.read(in, HEAD, end);
            Shapes.Found found = shapes.find(
                    type(bytes[0]), bytes[1], bytes[2] == 0 ? List.of() : List.of((int) bytes[2], 2), null, sample);
            VariableLayout layout = found.layout();
            try {
                if (layout != null) {
                    add(layout, sample);
                    sample.read(in, end, bytes.length);
                    add(layout, sample);
                }
            } finally {
                shapes.giveBack(found.held());
            }
        });
        if (grant.held() != 0) {
            throw new AssertionError(grant.held() + " bytes stay taken");
        }
    }

    /** What comes as a sample goes back as a Variant that is a sample again. */
    private static void add(VariableLayout layout, Decoding decoding) throws MalformedFrameException {
        SampleBatch batch = batch(layout);
        layout.add(batch, 0, 0, decoding);
        if (batch.size() != 1) {
            throw new AssertionError(batch.size() + " samples");
        }
        if (!StatusCode.isBad(batch.statusAt(0)) && layout.arenaBytes() > 0) {
            byte[] value;
            try {
                value = new WireWriter().u8(1).bytes(layout.variant(batch, 0)).toByteArray();
            } catch (IllegalArgumentException e) {
                // Some texts can be read, and not written.
                return;
            }
            Decoding again = new Decoding();
            again.read(ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN), 0, value.length);
            SampleBatch second = batch(layout);
            layout.add(second, 0, 0, again);
            if (StatusCode.isBad(second.statusAt(0))) {
                throw new AssertionError(
                        layout.type().text() + " comes back as " + StatusCode.name(second.statusAt(0)));
            }
        }
    }

    private static SampleBatch batch(VariableLayout layout) {
        SampleBatch batch = new SampleBatch(1, layout.arenaBytes());
        batch.reset(new OnePoint(layout), 0, 0);
        return batch;
    }
}
