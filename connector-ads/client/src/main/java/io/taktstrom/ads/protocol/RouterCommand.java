package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * What a client and the router on its own machine say to each other on the connection that also carries ADS: the first
 * two bytes of the AMS/TCP header, 0 for ADS, name the command.
 *
 * <pre>
 *  port connect, request:  0      2          6            8          answer:  0      2          6        12     14
 *                         +------+----------+------------+                   +------+----------+--------+------+
 *                         | 1000 | length 2 | AMS port   |                   | 1000 | length 8 | net id | port |
 *                         +------+----------+------------+                   +------+----------+--------+------+
 *  port close, request:    0001, length 2, the port
 *  router note, unasked:   1001, length 4, router state
 *  local net id, request:  1002, length 0;  answer: 1002, length 6, net id
 * </pre>
 *
 * (Names and numbers: InfoSys "AMS/TCP Header" and the .NET library's header flags; layouts: npm ads-client 2.1, which
 * uses them against TwinCAT. The answer to local net id is in no public source we found, so we do not ask for it.)
 */
public final class RouterCommand {

    public static final int PORT_CLOSE = 0x0001;
    public static final int PORT_CONNECT = 0x1000;
    public static final int ROUTER_NOTE = 0x1001;

    /** Size of an answer to port connect. */
    public static final int PORT_CONNECTED_BYTES = 14;

    /** Size of a router note. */
    public static final int NOTE_BYTES = 10;

    private static final int PORT_BYTES = 8;
    private static final int DATA = AmsHeader.TCP_BYTES;

    private RouterCommand() {}

    /** A request for an AMS port; 0 lets the router choose. Position 0 to the limit. */
    public static ByteBuffer portConnect(int port) {
        return portCommand(PORT_CONNECT, port);
    }

    /** Gives an AMS port back. Position 0 to the limit. */
    public static ByteBuffer portClose(int port) {
        return portCommand(PORT_CLOSE, port);
    }

    private static ByteBuffer portCommand(int command, int port) {
        return AdsBuffers.heap(PORT_BYTES)
                .putShort(AmsHeader.RESERVED, (short) command)
                .putInt(AmsHeader.LENGTH, Short.BYTES)
                .putShort(DATA, (short) port);
    }

    /**
     * The AMS address that an answer to port connect gives us.
     *
     * @param buffer little-endian, {@link #PORT_CONNECTED_BYTES} from 0
     */
    public static AmsAddress portConnected(ByteBuffer buffer) throws MalformedFrameException {
        int command = Short.toUnsignedInt(buffer.getShort(AmsHeader.RESERVED));
        int length = buffer.getInt(AmsHeader.LENGTH);
        if (command != PORT_CONNECT || length != PORT_CONNECTED_BYTES - AmsHeader.TCP_BYTES) {
            throw new MalformedFrameException(
                    "answer 0x" + Integer.toHexString(command) + " with " + Integer.toUnsignedString(length)
                            + " bytes to port connect",
                    AmsHeader.RESERVED);
        }
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(buffer, DATA)),
                Short.toUnsignedInt(buffer.getShort(DATA + AmsNetId.BYTES)));
    }

    /** Whether a frame is a router note; {@link AmsFrame#check} must have passed it. */
    public static boolean isNote(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + AmsHeader.RESERVED)) == ROUTER_NOTE;
    }

    /** The state in a router note, for messages (npm ads-client: 0 stop, 1 start, 2 removed). */
    public static String state(ByteBuffer buffer, int frame) {
        int state = buffer.getInt(frame + DATA);
        return switch (state) {
            case 0 -> "stopped";
            case 1 -> "started";
            case 2 -> "was removed";
            default -> "changed to state " + Integer.toUnsignedString(state);
        };
    }
}
