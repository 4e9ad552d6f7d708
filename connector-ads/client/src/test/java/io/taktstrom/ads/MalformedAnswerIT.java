package io.taktstrom.ads;

import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Frames that are none, that never end, or that answer something else. */
@Timeout(120)
class MalformedAnswerIT {

    private final SmallPlc plc = new SmallPlc().dints(64);

    private static void read(Connection connection, int index) throws Exception {
        AdsConnection.of(connection).read(0x4040, 4 * index, Request.little(4));
    }

    @ParameterizedTest
    @CsvSource({
        // length 0, below a header, negative, largest; reserved bytes; data length against frame length
        "0000 00000000, 'frame of 6 bytes'",
        "0000 1f000000, 'frame of 37 bytes'",
        "0000 00000080, 'frame of 2147483654 bytes'",
        "0000 ffffffff, 'frame of 4294967301 bytes'",
        "0000 00000040, 'frame of 1073741830 bytes'",
        "0100 2c000000, 'starts with 0x1'",
        "0000 20000000 000000000000 0000 000000000000 0000 0200 0500 ffffffff 00000000 00000000, 'data length'",
        "0000 20000000 000000000000 0000 000000000000 0000 0200 4500 00000000 00000000 00000000, 'state flags'"
    })
    void aHostileHeaderEndsTheSessionBeforeAnythingIsAllocated(String hex, String message) throws Exception {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex.replace(" ", ""));
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            peer.script((request, wire) -> wire.send(bytes));
            assertThatThrownBy(() -> read(connection, 1))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining(message);
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(MalformedFrameException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 30, 38, 49})
    void aConnectionThatBreaksWithinAFrameFailsItsRequestOnce(int bytes) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            peer.script((request, wire) -> {
                wire.send(java.util.Arrays.copyOf(plc.answer(request), bytes));
                wire.close();
            });
            assertThatThrownBy(() -> read(connection, 1)).isInstanceOf(ConnectionLostException.class);
        }
    }
}
