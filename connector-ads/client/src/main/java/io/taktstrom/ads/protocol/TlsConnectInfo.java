package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The first message of each side on a Secure ADS connection, behind the TLS handshake. Beckhoff has not published it; the layout, flags and
 * errors are those of github.com/kevinherron/beckhoff-secure-ads, found with a TwinCAT 3.1.4024, and of Beckhoff/ADS pull request 289.
 *
 * <pre>
 *   0        2        4         5       6                12      13      14          32              64
 *  +--------+--------+---------+-------+----------------+-------+-------+-----------+---------------+------+----------+
 *  | length | flags  | version | error | AMS net id     | user  | pass- | reserved, | host name,    | user | password |
 *  |        |        |         |       | of the sender  | bytes | word  | zero      | padded with 0 |      |          |
 *  +--------+--------+---------+-------+----------------+-------+-------+-----------+---------------+------+----------+
 *  little-endian; texts are Windows-1252; only a request has user and password
 * </pre>
 *
 * @param flags {@link #RESPONSE} and others
 * @param error 0, or why the server refuses; see {@link #reason}
 * @param user empty unless a route is to be added
 */
public record TlsConnectInfo(
        int flags, int version, int error, AmsNetId netId, String host, String user, String password) {

    /** Size without user and password. */
    public static final int BASE_BYTES = 64;
    /** Largest size. */
    public static final int MAX_BYTES = 512;
    /** The only version there is. */
    public static final int VERSION = 1;

    /** In {@link #flags}: the message is the server's. */
    public static final int RESPONSE = 0x01;
    /** In {@link #flags}: the sender's certificate is self-signed; the peer knows it by its fingerprint. */
    public static final int SELF_SIGNED = 0x10;
    /** In {@link #flags}: the route is to the sender's IP address, not to its host name. */
    public static final int IP_ADDRESS = 0x20;
    /** In {@link #flags}: the common name of the sender's certificate need not be its host. */
    public static final int IGNORE_COMMON_NAME = 0x40;
    /** In {@link #flags}: adds a route to the sender, for which it gives user and password. */
    public static final int ADD_REMOTE = 0x80;

    public static final int NO_ERROR = 0;
    public static final int UNKNOWN_VERSION = 1;
    public static final int COMMON_NAME_MISMATCH = 2;
    public static final int UNKNOWN_CERTIFICATE = 3;
    public static final int UNKNOWN_USER = 4;

    private static final Charset TEXT = Charset.forName("windows-1252");

    private static final int FLAGS = 2;
    private static final int VERSION_AT = 4;
    private static final int ERROR = 5;
    private static final int NET_ID = 6;
    private static final int USER_BYTES = 12;
    private static final int PASSWORD_BYTES = 13;
    private static final int HOST = 32;
    private static final int HOST_BYTES = 32;
    private static final int MAX_TEXT = 255;

    /** @throws IllegalArgumentException when user or password are too long */
    public TlsConnectInfo {
        int userBytes = user.getBytes(TEXT).length;
        int passwordBytes = password.getBytes(TEXT).length;
        if (userBytes > MAX_TEXT || passwordBytes > MAX_TEXT || BASE_BYTES + userBytes + passwordBytes > MAX_BYTES) {
            throw new IllegalArgumentException("user and password are too long: at most " + MAX_TEXT
                    + " characters each, and " + (MAX_BYTES - BASE_BYTES) + " together");
        }
    }

    /** Shows no password. */
    @Override
    public String toString() {
        return "flags 0x" + Integer.toHexString(flags) + ", error " + error + ", net id " + netId + ", host " + host;
    }

    /** The message as it is sent; a host name is cut to 31 bytes. */
    public ByteBuffer bytes() {
        byte[] name = host.getBytes(TEXT);
        byte[] userBytes = user.getBytes(TEXT);
        byte[] passwordBytes = password.getBytes(TEXT);
        ByteBuffer out = AdsBuffers.heap(BASE_BYTES + userBytes.length + passwordBytes.length);
        out.putShort((short) out.capacity())
                .putShort((short) flags)
                .put((byte) version)
                .put((byte) error);
        AmsNetId.putBits(out, NET_ID, netId.bits());
        out.put(USER_BYTES, (byte) userBytes.length).put(PASSWORD_BYTES, (byte) passwordBytes.length);
        out.put(HOST, name, 0, Math.min(name.length, HOST_BYTES - 1));
        out.put(BASE_BYTES, userBytes).put(BASE_BYTES + userBytes.length, passwordBytes);
        return out.clear();
    }

    /**
     * Size of the message that begins a buffer, once its first bytes are there; 0 before that.
     *
     * @param available number of bytes from position 0 on
     * @throws MalformedFrameException when no message begins like this
     */
    public static int messageBytes(ByteBuffer in, int available) throws MalformedFrameException {
        if (available < Short.BYTES) {
            return 0;
        }
        int length = Short.toUnsignedInt(in.getShort(0));
        if (length < BASE_BYTES || length > MAX_BYTES) {
            throw new MalformedFrameException(
                    "TLS connect info of " + length + " bytes; " + BASE_BYTES + " to " + MAX_BYTES + " are allowed", 0);
        }
        return length;
    }

    /** Reads the message at position 0, whose {@link #messageBytes} are there. */
    public static TlsConnectInfo read(ByteBuffer in, int bytes) throws MalformedFrameException {
        int userBytes = in.get(USER_BYTES) & 0xFF;
        int passwordBytes = in.get(PASSWORD_BYTES) & 0xFF;
        if (BASE_BYTES + userBytes + passwordBytes != bytes) {
            throw new MalformedFrameException(
                    "TLS connect info of " + bytes + " bytes with " + userBytes + " of a user and " + passwordBytes
                            + " of a password",
                    USER_BYTES);
        }
        String host = text(in, HOST, HOST_BYTES);
        int end = host.indexOf(0);
        return new TlsConnectInfo(
                Short.toUnsignedInt(in.getShort(FLAGS)),
                in.get(VERSION_AT) & 0xFF,
                in.get(ERROR) & 0xFF,
                new AmsNetId(AmsNetId.bitsAt(in, NET_ID)),
                end < 0 ? host : host.substring(0, end),
                text(in, BASE_BYTES, userBytes),
                text(in, BASE_BYTES + userBytes, passwordBytes));
    }

    private static String text(ByteBuffer in, int at, int bytes) {
        byte[] text = new byte[bytes];
        in.get(at, text);
        return new String(text, TEXT);
    }

    /** Whether the message has this flag. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Why a server refuses, with the remedy. */
    public String reason() {
        return switch (error) {
            case UNKNOWN_VERSION -> "it does not know version " + VERSION + " of Secure ADS; update TwinCAT";
            case COMMON_NAME_MISMATCH ->
                "the common name of our certificate is not our host; use a certificate with it, or set IgnoreCn in"
                        + " the route on the target";
            case UNKNOWN_CERTIFICATE ->
                "it does not know our certificate; add a route with it ('takt route add URI'), or have the target"
                        + " trust its authority";
            case UNKNOWN_USER ->
                "it does not know us: user or password is wrong, or the route to us was made without this"
                        + " certificate; 'takt route add URI' adds a route";
            default -> "error " + error + ", which is not documented";
        };
    }
}
