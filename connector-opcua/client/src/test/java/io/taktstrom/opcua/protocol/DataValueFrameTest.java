package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

class DataValueFrameTest {

    /** mask 0x0F: value, status, both times. */
    private static final String INT32 = "0f" // value, status, source and server time
            + "06" + "2a000000" // Int32 42
            + "00009040" // Uncertain_LastUsableValue
            + "0080d5a8c12cdb01" // source time
            + "0080d5a8c12cdb01"; // server time

    private static final String MATRIX = "01" // value
            + "c4" + "04000000" // Int16, array with dimensions, four elements
            + "0100020003000400"
            + "02000000" + "02000000" + "02000000"; // 2 x 2

    private static final String STRUCTURE =
            "01" + "16" + "01024700" + "01" + "08000000" + "0100000002000000"; // ExtensionObject ns=2;i=71 with 8 bytes

    private final WireReader in = new WireReader();
    private final DataValueFrame frame = new DataValueFrame();

    private void read(String hex) throws MalformedFrameException {
        byte[] bytes = HexFormat.of().parseHex(hex);
        in.reset(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
        frame.read(in);
    }

    @Test
    void aScalarHasItsStatusAndItsSourceTime() throws Exception {
        read(INT32);
        assertThat(frame.builtin()).isEqualTo(Builtin.INT32);
        assertThat(frame.isArray()).isFalse();
        assertThat(in.buffer().getInt(frame.valueAt())).isEqualTo(42);
        assertThat(frame.status()).isEqualTo(0x4090_0000);
        assertThat(frame.sourceTicks()).isEqualTo(0x01db2cc1a8d58000L);
        assertThat(in.remaining()).isZero();
    }

    @Test
    void aMatrixHasItsDimensions() throws Exception {
        read(MATRIX);
        assertThat(frame.isArray()).isTrue();
        assertThat(frame.count()).isEqualTo(4);
        assertThat(frame.dimensionCount()).isEqualTo(2);
        assertThat(frame.dimension(in, 1)).isEqualTo(2);
        assertThat(frame.valueEnd() - frame.valueAt()).isEqualTo(8);
    }

    @Test
    void aValueThatIsNotThereIsNoValue() throws Exception {
        read("00");
        assertThat(frame.hasValue()).isFalse();
        assertThat(frame.sourceTicks()).isZero();
        read("0100");
        assertThat(frame.hasValue()).isFalse();
    }

    @Test
    void whateverIsCutOffIsMalformedAtEveryLength() {
        for (String whole : new String[] {INT32, MATRIX, STRUCTURE}) {
            for (int length = 0; length < whole.length(); length += 2) {
                String cut = whole.substring(0, length);
                assertThatThrownBy(() -> read(cut)).as(cut).isInstanceOf(MalformedFrameException.class);
            }
        }
    }

    @Test
    void countsOfWhatIsNotThereAreMalformed() {
        for (String hostile : new String[] {
            "0186ffffff7f", // Int32[2147483647]
            "0186feffffff", // Int32[-2]
            "010cffffff7f", // a string of 2 GB
            "01c600000000ffffff7f", // that many dimensions
            "0196ffffff7f", // that many structures
            "0117ff", // a DataValue in a Variant, cut off
            "013f", // a built-in type that there is not
            "c0" // bits of the mask that there are not
        }) {
            assertThatThrownBy(() -> read(hostile)).as(hostile).isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void nestingHasAnEnd() {
        assertThatThrownBy(() -> read("01" + "18".repeat(10_000))).isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> read("0119" + "40".repeat(10_000))).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void aWriterWritesWhatAReaderReads() throws Exception {
        WireWriter out = new WireWriter().u8(1).u8(Builtin.STRING).string("Gr\u00fc\u00dfe");
        read(HexFormat.of().formatHex(out.toByteArray()));
        if (frame.builtin() != Builtin.STRING) {
            fail("a string was written");
        }
        assertThat(frame.valueEnd() - frame.valueAt()).isEqualTo(4 + 7);
    }
}
