package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts with U+0000: the value of a variable arrives whole; inside an array, where a text would end there, it is Bad. */
class NulInTextTest {

    private static final int MOST = 20;

    private final Shapes shapes = new Shapes(MOST, 4096, new MemoryBudget(1 << 20));
    private final Decoding decoding = new Decoding();

    private SampleBatch read(int builtin, int rank, WireWriter value) throws MalformedFrameException {
        List<Integer> dimensions = rank == 1 ? List.of(1) : List.of();
        VariableLayout layout =
                Objects.requireNonNull(shapes.find(new WireType.Simple(builtin), rank, dimensions, null, null)
                        .layout());
        SampleBatch batch = new SampleBatch(1, layout.arenaBytes());
        batch.reset(new OnePoint(layout), 0, 0);
        byte[] bytes = new WireWriter()
                .u8(1)
                .u8(builtin | (rank == 1 ? 0x80 : 0))
                .bytes(value.toByteArray())
                .toByteArray();
        decoding.read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
        layout.add(batch, 0, 0, decoding);
        return batch;
    }

    private static WireWriter string(String text) {
        return bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static WireWriter bytes(byte... text) {
        return new WireWriter().i32(text.length).bytes(text);
    }

    private static void isGood(SampleBatch batch, String text) {
        assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Good");
        assertThat(batch.textAt(0)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\0", "\0\0\0\0\0\0\0\0\0", "ends\0", "\0begins and is long"})
    void aStringArrivesWhole(String text) throws MalformedFrameException {
        isGood(read(Builtin.STRING, -1, string(text)), text);
    }

    @Test
    void aTextOfAnotherTypeArrivesWhole() throws MalformedFrameException {
        byte[] text = {'a', 0, 'b'};
        isGood(read(Builtin.LOCALIZED_TEXT, -1, new WireWriter().u8(2).i32(3).bytes(text)), "a\0b");
        isGood(read(Builtin.QUALIFIED_NAME, -1, new WireWriter().i16(2).i32(3).bytes(text)), "2:a\0b");
    }

    @Test
    void whatIsNotUtf8BesidesBecomesAReplacement() throws MalformedFrameException {
        isGood(read(Builtin.STRING, -1, string("a\0\u00ffb")), "a\0\uFFFDb");
        byte[] wrong = new byte[MOST];
        java.util.Arrays.fill(wrong, (byte) 0xFF);
        wrong[0] = 0;
        isGood(read(Builtin.STRING, -1, bytes(wrong)), "\0" + "\uFFFD".repeat(MOST - 1));
    }

    @Test
    void whatIsTooLongIsRefused() throws MalformedFrameException {
        assertThat(StatusCode.name(
                        read(Builtin.STRING, -1, string("\0".repeat(MOST + 1))).statusAt(0)))
                .isEqualTo("Bad_EncodingLimitsExceeded");
        assertThat(StatusCode.name(read(
                                Builtin.LOCALIZED_TEXT,
                                -1,
                                new WireWriter().u8(2).string("x".repeat(MOST + 1)))
                        .statusAt(0)))
                .isEqualTo("Bad_EncodingLimitsExceeded");
    }

    @Test
    void insideAnArrayItIsBad() throws MalformedFrameException {
        byte[] text = {'a', 0, 'b'};
        assertThat(StatusCode.name(
                        read(Builtin.STRING, 1, new WireWriter().i32(1).i32(3).bytes(text))
                                .statusAt(0)))
                .isEqualTo("Bad_DecodingError");
    }
}
