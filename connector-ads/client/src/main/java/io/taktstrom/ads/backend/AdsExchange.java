package io.taktstrom.ads.backend;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/** One of several reads, or read-writes, that may be on their way at once. Reusable; one call at a time. */
public final class AdsExchange {

    private final int indexGroup;
    private final int indexOffset;
    private final @Nullable ByteBuffer from;
    private final ByteBuffer into;
    private int result;
    private @Nullable Object request;
    private long deadline;

    /** @param from what to send with it; null for a plain read */
    public AdsExchange(int indexGroup, int indexOffset, @Nullable ByteBuffer from, ByteBuffer into) {
        this.indexGroup = indexGroup;
        this.indexOffset = indexOffset;
        this.from = from;
        this.into = into;
    }

    public int indexGroup() {
        return indexGroup;
    }

    public int indexOffset() {
        return indexOffset;
    }

    /** What is sent with it; null for a plain read. */
    public @Nullable ByteBuffer from() {
        return from;
    }

    /** What the device delivered, up to its position. */
    public ByteBuffer into() {
        return into;
    }

    /** The return code. */
    public int result() {
        return result;
    }

    // ---- for backends

    /**
     * It is on its way.
     *
     * @param newRequest whatever the backend knows it by; null if it could not be sent yet
     * @param newDeadline until when to wait for the answer, as in {@link System#nanoTime}
     */
    public void begin(@Nullable Object newRequest, long newDeadline) {
        request = newRequest;
        deadline = newDeadline;
    }

    /** What the backend knows it by; null unless it is on its way. */
    public @Nullable Object request() {
        return request;
    }

    public long deadline() {
        return deadline;
    }

    /** It is not on its way any more, whether or not {@link #end} follows. */
    public void forget() {
        request = null;
    }

    /** It was answered. */
    public void end(int newResult) {
        result = newResult;
    }
}
