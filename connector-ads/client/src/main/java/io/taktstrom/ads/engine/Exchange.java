package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import org.jspecify.annotations.Nullable;

/** One of several reads, or read-writes, that may be on their way at once. Reusable; one call at a time. */
public final class Exchange {

    final int indexGroup;
    final int indexOffset;
    final @Nullable ByteBuffer from;
    final ByteBuffer into;
    int result;
    /** While it is on its way through the Java backend. */
    @Nullable
    Slot slot;

    long deadline;

    /** @param from what to send with it; null for a plain read */
    public Exchange(int indexGroup, int indexOffset, @Nullable ByteBuffer from, ByteBuffer into) {
        this.indexGroup = indexGroup;
        this.indexOffset = indexOffset;
        this.from = from;
        this.into = into;
    }

    int command() {
        return from == null ? AdsCommand.READ : AdsCommand.READ_WRITE;
    }

    /** What the device delivered, up to its position. */
    public ByteBuffer into() {
        return into;
    }

    /** The return code. */
    public int result() {
        return result;
    }
}
