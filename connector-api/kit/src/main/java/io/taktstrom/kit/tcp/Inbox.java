package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/**
 * Bytes that have come over a socket, and not been used yet: {@link #buffer}, from {@link #start} to {@link #end}.
 *
 * <p>It grows only as bytes arrive, never beyond the largest frame that may come, and what it grew for one large frame it
 * lets go. Hot; one thread at a time.
 */
public final class Inbox {

    private static final int KEPT_BYTES = 1 << 20;

    private final int normalBytes;
    private ByteBuffer buffer;
    private int start;
    private int end;

    /** @param normalBytes of the buffer, as long as frames fit into it */
    public Inbox(int normalBytes, ByteOrder order) {
        this.normalBytes = normalBytes;
        buffer = ByteBuffer.allocateDirect(normalBytes).order(order);
    }

    /**
     * Reads what is there; what was used is overwritten.
     *
     * @param largestFrame bytes of the largest frame that may come: a smaller one always finds room
     * @return bytes read, -1 at the end of the stream
     */
    public int fill(ReadableByteChannel channel, int largestFrame) throws IOException {
        makeRoom(Math.max(largestFrame, normalBytes));
        buffer.limit(buffer.capacity()).position(end);
        int bytes = channel.read(buffer);
        end = buffer.position();
        buffer.clear();
        return bytes;
    }

    private void makeRoom(int largest) {
        if (start == end) {
            start = 0;
            end = 0;
            if (buffer.capacity() > Math.max(KEPT_BYTES, normalBytes)) {
                buffer = ByteBuffer.allocateDirect(normalBytes).order(buffer.order());
            }
        } else if (end == buffer.capacity()) {
            ByteBuffer target = start > 0 ? buffer : larger(largest);
            target.put(0, buffer, start, end - start);
            buffer = target;
            end -= start;
            start = 0;
        }
    }

    private ByteBuffer larger(int largest) {
        int bytes = (int) Math.min(2L * buffer.capacity(), largest);
        return bytes <= buffer.capacity()
                ? buffer
                : ByteBuffer.allocateDirect(bytes).order(buffer.order());
    }

    /** To be read at absolute positions; another one after each {@link #fill}. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where the first byte is that was not used. */
    public int start() {
        return start;
    }

    /** Behind the last byte. */
    public int end() {
        return end;
    }

    /** Bytes that were not used. */
    public int length() {
        return end - start;
    }

    /** The next bytes have been used. */
    public void skip(int bytes) {
        start += bytes;
    }
}
