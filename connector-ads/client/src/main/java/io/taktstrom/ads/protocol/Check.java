package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/** The checks that the data of several commands share. */
final class Check {

    /** Every response starts with its result: 4 bytes, see {@link AdsErrorCode}. */
    private static final int RESULT_BYTES = 4;

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

    /** The result of a response, which must have one. */
    static int result(ByteBuffer buffer, int frame) throws MalformedFrameException {
        sizeAtLeast(buffer, frame, RESULT_BYTES);
        return buffer.getInt(frame + AmsHeader.BYTES);
    }

    /** A response with {@code result, length, length bytes}; without an error, the length is what is there. */
    static int lengthPrefixedResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        int result = result(buffer, frame);
        if (result == AdsErrorCode.NO_ERROR) {
            sizeAtLeast(buffer, frame, ReadCommand.RESPONSE_BYTES);
            size(buffer, frame, ReadCommand.RESPONSE_BYTES + unsigned(buffer, frame + ReadCommand.DATA_LENGTH));
        }
        return result;
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
