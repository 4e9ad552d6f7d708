package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.ads.protocol.AmsFrame;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.kit.tcp.Inbox;
import io.taktstrom.spi.MalformedFrameException;

/** Cuts the byte stream into frames. Hot; used only by the holder of the read role, but for {@link #expect}. */
final class IncomingFrames {

    private static final int NORMAL_BYTES = 64 * 1024;
    /** What a device may send unasked, at least. */
    private static final int MIN_LIMIT = 256 * 1024;

    private final Inbox inbox = new Inbox(NORMAL_BYTES, ByteOrder.LITTLE_ENDIAN);
    private volatile int maxFrameBytes = MIN_LIMIT;
    private final AtomicLong frames = new AtomicLong();
    private boolean partial;
    private long partialSince;

    /** Frames of this size are to be accepted from now on; any thread, but one at a time. */
    void expect(int frameBytes) {
        if (frameBytes > maxFrameBytes) {
            maxFrameBytes = frameBytes;
        }
    }

    /** Reads what is there; returns -1 at the end of the stream. */
    int fill(ReadableByteChannel channel) throws IOException {
        return inbox.fill(channel, maxFrameBytes);
    }

    /** Size of the complete frame at {@link #position}; 0 when more bytes must come first. */
    int frameBytes() throws MalformedFrameException {
        int present = inbox.length();
        int bytes = AmsFrame.check(inbox.buffer(), inbox.start(), present, maxFrameBytes);
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

    ByteBuffer buffer() {
        return inbox.buffer();
    }

    int position() {
        return inbox.start();
    }

    /** Goes behind a frame of this size. */
    void skip(int bytes) {
        inbox.skip(bytes);
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
        int present = inbox.length();
        return present < AmsHeader.TCP_BYTES
                ? present + " bytes"
                : present + " of " + AmsHeader.frameBytes(inbox.buffer(), inbox.start()) + " bytes";
    }
}
