package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Buffers in the order of ADS, which is little-endian, and the texts in them, which end at a zero. */
public final class AdsBuffers {

    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private AdsBuffers() {}

    public static ByteBuffer heap(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What to allocate where a buffer must hold so many bytes, so that it need not grow soon again. */
    public static int roomFor(int bytes) {
        return (int) Math.min(MAX_BYTES, 2L * Integer.highestOneBit(bytes));
    }

    /** A text with a zero behind it. */
    public static byte[] zeroTerminated(String text) {
        byte[] bytes = text.getBytes(UploadSizes.DEFAULT_CHARSET);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** The text up to the first zero, or to the end. */
    public static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, UploadSizes.DEFAULT_CHARSET);
    }
}
