package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 8: values that a server sends unasked (InfoSys "ADS Device Notification").
 *
 * <pre>
 *  38       42       46
 *  +--------+--------+-----------------------------------------------------+ - -
 *  | length | stamps | FILETIME (8) | samples (4) | handle | size | bytes  |
 *  +--------+--------+--------------+-------------+------------------------+ - -
 *  length = all that follows it                   `------ samples times ---'
 *                    `--------------------- stamps times ------------------'
 * </pre>
 *
 * <p>A sample of size 0 is a null notification: the handle has become invalid, as after an online change. It is handed
 * on like any other.
 */
public final class NotificationFrame {

    /** Size of the data before the first stamp. */
    public static final int PREFIX_BYTES = 8;
    /** Size of a stamp before its first sample. */
    public static final int STAMP_BYTES = 12;
    /** Size of a sample before its value. */
    public static final int SAMPLE_BYTES = 8;

    private static final int LENGTH = AmsHeader.BYTES;
    private static final int STAMPS = AmsHeader.BYTES + 4;
    private static final int FIRST_STAMP = AmsHeader.BYTES + PREFIX_BYTES;

    /** Receives the samples of a frame. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * One sample, in the order of the frame. The buffer's bytes are valid during the call only.
         *
         * @param fileTime see {@link FileTime}
         * @param position where in {@code buffer} the value starts
         * @param size of the value, 0 for a null notification
         */
        void sample(long fileTime, int handle, ByteBuffer buffer, int position, int size);
    }

    private NotificationFrame() {}

    /**
     * Checks every length and count of the frame against the bytes that are there.
     *
     * @return number of samples in the frame
     */
    public static int check(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.sizeAtLeast(buffer, frame, PREFIX_BYTES);
        Check.size(buffer, frame, PREFIX_BYTES - 4 + Check.unsigned(buffer, frame + LENGTH));
        int end = frame + AmsHeader.BYTES + AmsHeader.dataLength(buffer, frame);
        int position = frame + FIRST_STAMP;
        int samples = 0;
        // Each turn of either loop uses up bytes, so no count can keep us longer than the frame is.
        for (long stamps = Check.unsigned(buffer, frame + STAMPS); stamps > 0; stamps--) {
            need(frame, position, end, STAMP_BYTES, "stamp");
            long inStamp = Check.unsigned(buffer, position + 8);
            position += STAMP_BYTES;
            for (; inStamp > 0; inStamp--) {
                need(frame, position, end, SAMPLE_BYTES, "sample");
                long size = Check.unsigned(buffer, position + 4);
                position += SAMPLE_BYTES;
                need(frame, position, end, size, "value");
                position += (int) size;
                samples++;
            }
        }
        if (position != end) {
            throw new MalformedFrameException((end - position) + " bytes after the last stamp", position - frame);
        }
        return samples;
    }

    private static void need(int frame, int position, int end, long size, String what) throws MalformedFrameException {
        if (size > end - position) {
            throw new MalformedFrameException(
                    what + " of " + size + " bytes where " + (end - position) + " are left", position - frame);
        }
    }

    /** Hands each sample of a checked frame to the visitor; allocates nothing. */
    public static void forEach(ByteBuffer buffer, int frame, Visitor visitor) {
        int position = frame + FIRST_STAMP;
        for (int stamps = buffer.getInt(frame + STAMPS); stamps > 0; stamps--) {
            long fileTime = buffer.getLong(position);
            int samples = buffer.getInt(position + 8);
            position += STAMP_BYTES;
            for (; samples > 0; samples--) {
                int size = buffer.getInt(position + 4);
                visitor.sample(fileTime, buffer.getInt(position), buffer, position + SAMPLE_BYTES, size);
                position += SAMPLE_BYTES + size;
            }
        }
    }
}
