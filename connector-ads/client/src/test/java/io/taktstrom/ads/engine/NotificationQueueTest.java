package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.spi.ConnectorException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NotificationQueueTest {

    private static final AmsAddress ADDRESS = AmsAddress.parse("5.1.2.3.1.1:851");

    private final NotificationQueue queue = new NotificationQueue();

    /** Connected to nothing. */
    private static JavaBackend backend() throws IOException {
        RouterLink link =
                new RouterLink(new Dialed(SocketChannel.open(), Selector.open()), "nowhere", 1, new RivalWatch());
        NotificationListener nobody = new NotificationListener() {
            @Override
            public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {}

            @Override
            public void endOfFrame() {}

            @Override
            public void overflow(int key) {}

            @Override
            public void lost(ConnectorException cause) {}
        };
        return new JavaBackend(link, ADDRESS, ADDRESS, nobody, Duration.ofSeconds(1), () -> {});
    }

    private boolean add(int bytes, int mark) {
        ByteBuffer frame = ByteBuffer.allocate(bytes);
        frame.put(0, (byte) mark);
        return queue.add(frame, 0, bytes);
    }

    @Test
    void framesComeOutAsTheyWentIn() {
        for (int i = 0; i < 1000; i++) {
            assertThat(add(100, i)).isTrue();
        }
        ByteBuffer out = queue.swap();
        assertThat(out.remaining()).isEqualTo(100_000);
        for (int i = 0; i < 1000; i++) {
            assertThat(out.get(100 * i)).isEqualTo((byte) i);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aFrameLargerThanTheBoundFitsAlone() {
        assertThat(add(6_000_000, 1)).isTrue();
        assertThat(add(1, 2)).isFalse();
        assertThat(queue.swap().remaining()).isEqualTo(6_000_000);
        assertThat(add(1, 3)).isTrue();
    }

    /** A gap has one place in the order: behind what was there when it began, and before all that is added later. */
    @Test
    void onceAFrameIsDroppedAllAreUntilTheNextSwap() throws IOException {
        while (add(100_000, 1)) {
            assertThat(queue.isEmpty()).isFalse();
        }
        assertThat(add(1, 2)).isFalse();
        NotificationQueue.Gap first = new NotificationQueue.Gap(backend(), 7);
        queue.addGap(first);
        assertThat(queue.swap().remaining()).isLessThanOrEqualTo(4 * 1024 * 1024);
        assertThat(queue.gaps()).containsExactly(first);
        assertThat(add(1, 3)).isTrue();
        assertThat(queue.swap().get(0)).isEqualTo((byte) 3);
        assertThat(queue.gaps()).isEmpty();
    }
}
