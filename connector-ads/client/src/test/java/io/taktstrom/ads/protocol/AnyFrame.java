package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Reads everything there is in a frame, whatever its command and direction: what a peer's bytes may do is throw
 * {@link MalformedFrameException}, and nothing else.
 */
final class AnyFrame {

    private AnyFrame() {}

    /** Checks the data of a frame whose header has passed {@link AmsFrame#check}, then reads all its fields. */
    static long read(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return AmsHeader.isResponse(buffer, frame) ? readResponse(buffer, frame) : readRequest(buffer, frame);
    }

    private static long readRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        switch (AmsHeader.command(buffer, frame)) {
            case AdsCommand.READ_DEVICE_INFO -> ReadDeviceInfoCommand.checkRequest(buffer, frame);
            case AdsCommand.READ_STATE -> ReadStateCommand.checkRequest(buffer, frame);
            case AdsCommand.READ -> {
                ReadCommand.checkRequest(buffer, frame);
                return (long) ReadCommand.indexGroup(buffer, frame)
                        + ReadCommand.indexOffset(buffer, frame)
                        + ReadCommand.length(buffer, frame);
            }
            case AdsCommand.WRITE -> {
                WriteCommand.checkRequest(buffer, frame);
                return (long) WriteCommand.indexGroup(buffer, frame)
                        + WriteCommand.indexOffset(buffer, frame)
                        + sum(buffer, frame + WriteCommand.DATA, WriteCommand.dataLength(buffer, frame));
            }
            case AdsCommand.WRITE_CONTROL -> {
                WriteControlCommand.checkRequest(buffer, frame);
                return (long) WriteControlCommand.adsState(buffer, frame)
                        + WriteControlCommand.deviceState(buffer, frame)
                        + sum(buffer, frame + WriteControlCommand.DATA, WriteControlCommand.dataLength(buffer, frame));
            }
            case AdsCommand.ADD_DEVICE_NOTIFICATION -> {
                AddNotificationCommand.checkRequest(buffer, frame);
                return (long) SumAddNotification.indexGroup(buffer, frame + AmsHeader.BYTES, 0)
                        + SumAddNotification.cycleTime(buffer, frame + AmsHeader.BYTES, 0);
            }
            case AdsCommand.DELETE_DEVICE_NOTIFICATION -> {
                DeleteNotificationCommand.checkRequest(buffer, frame);
                return DeleteNotificationCommand.handle(buffer, frame);
            }
            case AdsCommand.DEVICE_NOTIFICATION -> {
                return readNotification(buffer, frame);
            }
            case AdsCommand.READ_WRITE -> {
                ReadWriteCommand.checkRequest(buffer, frame);
                return (long) ReadWriteCommand.indexGroup(buffer, frame)
                        + ReadWriteCommand.indexOffset(buffer, frame)
                        + ReadWriteCommand.readLength(buffer, frame)
                        + sum(buffer, frame + ReadWriteCommand.WRITE_DATA, ReadWriteCommand.writeLength(buffer, frame));
            }
            default -> {
                return 0;
            }
        }
        return 0;
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

    private static long readResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        if (AmsHeader.error(buffer, frame) != AdsErrorCode.NO_ERROR) {
            return AmsHeader.error(buffer, frame);
        }
        switch (AmsHeader.command(buffer, frame)) {
            case AdsCommand.READ_DEVICE_INFO -> {
                int result = ReadDeviceInfoCommand.checkResponse(buffer, frame);
                return result != 0
                        ? result
                        : ReadDeviceInfoCommand.name(buffer, frame, StandardCharsets.US_ASCII)
                                        .length()
                                + ReadDeviceInfoCommand.build(buffer, frame);
            }
            case AdsCommand.READ_STATE -> {
                int result = ReadStateCommand.checkResponse(buffer, frame);
                return result != 0 ? result : ReadStateCommand.deviceState(buffer, frame);
            }
            case AdsCommand.READ -> {
                int result = ReadCommand.checkResponse(buffer, frame);
                return result != 0
                        ? result
                        : sum(buffer, frame + ReadCommand.DATA, ReadCommand.dataLength(buffer, frame));
            }
            case AdsCommand.READ_WRITE -> {
                int result = ReadWriteCommand.checkResponse(buffer, frame);
                return result != 0
                        ? result
                        : sum(buffer, frame + ReadWriteCommand.READ_DATA, ReadWriteCommand.dataLength(buffer, frame));
            }
            case AdsCommand.WRITE -> {
                return WriteCommand.checkResponse(buffer, frame);
            }
            case AdsCommand.WRITE_CONTROL -> {
                return WriteControlCommand.checkResponse(buffer, frame);
            }
            case AdsCommand.ADD_DEVICE_NOTIFICATION -> {
                int result = AddNotificationCommand.checkResponse(buffer, frame);
                return result != 0 ? result : AddNotificationCommand.handle(buffer, frame);
            }
            case AdsCommand.DELETE_DEVICE_NOTIFICATION -> {
                return DeleteNotificationCommand.checkResponse(buffer, frame);
            }
            default -> {
                return 0;
            }
        }
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
