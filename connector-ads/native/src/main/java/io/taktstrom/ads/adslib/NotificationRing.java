package io.taktstrom.ads.adslib;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

import io.taktstrom.ads.backend.NotificationListener;

/**
 * Samples of one backend, on their way from the library's thread to the backend's. Bounded, preallocated; one thread
 * writes, one reads. Hot: neither allocates anything nor waits for the other.
 *
 * <pre>
 *   0           4        8                     16
 *   user | SKIP   size     FILETIME, 8 bytes    value, then up to the next multiple of 16
 * </pre>
 *
 * <p>When there is no room, samples are dropped from then on until the reader has emptied the ring, so that the gap has one
 * place in the order; there the reader is told of each notification that lost some.
 */
final class NotificationRing {

    /** No notification has this number: the rest of the ring up to its end is not used. */
    private static final int SKIP = 0;

    private static final int SIZE = 4;
    private static final int TIME = 8;
    private static final int VALUE = 16;
    private static final int ALIGNMENT = 16;
    /** After so many bytes the samples so far are handed on as one frame, though more are there. */
    private static final int FRAME_BYTES = 64 * 1024;

    private static final VarHandle HEAD = field("head", long.class);
    private static final VarHandle TAIL = field("tail", long.class);

    private final NotificationHub hub;
    private final byte[] array;
    private final ByteBuffer buffer;
    private final int mask;
    private final Runnable wake;

    /** Written up to here; counts bytes for ever. */
    @SuppressWarnings("UnusedVariable") // by way of HEAD
    private long head;
    /** Read up to here. */
    @SuppressWarnings("UnusedVariable") // by way of TAIL
    private long tail;

    // ---- of the writing thread
    private long written;
    private long tailSeen;
    private long claimedEnd;
    private int claimedSize;

    // ---- losses; guarded by "losses"
    private final BitSet losses = new BitSet();
    private final BitSet told = new BitSet();
    private volatile boolean dropping;
    private volatile long lost;

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(NotificationRing.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * @param bytes a power of two
     * @param wake called by the writing thread when something has come
     */
    NotificationRing(NotificationHub hub, int bytes, Runnable wake) {
        this.hub = hub;
        this.array = new byte[bytes];
        this.buffer = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
        this.mask = bytes - 1;
        this.wake = wake;
    }

    /** The largest value that always finds room in an empty ring. */
    static int mostBytes(int ringBytes) {
        return ringBytes / 2 - VALUE;
    }

    /** Makes sure that a loss of this notification can be noted without allocating anything. */
    void expect(int key) {
        synchronized (losses) {
            reserve(losses, key);
            reserve(told, key);
        }
    }

    private static void reserve(BitSet set, int key) {
        if (!set.get(key)) {
            set.set(key);
            set.clear(key);
        }
    }

    // ---- the library's thread

    int claim(SampleInlet inlet, long fileTime, int size) {
        int bytes = VALUE + size + ALIGNMENT - 1 & -ALIGNMENT;
        int at = (int) written & mask;
        int skipped = bytes > array.length - at ? array.length - at : 0;
        if (dropping || !hasRoom(skipped + bytes)) {
            lose(inlet.key());
            return -1;
        }
        if (skipped > 0) {
            buffer.putInt(at, SKIP);
            at = 0;
        }
        buffer.putInt(at, inlet.user());
        buffer.putInt(at + SIZE, size);
        buffer.putLong(at + TIME, fileTime);
        claimedSize = size;
        claimedEnd = written + skipped + bytes;
        return at + VALUE;
    }

    private boolean hasRoom(int bytes) {
        if (array.length - (written - tailSeen) < bytes) {
            tailSeen = (long) TAIL.getAcquire(this);
        }
        return array.length - (written - tailSeen) >= bytes;
    }

    int claimedSize() {
        return claimedSize;
    }

    byte[] array() {
        return array;
    }

    void publish() {
        written = claimedEnd;
        HEAD.setVolatile(this, written);
        wake.run();
    }

    /** A sample of this notification finds no room. */
    void lose(int key) {
        synchronized (losses) {
            losses.set(key);
            lost++;
            dropping = true;
        }
        wake.run();
    }

    // ---- the backend's thread

    boolean isEmpty() {
        return (long) HEAD.getVolatile(this) == (long) TAIL.getOpaque(this) && !dropping;
    }

    /** Bytes that are written and not read. */
    long waitingBytes() {
        return (long) HEAD.getVolatile(this) - (long) TAIL.getVolatile(this);
    }

    /** Samples that found no room, ever. */
    long lost() {
        return lost;
    }

    /** Hands on what is there now, and then where samples are missing. */
    void drain(NotificationListener listener) {
        long from = (long) TAIL.getOpaque(this);
        // First this, then the head: so what was written before the first loss is delivered before it is told.
        boolean gap = dropping;
        long end = (long) HEAD.getVolatile(this);
        long frame = from;
        while (from < end) {
            from = next(from, listener);
            TAIL.setRelease(this, from);
            if (from - frame >= FRAME_BYTES) {
                frame = from;
                listener.endOfFrame();
            }
        }
        if (from > frame) {
            listener.endOfFrame();
        }
        if (gap) {
            tellLosses(listener);
        }
    }

    private long next(long from, NotificationListener listener) {
        int at = (int) from & mask;
        int user = buffer.getInt(at);
        if (user == SKIP) {
            return from + array.length - at;
        }
        int size = buffer.getInt(at + SIZE);
        SampleInlet inlet = hub.inlet(user);
        if (inlet != null) {
            listener.sample(inlet.key(), buffer.getLong(at + TIME), buffer, at + VALUE, size);
        }
        return from + (VALUE + size + ALIGNMENT - 1 & -ALIGNMENT);
    }

    private void tellLosses(NotificationListener listener) {
        synchronized (losses) {
            told.clear();
            told.or(losses);
            losses.clear();
            dropping = false;
        }
        for (int key = told.nextSetBit(0); key >= 0; key = told.nextSetBit(key + 1)) {
            listener.overflow(key);
        }
    }
}
