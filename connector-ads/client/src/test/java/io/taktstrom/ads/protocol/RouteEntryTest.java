package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RouteEntryTest {

    // Not captured: put together from the TwinCAT SDK's structure AdsSysAddRemote.
    private static final byte[] BYTES = HexFormat.of()
            .parseHex(
                    "c0a801630101" // 192.168.1.99.1.1
                            + "0100" // TCP/IP
                            + "21000000" // flags: IP address, temporary
                            + "05000000" // timeout
                            + "00000000" // largest fragment
                            + "000000000000000000000000" // reserved
                            + "0d000000" // length of the address
                            + "05000000" // length of the name
                            + "00000000" // more net ids
                            + "3139322e3136382e312e393900" // 192.168.1.99
                            + "6c696e6500"); // line

    private static final RouteEntry ROUTE =
            new RouteEntry(AmsNetId.parse("192.168.1.99.1.1"), RouteEntry.TCP_IP, 0x21, 5, "192.168.1.99", "line");

    private static RouteEntry read(byte[] bytes, int length) throws MalformedFrameException {
        return RouteEntry.read(GoldenFrames.wrap(bytes).position(length));
    }

    @Test
    void anEntryIsReadAndWritten() throws MalformedFrameException {
        assertThat(read(BYTES, BYTES.length)).isEqualTo(ROUTE);
        assertThat(ROUTE.bytes()).isEqualTo(BYTES);
        assertThat(ROUTE.isTemporary()).isTrue();
        assertThat(ROUTE.transportName()).isEqualTo("TCP/IP");
    }

    @Test
    void whatFollowsTheNameIsNotRead() throws MalformedFrameException {
        byte[] longer = Arrays.copyOf(BYTES, 235);
        assertThat(read(longer, longer.length)).isEqualTo(ROUTE);
    }

    @Test
    void aTextWithoutTerminatorKeepsItsFullLength() throws MalformedFrameException {
        byte[] bytes = BYTES.clone();
        bytes[bytes.length - 1] = 's';
        assertThat(read(bytes, bytes.length).name()).isEqualTo("lines");
    }

    @Test
    void anEntryCutAnywhereIsMalformed() {
        for (int i = 0; i < BYTES.length; i++) {
            int length = i;
            assertThatThrownBy(() -> read(BYTES, length))
                    .as("%d bytes", length)
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 36})
    void aTextLongerThanTheEntryIsMalformedBeforeAnythingIsAllocated(int lengthAt) {
        byte[] bytes = BYTES.clone();
        ByteBuffer buffer = GoldenFrames.wrap(bytes);
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, BYTES.length}) {
            buffer.putInt(lengthAt, length);
            assertThatThrownBy(() -> read(bytes, bytes.length))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("with room for");
        }
    }

    @Test
    void anUnknownTransportIsNamedByItsNumber() {
        assertThat(new RouteEntry(ROUTE.netId(), 99, 0, 0, "", "").transportName())
                .isEqualTo("transport 99");
    }
}
