package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * The 38 bytes in front of all ADS data on TCP: AMS/TCP header and AMS header (InfoSys "AMS/TCP Packet", "AMS Header").
 *
 * <pre>
 *   0        2                 6                        12     14                       20     22
 *  +--------+-----------------+------------------------+------+------------------------+------+
 *  | 0      | length          | target net id          | port | source net id          | port |
 *  +--------+-----------------+------------------------+------+------------------------+------+
 *   22       24       26                 30                34                 38
 *  +--------+--------+------------------+-----------------+------------------+
 *  | command| flags  | data length      | error           | invoke id        |  data ...
 *  +--------+--------+------------------+-----------------+------------------+
 *  length = 32 + data length; all little-endian
 * </pre>
 *
 * <p>All methods take the absolute position of the frame's first byte. The readers trust {@link AmsFrame}.
 */
public final class AmsHeader {

    /** Size of the AMS/TCP header. */
    public static final int TCP_BYTES = 6;
    /** Size of both headers; the ADS data starts here. */
    public static final int BYTES = TCP_BYTES + 32;

    /** 2 bytes, 0 for an ADS frame. */
    public static final int RESERVED = 0;
    /** 4 bytes, all that follows the AMS/TCP header. */
    public static final int LENGTH = 2;
    /** 6 bytes. */
    public static final int TARGET_NET_ID = 6;
    /** 2 bytes. */
    public static final int TARGET_PORT = 12;
    /** 6 bytes. */
    public static final int SOURCE_NET_ID = 14;
    /** 2 bytes. */
    public static final int SOURCE_PORT = 20;
    /** 2 bytes, see {@link AdsCommand}. */
    public static final int COMMAND = 22;
    /** 2 bytes. */
    public static final int FLAGS = 24;
    /** 4 bytes. */
    public static final int DATA_LENGTH = 26;
    /** 4 bytes, see {@link AdsErrorCode}. Set by a router that could not deliver the request. */
    public static final int ERROR = 30;
    /** 4 bytes, chosen by the client, repeated in the response; 0 in notifications. */
    public static final int INVOKE_ID = 34;

    /** In {@link #FLAGS}: the frame answers a request. */
    public static final int FLAG_RESPONSE = 0x0001;
    /** In {@link #FLAGS}: the frame carries ADS; always set. */
    public static final int FLAG_ADS = 0x0004;
    /** In {@link #FLAGS}: the frame came by UDP; never set on TCP. */
    public static final int FLAG_UDP = 0x0040;

    private AmsHeader() {}

    /** Writes the header of a request or, from a server, of a notification. */
    public static void writeRequest(
            ByteBuffer buffer,
            int frame,
            AmsAddress target,
            AmsAddress source,
            int command,
            int dataLength,
            int invokeId) {
        putAddress(buffer, frame + TARGET_NET_ID, target);
        putAddress(buffer, frame + SOURCE_NET_ID, source);
        writeRest(buffer, frame, command, FLAG_ADS, dataLength, 0, invokeId);
    }

    private static void putAddress(ByteBuffer buffer, int position, AmsAddress address) {
        AmsNetId.putBits(buffer, position, address.netId().bits());
        buffer.putShort(position + AmsNetId.BYTES, (short) address.port());
    }

    private static void writeRest(
            ByteBuffer buffer, int frame, int command, int flags, int dataLength, int error, int invokeId) {
        buffer.putShort(frame + RESERVED, (short) 0);
        buffer.putInt(frame + LENGTH, BYTES - TCP_BYTES + dataLength);
        buffer.putShort(frame + COMMAND, (short) command);
        buffer.putShort(frame + FLAGS, (short) flags);
        buffer.putInt(frame + DATA_LENGTH, dataLength);
        buffer.putInt(frame + ERROR, error);
        buffer.putInt(frame + INVOKE_ID, invokeId);
    }

    /** Size of the whole frame as its first six bytes announce it. */
    public static long frameBytes(ByteBuffer buffer, int frame) {
        return TCP_BYTES + (buffer.getInt(frame + LENGTH) & 0xFFFF_FFFFL);
    }

    public static AmsAddress target(ByteBuffer buffer, int frame) {
        return address(buffer, frame + TARGET_NET_ID);
    }

    public static AmsAddress source(ByteBuffer buffer, int frame) {
        return address(buffer, frame + SOURCE_NET_ID);
    }

    private static AmsAddress address(ByteBuffer buffer, int position) {
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(buffer, position)),
                Short.toUnsignedInt(buffer.getShort(position + AmsNetId.BYTES)));
    }

    /** See {@link AdsCommand}. */
    public static int command(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + COMMAND));
    }

    public static int flags(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + FLAGS));
    }

    public static boolean isResponse(ByteBuffer buffer, int frame) {
        return (flags(buffer, frame) & FLAG_RESPONSE) != 0;
    }

    /** Size of the ADS data. */
    public static int dataLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + DATA_LENGTH);
    }

    /** See {@link AdsErrorCode}; 0 if all went well. */
    public static int error(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + ERROR);
    }

    public static int invokeId(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + INVOKE_ID);
    }
}
