package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Events of monitored items (OPC 10000-4, 7.25.3; encoded as OPC 10000-6, 5.2.6 says).
 *
 * <pre>
 *   count 4 | client handle 4, fields 4, Variant, Variant, ... | ...
 *             `---------------- count times -----------------'
 * </pre>
 */
public final class EventNotificationList extends ItemNotification {

    /** Number of its binary encoding (the OPC Foundation's NodeIds.csv). */
    static final int TYPE = 916;

    /** A handle, and the number of no fields. */
    private static final int MIN_ITEM_BYTES = 8;

    private EventNotificationList(ByteBuffer checked, int count) {
        super(checked, count);
    }

    /** Checks every length and count against the bytes that are there. The bytes are no longer the caller's. */
    public static EventNotificationList check(byte[] body) throws MalformedFrameException {
        ByteBuffer bytes = littleEndian(body);
        WireReader in = new WireReader().reset(bytes, 0, body.length);
        int count = Math.max(0, in.count(MIN_ITEM_BYTES));
        for (int event = 0; event < count; event++) {
            in.i32();
            skipFields(in);
        }
        in.requireEnd();
        return new EventNotificationList(bytes, count);
    }

    private static void skipFields(WireReader in) throws MalformedFrameException {
        in.skipValues(Builtin.VARIANT, Math.max(0, in.count(1)));
    }

    @Override
    void skipContent(WireReader in) throws MalformedFrameException {
        skipFields(in);
    }
}
