package io.taktstrom.ads.secure;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.kit.tcp.BufferedChannel;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecureAdsChannelTest {

    private static final AmsAddress PLC = AmsAddress.parse("10.20.30.40.1.1:851");
    private static final AmsAddress OWN = AmsAddress.parse("10.20.30.41.1.1:32768");

    /** What lies below, as a peer has made it: gives and takes as many bytes at once as a dice says, or all. */
    private static final class Below implements BufferedChannel {
        final ByteBuffer toRead;
        final Random random;
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        boolean ends = true;

        Below(byte[] toRead, long seed) {
            this.toRead = ByteBuffer.wrap(toRead);
            this.random = new Random(seed);
        }

        @Override
        public int read(ByteBuffer into) {
            int count = Math.min(Math.min(toRead.remaining(), into.remaining()), random.nextInt(100));
            if (count == 0) {
                return ends && !toRead.hasRemaining() ? -1 : 0;
            }
            byte[] some = new byte[count];
            toRead.get(some);
            into.put(some);
            return count;
        }

        @Override
        public int write(ByteBuffer from) {
            byte[] some = new byte[Math.min(from.remaining(), random.nextInt(100))];
            from.get(some);
            written.writeBytes(some);
            return some.length;
        }

        @Override
        public boolean hasMore() {
            return false;
        }

        @Override
        public boolean isFlushed() {
            return true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private static byte[] frames(Random random, int count, boolean withHeader) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            int data = random.nextInt(i % 10 == 0 ? 70_000 : 40);
            ByteBuffer frame = AdsBuffers.heap(AmsHeader.BYTES + data);
            AmsHeader.writeRequest(frame, 0, PLC, OWN, AdsCommand.READ, data, i);
            for (int at = AmsHeader.BYTES; at < frame.capacity(); at++) {
                frame.put(at, (byte) random.nextInt());
            }
            int from = withHeader ? 0 : AmsHeader.TCP_BYTES;
            byte[] bytes = new byte[frame.capacity() - from];
            frame.get(from, bytes);
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    private static byte[] readAll(SecureAdsChannel channel, int bytes, Random random) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (read.size() < bytes) {
            ByteBuffer some = all.clear().limit(Math.min(bytes - read.size(), 1 + random.nextInt(200)));
            assertThat(channel.read(some)).isNotNegative();
            byte[] part = new byte[some.position()];
            some.get(0, part);
            read.writeBytes(part);
        }
        return read.toByteArray();
    }

    @Test
    void framesGetTheirHeaderBackHoweverTheyAreCut() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            byte[] whole = frames(new Random(seed), 30, true);
            Below below = new Below(frames(new Random(seed), 30, false), seed);
            SecureAdsChannel channel = new SecureAdsChannel(below);
            assertThat(readAll(channel, whole.length, new Random(seed)))
                    .as("seed " + seed)
                    .isEqualTo(whole);
            assertThat(channel.read(ByteBuffer.allocate(8))).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void framesLoseTheirHeaderHoweverTheyAreTaken() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            Below below = new Below(new byte[0], seed);
            SecureAdsChannel channel = new SecureAdsChannel(below);
            ByteBuffer whole = ByteBuffer.wrap(frames(new Random(seed), 30, true));
            while (whole.hasRemaining() || !channel.isFlushed()) {
                channel.write(whole);
            }
            assertThat(below.written.toByteArray()).as("seed " + seed).isEqualTo(frames(new Random(seed), 30, false));
        }
    }

    @Test
    void whatIsNoFrameGoesAsItIs() throws Exception {
        Below below = new Below(new byte[0], 1);
        SecureAdsChannel channel = new SecureAdsChannel(below);
        ByteBuffer garbage = ByteBuffer.wrap(HexFormat.of().parseHex("ffee00010203"));
        while (garbage.hasRemaining() || !channel.isFlushed()) {
            channel.write(garbage);
        }
        assertThat(below.written.toByteArray()).isEqualTo(HexFormat.of().parseHex("ffee00010203"));
    }

    /** Both sides read the first message of the other one here. */
    @Test
    void aConnectInfoThatEndsAnywhereIsAClearFailure() throws Exception {
        ByteBuffer message = new TlsConnectInfo(0xF0, 1, 0, AmsNetId.parse("1.2.3.4.1.1"), "HMI", "ann", "pw").bytes();
        byte[] whole = new byte[message.remaining()];
        message.get(whole);
        for (int bytes = 0; bytes < whole.length; bytes++) {
            Below below = new Below(Arrays.copyOf(whole, bytes), bytes);
            SecureAdsChannel channel = new SecureAdsChannel(below);
            assertThatThrownBy(() -> {
                        while (channel.readConnectInfo() == null) {
                            // The rest may still come.
                        }
                    })
                    .isInstanceOf(EOFException.class)
                    .hasMessage("the peer closed the connection after " + bytes + " bytes of its TLS connect info");
        }
        Below below = new Below(whole, 1);
        below.ends = false;
        SecureAdsChannel channel = new SecureAdsChannel(below);
        TlsConnectInfo info = channel.readConnectInfo();
        while (info == null) {
            info = channel.readConnectInfo();
        }
        assertThat(info.user()).isEqualTo("ann");
    }

    @Test
    void aFirstMessageOfAnotherKindIsMalformed() {
        SecureAdsChannel channel = new SecureAdsChannel(new Below(new byte[300], 1));
        assertThatThrownBy(() -> {
                    while (channel.readConnectInfo() == null) {
                        // The rest may still come.
                    }
                })
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("TLS connect info of 0 bytes");
    }

    /** It gets as large as the length field allows, where the frame reader refuses it. */
    @Test
    void aDataLengthThatCannotBeStaysOne() throws Exception {
        byte[] raw = frames(new Random(1), 1, false);
        Arrays.fill(raw, AmsHeader.DATA_LENGTH - AmsHeader.TCP_BYTES, AmsHeader.ERROR - AmsHeader.TCP_BYTES, (byte) -1);
        SecureAdsChannel channel = new SecureAdsChannel(new Below(raw, 1));
        byte[] header = readAll(channel, AmsHeader.TCP_BYTES, new Random(1));
        assertThat(HexFormat.of().formatHex(header)).isEqualTo("0000ffffffff");
    }

    @Test
    void itAllocatesNothing() throws Exception {
        byte[] raw = frames(new Random(2), 1, false);
        ByteBuffer source = ByteBuffer.wrap(raw);
        ByteBuffer frame = ByteBuffer.wrap(frames(new Random(2), 1, true));
        ByteBuffer into = ByteBuffer.allocate(frame.capacity());
        SecureAdsChannel channel = new SecureAdsChannel(new BufferedChannel() {
            @Override
            public int read(ByteBuffer to) {
                int count = Math.min(source.remaining(), to.remaining());
                to.put(to.position(), source, source.position(), count).position(to.position() + count);
                source.position(source.position() + count);
                return count;
            }

            @Override
            public int write(ByteBuffer from) {
                int count = from.remaining();
                from.position(from.limit());
                return count;
            }

            @Override
            public boolean hasMore() {
                return false;
            }

            @Override
            public boolean isFlushed() {
                return true;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        });
        AllocationMeter.currentThread().assertZeroPerOperation(2000, () -> {
            source.clear();
            into.clear();
            while (into.hasRemaining()) {
                channel.read(into);
            }
            channel.write(frame.clear());
        });
    }
}
