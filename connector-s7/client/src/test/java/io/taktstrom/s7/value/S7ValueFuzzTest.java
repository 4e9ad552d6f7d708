package io.taktstrom.s7.value;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes of a CPU as a value of each type; what is a value is written and read again. */
class S7ValueFuzzTest {

    private static final List<S7Type> TYPES = types();

    private static List<S7Type> types() {
        List<S7Type> types = new ArrayList<>(List.of(S7Scalar.values()));
        types.add(S7String.string(10));
        types.add(S7String.wstring(10));
        types.add(S7Array.of(S7Scalar.BOOL, 11));
        types.add(S7Array.of(S7Scalar.DATE_AND_TIME, 2));
        StandardLayout layout = new StandardLayout("S");
        layout.add("a", S7Scalar.BOOL);
        layout.add("b", S7String.string(3));
        layout.add("c", S7Array.of(S7Scalar.REAL, 2));
        types.add(layout.build());
        return types;
    }

    static Stream<byte[]> values() {
        List<byte[]> seeds = new ArrayList<>();
        for (int type = 0; type < TYPES.size(); type++) {
            seeds.add(new byte[] {(byte) type, 3, 2, 'a', 'b', 0x12, 0x30, 1, 6, 0x23, 0x59, 0x59, 0x01, 0x02});
        }
        seeds.add(Arrays.copyOf(
                new byte[] {(byte) TYPES.indexOf(S7Scalar.DATE_AND_TIME), (byte) 0x95, 0x10, 0x20, 0x12, 0x20, 0x30},
                9));
        return seeds.stream();
    }

    /** The first byte is the type's number, the second is a bit. */
    @MethodSource("values")
    @FuzzTest(maxDuration = "3m")
    void anyBytesAreAValueOrABadSample(byte[] bytes) {
        if (bytes.length < 1) {
            return;
        }
        S7Type type = TYPES.get((bytes[0] & 0xFF) % TYPES.size());
        ByteBuffer wire = ByteBuffer.wrap(Arrays.copyOfRange(bytes, 1, 1 + type.wireBytes()));
        FuzzedParser.check(bytes.length, () -> {
            SampleBatch batch = Wire.decoded(type, 0, wire);
            if (!StatusCode.isGood(batch.statusAt(0))) {
                return;
            }
            Object value = Values.get(batch, 0);
            ByteBuffer written = ByteBuffer.allocate(type.wireBytes());
            int status = new ValueCodec(type, 0).encode(batch, 0, written, 0);
            Object again = status == StatusCode.GOOD ? Values.get(Wire.decoded(type, 0, written), 0) : null;
            if (!value.equals(again)) {
                throw new AssertionError(
                        type.text() + " " + value + " comes back as " + again + ", " + StatusCode.name(status));
            }
        });
    }
}
