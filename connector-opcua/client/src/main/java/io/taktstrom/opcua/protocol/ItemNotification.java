package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntConsumer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * What monitored items tell: values (DataChangeNotification, OPC 10000-4, 7.25.2) or events (EventNotificationList, 7.25.3),
 * encoded as OPC 10000-6, 5.2.6 says. Checked once as a whole, then walked as often as needed without making objects.
 *
 * <pre>
 *   values   count 4 | client handle 4, {@link DataValueFrame DataValue} | ... | count 4 | DiagnosticInfo | ...
 *   events   count 4 | client handle 4, fields 4, Variant, Variant, ... | ...
 *                      `---------------- count times -----------------'
 * </pre>
 *
 * @param count how many items tell something; one may do so several times
 * @param bytes little-endian, not to be changed
 */
public record ItemNotification(boolean isEvents, int count, ByteBuffer bytes) implements Notification {

    /** Numbers of their binary encodings (the OPC Foundation's NodeIds.csv). */
    static final int VALUES = 811;

    static final int EVENTS = 916;

    /** A handle, and the mask of a DataValue without anything. */
    private static final int MIN_VALUE_BYTES = 5;

    /** A handle, and the number of no fields. */
    private static final int MIN_EVENT_BYTES = 8;

    /** Checks every length and count of values against the bytes that are there. The bytes are no longer the caller's. */
    public static ItemNotification values(byte[] body) throws MalformedFrameException {
        return check(body, false);
    }

    /** As {@link #values}, of events. */
    public static ItemNotification events(byte[] body) throws MalformedFrameException {
        return check(body, true);
    }

    private static ItemNotification check(byte[] body, boolean isEvents) throws MalformedFrameException {
        ByteBuffer bytes = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        WireReader in = new WireReader().reset(bytes, 0, body.length);
        int count = Math.max(0, in.count(isEvents ? MIN_EVENT_BYTES : MIN_VALUE_BYTES));
        ItemNotification checked = new ItemNotification(isEvents, count, bytes);
        for (int item = 0; item < count; item++) {
            in.i32();
            checked.skipContent(in);
        }
        if (!isEvents) {
            in.skipValues(Builtin.DIAGNOSTIC_INFO, Math.max(0, in.count(1)));
        }
        in.requireEnd();
        return checked;
    }

    /** Skips what an item tells, behind its handle. */
    private void skipContent(WireReader in) throws MalformedFrameException {
        if (isEvents) {
            in.skipValues(Builtin.VARIANT, Math.max(0, in.count(1)));
        } else {
            in.skipDataValue();
        }
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
