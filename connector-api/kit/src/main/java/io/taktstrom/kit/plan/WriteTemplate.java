package io.taktstrom.kit.plan;

import java.nio.ByteBuffer;

/**
 * Requests that write points, each encoded once: a write copies one and patches its value. Immutable, thread-safe; a write
 * allocates nothing. Hot.
 */
public final class WriteTemplate {

    /** Encodes, when the group is made. */
    @FunctionalInterface
    public interface Encoder {
        /**
         * Writes the request for a point from the buffer's position on, with any value.
         *
         * @return where the value goes, in bytes from the request's first
         */
        int encode(int point, ByteBuffer out);
    }

    private final byte[][] requests;
    private final int[] valueAt;

    /** @param maxBytes of the longest request */
    public WriteTemplate(int points, int maxBytes, Encoder encoder) {
        requests = new byte[points][];
        valueAt = new int[points];
        ByteBuffer out = ByteBuffer.allocate(maxBytes);
        for (int point = 0; point < points; point++) {
            valueAt[point] = encoder.encode(point, out.clear());
            requests[point] = new byte[out.flip().remaining()];
            out.get(requests[point]);
        }
    }

    /** Bytes of a point's request. */
    public int bytes(int point) {
        return requests[point].length;
    }

    /** Puts a point's request at the buffer's position, which moves behind it; returns where in the buffer its value goes. */
    public int put(int point, ByteBuffer out) {
        int at = out.position() + valueAt[point];
        out.put(requests[point]);
        return at;
    }
}
