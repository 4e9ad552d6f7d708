package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

/**
 * Header fields as the simulator reads and writes them, on its own account: it shares no codec with the client that it
 * tests.
 *
 * <pre>
 *   0        2                 6                12     14               20     22       24      26      30      34      38
 *  +--------+-----------------+----------------+------+----------------+------+--------+-------+-------+-------+-------+- -
 *  | router | length          | target net id  | port | source net id  | port | command| flags | data  | error | invoke| data
 *  +--------+-----------------+----------------+------+----------------+------+--------+-------+-------+-------+-------+- -
 * </pre>
 *
 * (InfoSys "AMS/TCP Packet", "AMS Header"; agrees with all captured frames.)
 */
public final class AmsWire {

    public static final int TCP_HEADER = 6;
    public static final int HEADER = 38;

    public static final int ROUTER = 0;
    public static final int LENGTH = 2;
    public static final int TARGET = 6;
    public static final int TARGET_PORT = 12;
    public static final int SOURCE = 14;
    public static final int SOURCE_PORT = 20;
    public static final int COMMAND = 22;
    public static final int FLAGS = 24;
    public static final int DATA_LENGTH = 26;
    public static final int ERROR = 30;
    public static final int INVOKE_ID = 34;

    public static final int REQUEST_FLAGS = 4;
    public static final int RESPONSE_FLAGS = 5;

    private AmsWire() {}

    /** The six bytes of a net id as a number, first byte lowest. */
    public static long netId(ByteBuffer buffer, int at) {
        return (buffer.getInt(at) & 0xFFFF_FFFFL) | (long) (buffer.getShort(at + 4) & 0xFFFF) << 32;
    }

    public static int unsignedShort(ByteBuffer buffer, int at) {
        return buffer.getShort(at) & 0xFFFF;
    }

    /** Net id and port of sender or receiver as one number. */
    public static long address(ByteBuffer buffer, int at) {
        return buffer.getLong(at);
    }

    /** Header of the answer to the request at {@code request}. */
    public static void putResponse(ByteBuffer in, int request, ByteBuffer out, int at, int error, int dataBytes) {
        put(
                out,
                at,
                address(in, request + SOURCE),
                address(in, request + TARGET),
                in.getShort(request + COMMAND),
                RESPONSE_FLAGS,
                dataBytes);
        out.putInt(at + ERROR, error);
        out.putInt(at + INVOKE_ID, in.getInt(request + INVOKE_ID));
    }

    /** Header of an unsolicited frame. */
    public static void putNotification(ByteBuffer out, int at, long client, long server, int dataBytes) {
        put(out, at, client, server, (short) 8, REQUEST_FLAGS, dataBytes);
        out.putInt(at + ERROR, 0);
        out.putInt(at + INVOKE_ID, 0);
    }

    private static void put(ByteBuffer out, int at, long target, long source, short command, int flags, int dataBytes) {
        out.putShort(at + ROUTER, (short) 0);
        out.putInt(at + LENGTH, HEADER - TCP_HEADER + dataBytes);
        out.putLong(at + TARGET, target);
        out.putLong(at + SOURCE, source);
        out.putShort(at + COMMAND, command);
        out.putShort(at + FLAGS, (short) flags);
        out.putInt(at + DATA_LENGTH, dataBytes);
    }
}
