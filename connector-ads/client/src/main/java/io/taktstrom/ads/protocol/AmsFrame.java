package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Finds and checks AMS frames in a byte stream, before anything is read from them or allocated for them.
 *
 * <p>A frame passes if its reserved bytes are 0, its length is at least an AMS header and at most the limit, its data
 * length is what the length leaves for data, and its flags say ADS over TCP. Of the commands that a router puts into the
 * reserved bytes only the {@linkplain RouterCommand#isNote note} passes: it comes unasked, between two frames.
 */
public final class AmsFrame {

    private AmsFrame() {}

    /**
     * Looks at the first bytes of a stream. Each field is checked as soon as it is there, so a peer that announces
     * nonsense is found out before its frame is complete.
     *
     * @param frame absolute position of the frame's first byte
     * @param available number of bytes there, may be 0
     * @param maxBytes limit for a whole frame, at least {@link AmsHeader#BYTES}
     * @return size of the frame if it is complete, 0 if more bytes are needed; how many, {@link AmsHeader#frameBytes}
     *     tells once six are there
     */
    public static int check(ByteBuffer buffer, int frame, int available, int maxBytes) throws MalformedFrameException {
        if (available < AmsHeader.TCP_BYTES) {
            return 0;
        }
        int reserved = Short.toUnsignedInt(buffer.getShort(frame + AmsHeader.RESERVED));
        if (reserved == RouterCommand.ROUTER_NOTE) {
            return checkNote(buffer, frame, available);
        }
        if (reserved != 0) {
            throw new MalformedFrameException(
                    "AMS/TCP header starts with 0x" + Integer.toHexString(reserved) + " instead of 0; no ADS server?",
                    AmsHeader.RESERVED);
        }
        long bytes = AmsHeader.frameBytes(buffer, frame);
        if (bytes < AmsHeader.BYTES || bytes > maxBytes) {
            throw new MalformedFrameException(
                    "frame of " + bytes + " bytes, allowed are " + AmsHeader.BYTES + " to " + maxBytes,
                    AmsHeader.LENGTH);
        }
        if (available < AmsHeader.BYTES) {
            return 0;
        }
        checkHeader(buffer, frame, (int) bytes);
        return available < bytes ? 0 : (int) bytes;
    }

    private static int checkNote(ByteBuffer buffer, int frame, int available) throws MalformedFrameException {
        long bytes = AmsHeader.frameBytes(buffer, frame);
        if (bytes != RouterCommand.NOTE_BYTES) {
            throw new MalformedFrameException(
                    "router note of " + bytes + " bytes instead of " + RouterCommand.NOTE_BYTES, AmsHeader.LENGTH);
        }
        return available < bytes ? 0 : RouterCommand.NOTE_BYTES;
    }

    private static void checkHeader(ByteBuffer buffer, int frame, int bytes) throws MalformedFrameException {
        int flags = AmsHeader.flags(buffer, frame);
        if ((flags & (AmsHeader.FLAG_ADS | AmsHeader.FLAG_UDP)) != AmsHeader.FLAG_ADS) {
            throw new MalformedFrameException(
                    "state flags 0x" + Integer.toHexString(flags) + " do not say ADS over TCP", AmsHeader.FLAGS);
        }
        int dataLength = AmsHeader.dataLength(buffer, frame);
        if (dataLength != bytes - AmsHeader.BYTES) {
            throw new MalformedFrameException(
                    "data length " + Integer.toUnsignedString(dataLength) + " in a frame with room for "
                            + (bytes - AmsHeader.BYTES),
                    AmsHeader.DATA_LENGTH);
        }
    }
}
