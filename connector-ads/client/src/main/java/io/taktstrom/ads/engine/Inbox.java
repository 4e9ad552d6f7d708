package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.ads.protocol.AmsFrame;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Cuts the byte stream into frames. Hot; used only by the holder of the read role, but for {@link #expect}.
 *
 * <p>The buffer grows only as bytes arrive, and never beyond the largest frame that anybody has asked for.
 */
final class Inbox {

    private static final int NORMAL_BYTES = 64 * 1024;
    /** A buffer that grew beyond this for one large answer is not kept. */
    private static final int KEPT_BYTES = 1024 * 1024;
    /** What a device may send unasked, at least. */
    private static final int MIN_LIMIT = 256 * 1024;

    private ByteBuffer buffer = allocate(NORMAL_BYTES);
    private volatile int maxFrameBytes = MIN_LIMIT;
    private int start;
    private int end;
    private final AtomicLong frames = new AtomicLong();
    private boolean partial;
    private long partialSince;

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Frames of this size are to be accepted from now on; any thread, but one at a time. */
    void expect(int frameBytes) {
        if (frameBytes > maxFrameBytes) {
            maxFrameBytes = frameBytes;
        }
    }

    /** Reads what is there; returns -1 at the end of the stream. */
    int fill(ReadableByteChannel channel) throws IOException {
        makeRoom();
        buffer.limit(buffer.capacity()).position(end);
        int bytes = channel.read(buffer);
        end = buffer.position();
        return bytes;
    }

    private void makeRoom() {
        if (start == end) {
            start = 0;
            end = 0;
            if (buffer.capacity() > KEPT_BYTES) {
                buffer = allocate(NORMAL_BYTES);
            }
        } else if (end == buffer.capacity()) {
            ByteBuffer target = start > 0 ? buffer : allocate(Math.min(2 * buffer.capacity(), largestCapacity()));
            target.put(0, buffer, start, end - start);
            buffer = target;
            end -= start;
            start = 0;
        }
    }

    /** Room for any frame that {@link AmsFrame#check} lets pass. */
    private int largestCapacity() {
        return Math.max(maxFrameBytes, 2 * NORMAL_BYTES);
    }

    /** Size of the complete frame at {@link #position}; 0 when more bytes must come first. */
    int frameBytes() throws MalformedFrameException {
        int bytes = AmsFrame.check(buffer, start, end - start, maxFrameBytes);
        if (bytes > 0) {
            partial = false;
            return bytes;
        }
        if (start < end && !partial) {
            partial = true;
            partialSince = System.nanoTime();
        }
        return 0;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int position() {
        return start;
    }

    /** Goes behind a frame of this size. */
    void skip(int bytes) {
        start += bytes;
        frames.lazySet(frames.getPlain() + 1);
    }

    /** How many frames have come; any thread. */
    long frames() {
        return frames.get();
    }

    /** Whether a frame has begun but not ended, and since when. */
    boolean partial() {
        return partial;
    }

    long partialSince() {
        return partialSince;
    }

    /** How many bytes of the frame that has begun are there, for messages. */
    String partialText() {
        int present = end - start;
        return present < AmsHeader.TCP_BYTES
                ? present + " bytes"
                : present + " of " + AmsHeader.frameBytes(buffer, start) + " bytes";
    }
}
