package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.protocol.Builtin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which text a sample can hold. */
class TextLayoutTest {

    private static final int MOST = 20;

    private final TextLayout layout = new TextLayout(Builtin.STRING, MOST);

    @ParameterizedTest
    @ValueSource(ints = {0x01, 0x7F, 0x80, 0x81, 0xFF})
    void aZeroIsFoundWhereverItStandsAndNothingElseIsTakenForOne(int other) {
        for (int length = 0; length <= MOST; length++) {
            // Zeros before and behind are none of its own.
            byte[] bytes = new byte[length + 2];
            Arrays.fill(bytes, 1, length + 1, (byte) other);
            ByteBuffer wire = ByteBuffer.wrap(bytes);
            assertThat(layout.status(wire, 1, length)).as("%d bytes", length).isEqualTo(StatusCode.GOOD);
            for (int zero = 1; zero <= length; zero++) {
                bytes[zero] = 0;
                assertThat(layout.status(wire, 1, length))
                        .as("%d bytes, a zero at %d", length, zero)
                        .isEqualTo(StatusCode.BAD_DECODING_ERROR);
                bytes[zero] = (byte) other;
            }
        }
    }

    @Test
    void whatIsTooLongIsNotCut() {
        assertThat(layout.status(ByteBuffer.allocate(MOST + 1), 0, MOST + 1))
                .isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
    }
}
