package io.taktstrom.ads;

import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Frames that are none, that never end, or that answer something else. */
@Timeout(120)
class MalformedAnswerIT {

    private static final int READ_STATE = 4;

    private final SmallPlc plc = new SmallPlc().dints(64);

    private static void read(Connection connection, int index) throws Exception {
        AdsConnection.of(connection).read(0x4040, 4 * index, Request.little(4));
    }

    /** One byte, and then nothing: each read would be in time, but the frame is not. */
    @Test
    void aFrameThatNeverEndsIsGivenUp() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("requestTimeout=500ms")) {
            peer.script((request, wire) -> {
                byte[] answer = plc.answer(request);
                for (byte one : answer) {
                    wire.send(new byte[] {one});
                    java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                }
            });
            assertThatThrownBy(() -> read(connection, 1)).isInstanceOf(RequestTimeoutException.class);
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RequestTimeoutException.class);
        }
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

    @Test
    void anAnswerToAnotherCommandIsMalformed() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            peer.script((request, wire) -> {
                byte[] answer = plc.answer(request);
                answer[22] = READ_STATE;
                wire.send(answer);
            });
            assertThatThrownBy(() -> read(connection, 1))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("ReadState answers Read");
        }
    }

    @Test
    void moreBytesThanAskedForAreMalformed() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            peer.script((request, wire) -> wire.send(request.value(new byte[5])));
            assertThatThrownBy(() -> read(connection, 1))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("5 bytes where 4 were asked for");
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
