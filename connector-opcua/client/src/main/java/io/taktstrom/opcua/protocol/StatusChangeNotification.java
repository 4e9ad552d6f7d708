package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The end of a subscription (OPC 10000-4, 7.25.4; encoded as OPC 10000-6, 5.2.6 says).
 *
 * <pre>
 *   status 4 | DiagnosticInfo
 * </pre>
 *
 * @param status why it has ended
 */
public record StatusChangeNotification(int status) implements Notification {

    /** Number of its binary encoding (the OPC Foundation's NodeIds.csv). */
    static final int TYPE = 820;

    /** Checks it whole. */
    public static StatusChangeNotification check(byte[] body) throws MalformedFrameException {
        WireReader in = new WireReader().reset(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN), 0, body.length);
        int status = in.i32();
        in.skipValues(Builtin.DIAGNOSTIC_INFO, 1);
        in.requireEnd();
        return new StatusChangeNotification(status);
    }
}
