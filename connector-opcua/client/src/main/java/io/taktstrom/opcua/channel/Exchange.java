package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;

import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;

/** Memory for a request and its answer, reused. Hot; belongs to the thread that makes the request. */
public final class Exchange {

    private static final int NORMAL_BYTES = 4096;
    private static final int KEPT_BYTES = 1 << 20;

    private final WireWriter request = new WireWriter();
    private final WireReader answer = new WireReader();
    private ByteBuffer bytes = ChunkCodec.newBuffer(NORMAL_BYTES);

    /** Where the request is written, its type first. */
    public WireWriter request() {
        return request;
    }

    /** The answer, behind what has been read of it; valid until the next request. */
    public WireReader answer() {
        return answer;
    }

    /** Copies an answer; by the thread that reads the channel, while the owner waits. */
    void setAnswer(ByteBuffer in, int at, int length) {
        if (bytes.capacity() < length) {
            bytes = ChunkCodec.newBuffer(Math.max(length, Math.min(KEPT_BYTES, 2 * bytes.capacity())));
        }
        bytes.put(0, in, at, length);
        answer.reset(bytes, 0, length);
    }

    /** Whether it is small enough to be kept for the next request. */
    public boolean isWorthKeeping() {
        return bytes.capacity() <= KEPT_BYTES && request.capacity() <= KEPT_BYTES;
    }
}
