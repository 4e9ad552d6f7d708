package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.MalformedFrameException;

/** Answers to sum commands: the first byte is the kind, the second the count. */
class SumFuzzTest {

    private static final int[] ASKED = new int[256];

    static {
        Arrays.setAll(ASKED, i -> i % 7);
    }

    private final SumValues values = new SumValues();

    @FuzzTest(maxDuration = "3m")
    void anyListIsReadOrMalformed(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        ByteBuffer buffer = GoldenFrames.wrap(bytes);
        int length = bytes.length - 2;
        int count = Byte.toUnsignedInt(bytes[1]);
        try {
            switch (bytes[0] & 3) {
                case 0, 1 -> {
                    values.openRead(buffer, 2, length, ASKED, 0, count);
                    readAll(buffer, count);
                }
                case 2 -> {
                    SumCommand.checkSize(length, count, 8);
                    for (int i = 0; i < count; i++) {
                        buffer.getInt(2 + 8 * i + 4);
                    }
                }
                default -> {
                    SumCommand.checkSize(length, count, 4);
                    for (int i = 0; i < count; i++) {
                        buffer.getInt(2 + 4 * i);
                    }
                }
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    private void readAll(ByteBuffer buffer, int count) {
        int items = 0;
        while (values.next()) {
            AnyFrame.sum(buffer, values.valuePosition(), values.valueLength());
            items++;
        }
        if (items != count) {
            throw new AssertionError(items + " items instead of " + count);
        }
    }
}
