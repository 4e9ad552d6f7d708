package io.taktstrom.s7.protocol;

import java.nio.ByteBuffer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.MalformedFrameException;

/** A stream of frames, whole or not, from a peer that sends anything. */
class AnyFrameFuzzTest {

    private static final int LIMIT = 1024;

    @FuzzTest(maxDuration = "3m")
    void aStreamOfAnythingIsFramesOrMalformed(byte[] bytes) {
        ByteBuffer stream = ByteBuffer.wrap(bytes);
        try {
            int start = 0;
            for (int n; (n = Tpkt.check(stream, start, bytes.length - start, LIMIT)) > 0; start += n) {
                AnyFrame.read(stream, start, n);
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    /** Gets past the header at once: the first byte is the kind, the second the size of the parameters, then the rest. */
    @FuzzTest(maxDuration = "3m")
    void anyPduIsReadOrMalformed(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        int[] kinds = {S7Header.ACK, S7Header.ACK_DATA, S7Header.USER_DATA};
        int kind = kinds[(bytes[0] & 0xFF) % kinds.length];
        int body = bytes.length - 2;
        int header = kind == S7Header.USER_DATA ? S7Header.REQUEST_BYTES : S7Header.ANSWER_BYTES;
        ByteBuffer pdu = ByteBuffer.allocate(header + body);
        int parameters = Math.min(bytes[1] & 0xFF, body);
        S7Header.write(pdu, 0, kind, 1, parameters, body - parameters);
        pdu.put(header, bytes, 2, body);
        try {
            AnyFrame.pdu(pdu, 0, pdu.capacity());
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    @FuzzTest(maxDuration = "3m")
    void anyListIsReadOrMalformed(byte[] bytes) {
        try {
            AnyFrame.list(ByteBuffer.wrap(bytes));
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }
}
