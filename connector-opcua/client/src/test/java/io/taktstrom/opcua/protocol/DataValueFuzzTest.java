package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.MalformedFrameException;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever a server sends: read, or malformed; never another exception, never beyond the end. */
class DataValueFuzzTest {

    @FuzzTest
    void anyBytesAreReadOrMalformed(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        WireReader in = new WireReader().reset(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
        DataValueFrame frame = new DataValueFrame();
        try {
            while (in.remaining() > 0) {
                frame.read(in);
                if (frame.hasValue()) {
                    assertThat(frame.valueEnd()).isBetween(frame.valueAt(), bytes.length);
                }
            }
        } catch (MalformedFrameException e) {
            assertThat(e.offset()).isBetween(0L, (long) bytes.length);
        }
    }
}
