package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

/**
 * Opens what a protection level closes, for the connection that it comes on. The password is eight characters, filled up with
 * blanks, and hardly hidden: each byte is combined with 0x55 and with the hidden byte two places before it.
 *
 * <pre>
 *  payload, at 22
 *  +----------------------------+
 *  | password, hidden           |
 *  +----------------------------+
 *    8
 * </pre>
 *
 * <p>No capture at hand has it. The native clients of snap7 and Sharp7 agree on it, and the native server of snap7 takes it.
 */
public final class SessionPassword {

    /** Most characters. */
    public static final int BYTES = 8;

    public static final int SUBFUNCTION = 1;
    public static final int REQUEST_BYTES = UserData.FIRST_PAYLOAD + BYTES;

    private static final int HIDER = 0x55;
    private static final int DISTANCE = 2;

    private SessionPassword() {}

    /** Writes a request; returns the size of the PDU. */
    public static int writeRequest(ByteBuffer buffer, int pdu, int reference, String password) {
        int bytes = UserData.writeFirst(buffer, pdu, reference, UserData.GROUP_SECURITY, SUBFUNCTION, BYTES);
        int at = pdu + UserData.FIRST_PAYLOAD;
        for (int i = 0; i < BYTES; i++) {
            int plain = i < password.length() ? password.charAt(i) : ' ';
            int before = i < DISTANCE ? 0 : buffer.get(at + i - DISTANCE);
            buffer.put(at + i, (byte) (plain ^ HIDER ^ before));
        }
        return bytes;
    }
}
