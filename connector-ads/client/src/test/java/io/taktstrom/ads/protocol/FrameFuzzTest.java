package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.MalformedFrameException;

/** A stream of frames, whole or not, from a peer that sends anything. */
class FrameFuzzTest {

    private static final int LIMIT = 1 << 20;

    @FuzzTest(maxDuration = "3m")
    void aStreamOfAnythingIsFramesOrMalformed(byte[] bytes) {
        ByteBuffer stream = GoldenFrames.wrap(bytes);
        try {
            int start = 0;
            for (int n; (n = AmsFrame.check(stream, start, bytes.length - start, LIMIT)) > 0; start += n) {
                if (RouterCommand.isNote(stream, start)) {
                    RouterCommand.state(stream, start);
                } else {
                    AnyFrame.read(stream, start);
                }
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    /** Gets past the header at once: the first byte is the command, the second the direction, the rest the data. */
    @FuzzTest(maxDuration = "3m")
    void anyDataIsReadOrMalformed(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        byte[] frame = new byte[AmsHeader.BYTES + bytes.length - 2];
        System.arraycopy(bytes, 2, frame, AmsHeader.BYTES, bytes.length - 2);
        ByteBuffer buffer = GoldenFrames.wrap(frame);
        buffer.putInt(AmsHeader.LENGTH, frame.length - AmsHeader.TCP_BYTES);
        buffer.putInt(AmsHeader.DATA_LENGTH, frame.length - AmsHeader.BYTES);
        buffer.putShort(AmsHeader.COMMAND, bytes[0]);
        buffer.putShort(AmsHeader.FLAGS, (short) (AmsHeader.FLAG_ADS | (bytes[1] & AmsHeader.FLAG_RESPONSE)));
        try {
            if (AmsFrame.check(buffer, 0, frame.length, LIMIT) != frame.length) {
                throw new AssertionError("a whole frame was not seen as one");
            }
            AnyFrame.read(buffer, 0);
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }
}
