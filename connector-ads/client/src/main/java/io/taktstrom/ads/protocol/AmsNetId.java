package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Names an AMS router: six bytes, written {@code 5.32.116.5.1.1}. It often starts with the IPv4 address of its host,
 * but need not.
 *
 * @param bits the six bytes in wire order, the first in the lowest eight bits; a number, so that comparing a header
 *     with an expected id allocates nothing
 */
public record AmsNetId(long bits) {

    /** Size on the wire. */
    public static final int BYTES = 6;

    public AmsNetId {
        if (bits >>> (8 * BYTES) != 0) {
            throw new IllegalArgumentException("AmsNetId has six bytes, got 0x" + Long.toHexString(bits));
        }
    }

    /**
     * Reads {@code 5.32.116.5.1.1}.
     *
     * @throws IllegalArgumentException if the text is anything but six numbers from 0 to 255
     */
    public static AmsNetId parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != BYTES) {
            throw invalid(text);
        }
        long bits = 0;
        for (int i = 0; i < BYTES; i++) {
            String part = parts[i];
            if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw invalid(text);
            }
            long value = Long.parseLong(part);
            if (value > 255) {
                throw invalid(text);
            }
            bits |= value << (8 * i);
        }
        return new AmsNetId(bits);
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "AmsNetId '" + text + "' is not six numbers from 0 to 255, like 5.32.116.5.1.1");
    }

    /** The {@link #bits()} of the id at an absolute position. */
    public static long bitsAt(ByteBuffer buffer, int position) {
        return (buffer.getInt(position) & 0xFFFF_FFFFL) | (buffer.getShort(position + 4) & 0xFFFFL) << 32;
    }

    /** Writes an id, given as its {@link #bits()}, at an absolute position. */
    static void putBits(ByteBuffer buffer, int position, long bits) {
        buffer.putInt(position, (int) bits);
        buffer.putShort(position + 4, (short) (bits >>> 32));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(23);
        for (int i = 0; i < BYTES; i++) {
            text.append(i == 0 ? "" : ".").append(bits >>> (8 * i) & 0xFF);
        }
        return text.toString();
    }
}
