package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Values of monitored items (OPC 10000-4, 7.25.2; encoded as OPC 10000-6, 5.2.6 says).
 *
 * <pre>
 *   count 4 | client handle 4, {@link DataValueFrame DataValue} | ... | count 4 | DiagnosticInfo | ...
 *             `------------ count times ------------'
 * </pre>
 */
public final class DataChangeNotification extends ItemNotification {

    /** Number of its binary encoding (the OPC Foundation's NodeIds.csv). */
    static final int TYPE = 811;

    /** A handle, and the mask of a DataValue without anything. */
    private static final int MIN_ITEM_BYTES = 5;

    private DataChangeNotification(ByteBuffer checked, int count) {
        super(checked, count);
    }

    /** Checks every length and count against the bytes that are there. The bytes are no longer the caller's. */
    public static DataChangeNotification check(byte[] body) throws MalformedFrameException {
        ByteBuffer bytes = littleEndian(body);
        WireReader in = new WireReader().reset(bytes, 0, body.length);
        int count = Math.max(0, in.count(MIN_ITEM_BYTES));
        for (int item = 0; item < count; item++) {
            in.i32();
            in.skipDataValue();
        }
        in.skipValues(Builtin.DIAGNOSTIC_INFO, Math.max(0, in.count(1)));
        in.requireEnd();
        return new DataChangeNotification(bytes, count);
    }

    @Override
    void skipContent(WireReader in) throws MalformedFrameException {
        in.skipDataValue();
    }
}
