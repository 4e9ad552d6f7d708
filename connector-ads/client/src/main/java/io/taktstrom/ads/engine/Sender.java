package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.ReadCommand;
import io.taktstrom.ads.protocol.ReadWriteCommand;
import io.taktstrom.ads.protocol.WriteCommand;
import io.taktstrom.ads.protocol.WriteControlCommand;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests into frames, one behind the other, so that what goes out together takes one write. Hot; used only by
 * the holder of the send lock.
 */
final class Sender {

    private static final int NORMAL_BYTES = 16 * 1024;
    /** A buffer that grew beyond this for one large request is not kept. */
    private static final int KEPT_BYTES = 1024 * 1024;

    private ByteBuffer buffer = AdsBuffers.direct(NORMAL_BYTES);

    /** Forgets the frames that have been sent. */
    void clear() {
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = AdsBuffers.direct(NORMAL_BYTES);
        }
        buffer.clear();
    }

    /** Whether a frame finds room behind the others. */
    boolean hasRoom(int command, @Nullable ByteBuffer from) {
        return frameBytes(command, from) <= buffer.remaining();
    }

    /**
     * Adds the frame of a request. One that finds no room must be the first.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     */
    void add(
            AmsAddress target,
            AmsAddress source,
            int command,
            int invokeId,
            int first,
            int second,
            @Nullable ByteBuffer from,
            int readLength) {
        int bytes = frameBytes(command, from);
        if (bytes > buffer.remaining()) {
            buffer = AdsBuffers.direct(bytes);
        }
        ByteBuffer out = buffer;
        int at = out.position();
        int sent = from == null ? 0 : from.remaining();
        AmsHeader.writeRequest(out, at, target, source, command, bytes - AmsHeader.BYTES, invokeId);
        switch (command) {
            case AdsCommand.READ -> ReadCommand.writeRequest(out, at, first, second, readLength);
            case AdsCommand.WRITE -> WriteCommand.writeRequest(out, at, first, second, sent);
            case AdsCommand.READ_WRITE -> ReadWriteCommand.writeRequest(out, at, first, second, readLength, sent);
            case AdsCommand.WRITE_CONTROL -> WriteControlCommand.writeRequest(out, at, first, second, sent);
            default -> {
                // All of the data comes from the caller, or there is none.
            }
        }
        if (from != null) {
            out.put(at + bytes - sent, from, from.position(), sent);
        }
        out.position(at + bytes);
    }

    /** All frames, from the buffer's position to its limit. */
    ByteBuffer frames() {
        return buffer.flip();
    }

    private static int frameBytes(int command, @Nullable ByteBuffer from) {
        return AmsHeader.BYTES + fixedBytes(command) + (from == null ? 0 : from.remaining());
    }

    private static int fixedBytes(int command) {
        return switch (command) {
            case AdsCommand.READ -> ReadCommand.REQUEST_BYTES;
            case AdsCommand.WRITE -> WriteCommand.REQUEST_BYTES;
            case AdsCommand.READ_WRITE -> ReadWriteCommand.REQUEST_BYTES;
            case AdsCommand.WRITE_CONTROL -> WriteControlCommand.REQUEST_BYTES;
            default -> 0;
        };
    }
}
