package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * One piece of a {@link UdpMessage}. Compared by its bytes; never prints them, for one may be a password.
 */
public final class UdpTag {

    /** 4 bytes, see {@link AdsErrorCode}. */
    public static final int STATUS = 1;

    public static final int PASSWORD = 2;
    /** Major and minor version, 1 byte each, and build, 2 bytes. */
    public static final int TWINCAT_VERSION = 3;
    /** Windows' OSVERSIONINFO, or what others put in its place; see {@link Identity}. */
    public static final int OS_VERSION = 4;
    /** In an answer the device's host name; in a route, where its target is: an IP address or a host name. */
    public static final int COMPUTER_NAME = 5;
    /** 6 bytes: the net id that a route leads to. */
    public static final int NET_ID = 7;
    /** 4 bytes; 1 asks for a route that does not outlive a restart (ads-rs, SDK flag TEMPORARY). */
    public static final int OPTIONS = 9;

    public static final int ROUTE_NAME = 12;
    public static final int USER_NAME = 13;
    /** SHA-256 of the device's certificate in hexadecimal digits, for secure ADS. */
    public static final int FINGERPRINT = 18;

    private final int id;
    private final byte[] value;

    public UdpTag(int id, byte[] value) {
        this.id = id;
        this.value = value.clone();
    }

    /** Text ends with a zero byte. */
    public static UdpTag text(int id, String text) {
        return new UdpTag(id, AdsBuffers.zeroTerminated(text));
    }

    public static UdpTag number(int id, int number) {
        byte[] bytes = new byte[Integer.BYTES];
        buffer(bytes).putInt(number);
        return new UdpTag(id, bytes);
    }

    public static UdpTag netId(int id, AmsNetId netId) {
        byte[] bytes = new byte[AmsNetId.BYTES];
        AmsNetId.putBits(buffer(bytes), 0, netId.bits());
        return new UdpTag(id, bytes);
    }

    public int id() {
        return id;
    }

    public int length() {
        return value.length;
    }

    /** A copy. */
    public byte[] value() {
        return value.clone();
    }

    /** The text up to its first zero byte. */
    public String text() {
        return AdsBuffers.text(value);
    }

    /** The number, if it has the size of one. */
    public OptionalInt number() {
        return value.length == Integer.BYTES ? OptionalInt.of(buffer(value).getInt()) : OptionalInt.empty();
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UdpTag tag && tag.id == id && Arrays.equals(tag.value, value);
    }

    @Override
    public int hashCode() {
        return 31 * id + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return "tag " + id + " (" + value.length + " bytes)";
    }
}
