package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.ads.backend.NotificationListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NotificationQueueTest {

    private final NotificationQueue queue = new NotificationQueue();

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
    void onceAFrameIsDroppedAllAreUntilTheNextSwap() {
        while (add(100_000, 1)) {
            assertThat(queue.isEmpty()).isFalse();
        }
        assertThat(add(1, 2)).isFalse();
        NotificationQueue.Gap first = new NotificationQueue.Gap(NotificationListener.NONE, 7);
        queue.addGap(first);
        assertThat(queue.swap().remaining()).isLessThanOrEqualTo(4 * 1024 * 1024);
        assertThat(queue.gaps()).containsExactly(first);
        assertThat(add(1, 3)).isTrue();
        assertThat(queue.swap().get(0)).isEqualTo((byte) 3);
        assertThat(queue.gaps()).isEmpty();
    }
}
