package io.taktstrom.opcua.channel;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * Headers of services by hand (OPC 10000-4, 7.32 and 7.33; encoded as OPC 10000-6, 5.2.6 and 5.2.9 say). Hot.
 *
 * <pre>
 *   request: type NodeId | token NodeId | time 8 | handle 4 | diagnostics 4 | audit id String | timeout 4 | ExtensionObject
 *   answer:  type NodeId | time 8 | handle 4 | status 4 | DiagnosticInfo | String[] | ExtensionObject
 * </pre>
 */
public final class ServiceHeader {

    /** Numbers of binary encodings (the OPC Foundation's NodeIds.csv). */
    public static final int READ = 631;

    public static final int READ_ANSWER = 634;
    public static final int WRITE = 673;
    public static final int WRITE_ANSWER = 676;
    public static final int PUBLISH = 826;
    public static final int PUBLISH_ANSWER = 829;
    public static final int REPUBLISH = 832;
    public static final int REPUBLISH_ANSWER = 835;

    static final int FAULT = 397;

    private static final int FOUR_BYTE_NODE_ID = 1;

    private ServiceHeader() {}

    /**
     * Begins a request.
     *
     * @param token of the session, as a NodeId in binary encoding
     */
    public static WireWriter begin(WireWriter out, int type, byte[] token, long timeoutMillis) {
        return out.reset()
                .u8(FOUR_BYTE_NODE_ID)
                .u8(0)
                .i16(type)
                .bytes(token)
                .i64(UaTime.toTicks(System.currentTimeMillis() * NANOS_PER_MILLI))
                .i32(0)
                .i32(0)
                .i32(-1)
                .i32((int) timeoutMillis)
                .i16(0)
                .u8(0);
    }

    /** The header of a request that Milo encodes. */
    public static RequestHeader of(NodeId token, long timeoutMillis) {
        return new RequestHeader(token, DateTime.now(), uint(0), uint(0), null, uint(timeoutMillis), null);
    }

    /**
     * Reads the header of an answer, so that the reader is behind it.
     *
     * @param expected type of the answer
     * @return the status of the service
     * @throws MalformedFrameException when it is something else
     */
    public static int read(WireReader in, int expected) throws MalformedFrameException {
        int type = in.standardNodeId();
        in.skip(2 * Long.BYTES - Integer.BYTES);
        int status = in.i32();
        in.skipValues(Builtin.DIAGNOSTIC_INFO, 1);
        in.skipValues(Builtin.STRING, Math.max(0, in.count(Integer.BYTES)));
        in.skipValues(Builtin.EXTENSION_OBJECT, 1);
        if (type != expected && type != FAULT) {
            throw new MalformedFrameException("an answer of type " + type + ", not " + expected, 0);
        }
        return status;
    }

    /** The answer to a request that the server could not answer in full. */
    static byte[] fault(int status) {
        return new WireWriter()
                .u8(FOUR_BYTE_NODE_ID)
                .u8(0)
                .i16(FAULT)
                .i64(0)
                .i32(0)
                .i32(status)
                .u8(0)
                .i32(-1)
                .i16(0)
                .u8(0)
                .toByteArray();
    }
}
