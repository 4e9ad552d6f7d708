package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntConsumer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * What monitored items tell: checked once as a whole, then walked as often as needed without making objects.
 *
 * <pre>
 *   count 4 | handle 4, content | handle 4, content | ...
 * </pre>
 */
public abstract sealed class ItemNotification implements Notification
        permits DataChangeNotification, EventNotificationList {

    private final ByteBuffer bytes;
    private final int count;

    ItemNotification(ByteBuffer checked, int count) {
        this.bytes = checked;
        this.count = count;
    }

    static ByteBuffer littleEndian(byte[] body) {
        return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Skips what an item tells, behind its handle. */
    abstract void skipContent(WireReader in) throws MalformedFrameException;

    /** How many items tell something; one may do so several times. */
    public int count() {
        return count;
    }

    /** Bytes that it holds. */
    public int size() {
        return bytes.capacity();
    }

    /** Sets a reader to the first of {@link #count} handles, each with its content behind it; returns the reader. */
    public WireReader walk(WireReader in) {
        return in.reset(bytes, Integer.BYTES, bytes.capacity());
    }

    /** Tells the handle of each. */
    public void handles(WireReader in, IntConsumer handle) {
        walk(in);
        try {
            for (int item = 0; item < count; item++) {
                handle.accept(in.i32());
                skipContent(in);
            }
        } catch (MalformedFrameException e) {
            throw new AssertionError("it was checked", e);
        }
    }
}
