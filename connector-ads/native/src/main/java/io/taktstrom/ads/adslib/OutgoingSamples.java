package io.taktstrom.ads.adslib;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.spi.ConnectorException;

/**
 * Samples in the library's process, on their way out: through a ring as in any process, so that the library's callback
 * never waits, and from there frame by frame. Where the ring was full, the other side hears of the gap in its place.
 *
 * <pre>
 *   0      4                       8                    16
 *   user   size, -1 for a gap      FILETIME, 8 bytes    value
 * </pre>
 */
final class OutgoingSamples implements NotificationListener, Runnable {

    private static final int RING_BYTES = 4 * 1024 * 1024;
    private static final int FRAME_BYTES = 64 * 1024;
    private static final int HEADER = 16;
    private static final int GAP = -1;

    private final Wire wire;
    private final NotificationHub hub = new NotificationHub();
    private final Thread thread = LibraryCalls.daemon(this, "takt-adslib-samples-out");
    private final NotificationRing ring = new NotificationRing(hub, RING_BYTES, () -> LockSupport.unpark(thread));
    private final int[] arguments = new int[Wire.ARGUMENTS];
    private ByteBuffer frame = AdsBuffers.heap(FRAME_BYTES);
    private int length;

    // ---- what the other side calls each; guarded by "free"
    private final Queue<Integer> free = new ArrayDeque<>();
    private volatile int[] users = new int[0];

    OutgoingSamples(Wire wire) {
        this.wire = wire;
        thread.start();
    }

    NotificationHub hub() {
        return hub;
    }

    /** @param user what the other side calls it */
    SampleInlet enter(int user, int bytes) {
        synchronized (free) {
            Integer again = free.poll();
            int key = again == null ? users.length : again;
            int[] changed = Arrays.copyOf(users, Math.max(users.length, key + 1));
            changed[key] = user;
            users = changed;
            ring.expect(key);
            return hub.enter(ring, key, bytes);
        }
    }

    void leave(SampleInlet inlet) {
        hub.leave(inlet);
        synchronized (free) {
            free.add(inlet.key());
        }
    }

    @Override
    public void run() {
        while (true) {
            ring.drain(this);
            if (ring.isEmpty()) {
                LockSupport.park(this);
            }
        }
    }

    @Override
    public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
        begin(key, size, fileTime, size);
        frame.put(length, buffer, position, size);
        length += size;
    }

    @Override
    public void overflow(int key) {
        begin(key, GAP, 0, 0);
        endOfFrame();
    }

    private void begin(int key, int size, long fileTime, int bytes) {
        if (frame.capacity() - length < HEADER + bytes) {
            endOfFrame();
        }
        if (frame.capacity() < HEADER + bytes) {
            frame = AdsBuffers.heap(HEADER + bytes);
        }
        frame.putInt(length, users[key]).putInt(length + 4, size).putLong(length + 8, fileTime);
        length += HEADER;
    }

    @Override
    public void endOfFrame() {
        int bytes = length;
        length = 0;
        if (bytes > 0) {
            try {
                wire.send(Wire.SAMPLES, 0, arguments, frame, bytes);
            } catch (IOException e) {
                // The other side has gone, and so do we.
                Runtime.getRuntime().halt(0);
            }
        }
    }

    @Override
    public void lost(ConnectorException cause) {}
}
