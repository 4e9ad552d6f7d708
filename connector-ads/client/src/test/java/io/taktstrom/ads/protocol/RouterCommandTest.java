package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.HexFormat;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bytes are those that npm ads-client 2.1 sends and reads. */
class RouterCommandTest {

    private static final int LIMIT = 1 << 20;

    private static ByteBuffer hex(String text) {
        return GoldenFrames.wrap(HexFormat.of().parseHex(text));
    }

    @Test
    void aPortIsAskedForAndGivenBack() {
        assertThat(RouterCommand.portConnect(0)).isEqualTo(hex("0010" + "02000000" + "0000"));
        assertThat(RouterCommand.portConnect(0x8001)).isEqualTo(hex("0010" + "02000000" + "0180"));
        assertThat(RouterCommand.portClose(0x8001)).isEqualTo(hex("0100" + "02000000" + "0180"));
    }

    @Test
    void theRouterGivesAnAddress() throws MalformedFrameException {
        assertThat(RouterCommand.portConnected(hex("0010" + "08000000" + "050d75600101" + "0080")))
                .isEqualTo(AmsAddress.parse("5.13.117.96.1.1:32768"));
    }

    @Test
    void anyOtherAnswerIsMalformed() {
        for (String other : new String[] {"0000080000000000000000000000", "0010090000000000000000000000"}) {
            assertThatThrownBy(() -> RouterCommand.portConnected(hex(other)))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void aNoteIsAFrameOfItsOwn() throws MalformedFrameException {
        ByteBuffer note = hex("0110" + "04000000" + "01000000");
        for (int available = 0; available < RouterCommand.NOTE_BYTES; available++) {
            assertThat(AmsFrame.check(note, 0, available, LIMIT)).isZero();
        }
        assertThat(AmsFrame.check(note, 0, 10, LIMIT)).isEqualTo(RouterCommand.NOTE_BYTES);
        assertThat(RouterCommand.isNote(note, 0)).isTrue();
        assertThat(RouterCommand.state(note, 0)).isEqualTo("started");
    }

    @Test
    void aNoteOfAnotherSizeIsMalformed() {
        assertThatThrownBy(() -> AmsFrame.check(hex("0110" + "05000000"), 0, 6, LIMIT))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("11 bytes");
    }
}
