package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.spi.MalformedFrameException;

/** Cuts the byte stream into frames. Hot; one thread at a time, except {@link #expect} and {@link #frames}. */
public final class FrameReader {

    private static final int NORMAL_BYTES = 64 * 1024;

    private final Framing framing;
    private final Inbox inbox;
    private volatile int maxFrameBytes;
    private final AtomicLong frames = new AtomicLong();
    private boolean partial;
    private long partialSince;

    /** @param maxFrameBytes larger frames are malformed */
    public FrameReader(Framing framing, ByteOrder order, int maxFrameBytes) {
        this.framing = framing;
        this.inbox = new Inbox(NORMAL_BYTES, order);
        this.maxFrameBytes = maxFrameBytes;
    }

    /** Accepts frames of this size from now on; any thread, one at a time. */
    void expect(int frameBytes) {
        if (frameBytes > maxFrameBytes) {
            maxFrameBytes = frameBytes;
        }
    }

    /** Reads what is available; returns -1 at the end of the stream. */
    public int fill(ReadableByteChannel channel) throws IOException {
        return inbox.fill(channel, maxFrameBytes);
    }

    /** Size of the complete frame at {@link #position}; 0 when more bytes must arrive first. */
    public int frameBytes() throws MalformedFrameException {
        int present = inbox.length();
        int bytes = framing.frameBytes(inbox.buffer(), inbox.start(), present, maxFrameBytes);
        if (bytes > 0) {
            partial = false;
            return bytes;
        }
        if (present > 0 && !partial) {
            partial = true;
            partialSince = System.nanoTime();
        }
        return 0;
    }

    public ByteBuffer buffer() {
        return inbox.buffer();
    }

    public int position() {
        return inbox.start();
    }

    /** Continues behind a frame of this size. */
    public void skip(int bytes) {
        inbox.skip(bytes);
        frames.lazySet(frames.getPlain() + 1);
    }

    /** Number of frames so far; any thread. */
    long frames() {
        return frames.get();
    }

    /** How much longer an incomplete frame may take; a large number when there is none. */
    long partialNanosLeft(long now, long timeoutNanos) {
        return partial ? partialSince + timeoutNanos - now : Long.MAX_VALUE;
    }

    /** Number of bytes of the incomplete frame. */
    int partialBytes() {
        return inbox.length();
    }
}
