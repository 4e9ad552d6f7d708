package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/** The checks that the data of several commands share. */
final class Check {

    private Check() {}

    /** The data has exactly this size. */
    static void size(ByteBuffer buffer, int frame, long expected) throws MalformedFrameException {
        int actual = AmsHeader.dataLength(buffer, frame);
        if (actual != expected) {
            throw new MalformedFrameException(
                    what(buffer, frame) + " with " + actual + " bytes of data instead of " + expected,
                    AmsHeader.DATA_LENGTH);
        }
    }

    /** The data has at least this size. */
    static void sizeAtLeast(ByteBuffer buffer, int frame, int expected) throws MalformedFrameException {
        int actual = AmsHeader.dataLength(buffer, frame);
        if (actual < expected) {
            throw new MalformedFrameException(
                    what(buffer, frame) + " with " + actual + " bytes of data, needs at least " + expected,
                    AmsHeader.DATA_LENGTH);
        }
    }

    /** An unsigned 4-byte field. */
    static long unsigned(ByteBuffer buffer, int position) {
        return Integer.toUnsignedLong(buffer.getInt(position));
    }

    private static String what(ByteBuffer buffer, int frame) {
        return AdsCommand.name(AmsHeader.command(buffer, frame))
                + (AmsHeader.isResponse(buffer, frame) ? " response" : " request");
    }
}
