package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Reads everything that a client reads in a frame, whatever its command: what a peer's bytes may do is throw
 * {@link MalformedFrameException}, and nothing else.
 */
final class AnyFrame {

    private AnyFrame() {}

    /** Checks the data of a frame whose header has passed {@link AmsFrame#check}, then reads all its fields. */
    static long read(ByteBuffer buffer, int frame) throws MalformedFrameException {
        if (!AmsHeader.isResponse(buffer, frame)) {
            return AmsHeader.command(buffer, frame) == AdsCommand.DEVICE_NOTIFICATION
                    ? readNotification(buffer, frame)
                    : 0;
        }
        if (AmsHeader.error(buffer, frame) != AdsErrorCode.NO_ERROR) {
            return AmsHeader.error(buffer, frame);
        }
        return switch (AmsHeader.command(buffer, frame)) {
            case AdsCommand.READ, AdsCommand.READ_WRITE -> {
                int result = CommandData.checkRead(buffer, frame);
                yield result != 0
                        ? result
                        : sum(buffer, frame + CommandData.READ_DATA, CommandData.dataLength(buffer, frame));
            }
            default -> 0;
        };
    }

    private static long readNotification(ByteBuffer buffer, int frame) throws MalformedFrameException {
        int samples = NotificationFrame.check(buffer, frame);
        long[] seen = new long[2];
        NotificationFrame.forEach(buffer, frame, (fileTime, handle, bytes, position, size) -> {
            seen[0]++;
            seen[1] += FileTime.toEpochNanos(fileTime) + handle + sum(bytes, position, size);
        });
        if (seen[0] != samples) {
            throw new AssertionError("check counted " + samples + " samples, forEach " + seen[0]);
        }
        return seen[1];
    }

    /** Touches every byte of a value, so that one that is not there fails. */
    static long sum(ByteBuffer buffer, int position, int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += buffer.get(position + i);
        }
        return sum;
    }
}
