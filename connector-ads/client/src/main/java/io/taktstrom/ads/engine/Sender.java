package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.ReadCommand;
import io.taktstrom.ads.protocol.ReadWriteCommand;
import io.taktstrom.ads.protocol.WriteCommand;
import io.taktstrom.ads.protocol.WriteControlCommand;
import org.jspecify.annotations.Nullable;

/** Turns requests into frames. Hot; used only by the holder of the send lock. */
final class Sender {

    private static final int NORMAL_BYTES = 16 * 1024;
    /** A buffer that grew beyond this for one large request is not kept. */
    private static final int KEPT_BYTES = 1024 * 1024;

    private ByteBuffer buffer = allocate(NORMAL_BYTES);

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The frame of a request, between position and limit of the buffer returned.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     */
    ByteBuffer frame(
            AmsAddress target,
            AmsAddress source,
            int command,
            int invokeId,
            int first,
            int second,
            @Nullable ByteBuffer from,
            int readLength) {
        int sent = from == null ? 0 : from.remaining();
        int fixed = fixedBytes(command);
        int bytes = AmsHeader.BYTES + fixed + sent;
        ByteBuffer out = room(bytes);
        AmsHeader.writeRequest(out, 0, target, source, command, fixed + sent, invokeId);
        switch (command) {
            case AdsCommand.READ -> ReadCommand.writeRequest(out, 0, first, second, readLength);
            case AdsCommand.WRITE -> WriteCommand.writeRequest(out, 0, first, second, sent);
            case AdsCommand.READ_WRITE -> ReadWriteCommand.writeRequest(out, 0, first, second, readLength, sent);
            case AdsCommand.WRITE_CONTROL -> WriteControlCommand.writeRequest(out, 0, first, second, sent);
            default -> {
                // All of the data comes from the caller, or there is none.
            }
        }
        if (from != null) {
            out.put(AmsHeader.BYTES + fixed, from, from.position(), sent);
        }
        return out.limit(bytes).position(0);
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

    private ByteBuffer room(int bytes) {
        if (bytes > buffer.capacity() || buffer.capacity() > KEPT_BYTES) {
            buffer = allocate(Math.max(bytes, NORMAL_BYTES));
        }
        return buffer.clear();
    }
}
