package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsBuffers;

/**
 * Notification frames between the reading thread and the receiver. Bounded; usually empty, because the receiver itself
 * reads.
 *
 * <pre>
 *   reading threads --add--> [ filling ]  --swap-->  [ draining ] --> receiver
 *                            frames as they came      what it delivers now
 * </pre>
 *
 * <p>It fills up only when a listener is slow and, meanwhile, others use the connection for requests: their answers
 * stand behind the notifications in the stream. What does not fit is dropped, all of it until the next swap, so that
 * the gap has one place in the order.
 */
final class NotificationQueue {

    /** Samples of a notification were lost. */
    record Gap(NotificationListener listener, int key) {}

    private static final int FIRST_BYTES = 4 * 1024;
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private ByteBuffer filling = AdsBuffers.heap(FIRST_BYTES);
    private ByteBuffer draining = AdsBuffers.heap(FIRST_BYTES).limit(0);
    private boolean dropping;
    private Set<Gap> gapsAfterFilling = new HashSet<>();
    private Set<Gap> gapsAfterDraining = new HashSet<>();

    /** Adds a frame; false when it is dropped. */
    synchronized boolean add(ByteBuffer source, int position, int bytes) {
        if (!dropping && filling.remaining() < bytes) {
            grow(filling.position() + bytes);
        }
        dropping |= filling.remaining() < bytes;
        if (dropping) {
            return false;
        }
        int at = filling.position();
        filling.put(at, source, position, bytes).position(at + bytes);
        return true;
    }

    private void grow(int bytes) {
        int wanted = Math.max(bytes, 2 * filling.capacity());
        // A frame alone may be larger than the bound: it must fit, or it could never be delivered.
        int capacity = filling.position() == 0 ? wanted : Math.min(MAX_BYTES, wanted);
        if (capacity > filling.capacity()) {
            filling = AdsBuffers.heap(capacity).put(filling.flip());
        }
    }

    /** A sample of this notification was in a frame that was dropped. */
    synchronized void addGap(Gap gap) {
        gapsAfterFilling.add(gap);
    }

    /** Whether a swap would give frames or tell of a gap. */
    synchronized boolean isEmpty() {
        return filling.position() == 0 && !dropping;
    }

    /** Gives the receiver what has come, between position and limit; what it got before is gone. */
    synchronized ByteBuffer swap() {
        ByteBuffer full = filling.flip();
        filling = draining.clear();
        draining = full;
        dropping = false;
        Set<Gap> after = gapsAfterFilling;
        gapsAfterFilling = gapsAfterDraining;
        gapsAfterFilling.clear();
        gapsAfterDraining = after;
        return full;
    }

    /** The gaps behind what the last {@link #swap} gave; for the receiver only, until its next swap. */
    Set<Gap> gaps() {
        return gapsAfterDraining;
    }
}
