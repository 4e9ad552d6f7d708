package io.taktstrom.kit.tcp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InboxTest {

    private final Inbox inbox = new Inbox(16, ByteOrder.BIG_ENDIAN);

    private static ReadableByteChannel channel(int bytes) {
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[i] = (byte) i;
        }
        return Channels.newChannel(new ByteArrayInputStream(all));
    }

    @Test
    void bytesThatWereNotUsedStayBeforeThoseThatCome() throws IOException {
        ReadableByteChannel channel = channel(24);
        inbox.fill(channel, 16);
        inbox.skip(10);
        inbox.fill(channel, 16);

        assertThat(inbox.length()).isEqualTo(14);
        for (int i = 0; i < 14; i++) {
            assertThat(inbox.buffer().get(inbox.start() + i)).isEqualTo((byte) (10 + i));
        }
        inbox.skip(14);
        assertThat(inbox.fill(channel, 16)).as("the end of the stream").isEqualTo(-1);
    }

    @Test
    void itGrowsAsBytesComeUpToTheLargestFrameAndNoFurther() throws IOException {
        ReadableByteChannel channel = channel(200);
        for (int i = 0; i < 10; i++) {
            inbox.fill(channel, 100);
        }

        assertThat(inbox.length()).isEqualTo(100);
        assertThat(inbox.buffer().capacity()).isEqualTo(100);
        assertThat(inbox.buffer().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void whatItGrewForALargeFrameItLetsGo() throws IOException {
        ReadableByteChannel channel = channel(3 << 20);
        for (int i = 0; i < 30; i++) {
            inbox.fill(channel, 3 << 20);
        }
        assertThat(inbox.buffer().capacity()).isEqualTo(3 << 20);
        inbox.skip(inbox.length());
        inbox.fill(channel, 3 << 20);

        assertThat(inbox.buffer().capacity()).isEqualTo(16);
    }

    @Test
    void fillingAllocatesNothing() throws Exception {
        ReadableByteChannel endless = new ReadableByteChannel() {
            @Override
            public int read(java.nio.ByteBuffer into) {
                into.put((byte) 1);
                return 1;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // Nothing to close.
            }
        };

        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            inbox.fill(endless, 16);
            inbox.skip(inbox.length());
        });
    }
}
