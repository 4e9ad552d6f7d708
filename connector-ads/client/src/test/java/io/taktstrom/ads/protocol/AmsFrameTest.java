package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.Random;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AmsFrameTest {

    private static final int LIMIT = 64 * 1024;

    static Iterable<String> golden() {
        return GoldenFrames.names();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void aCapturedFrameIsWholeAndItsDataPasses(String name) throws MalformedFrameException {
        ByteBuffer frame = GoldenFrames.frame(name);
        assertThat(AmsFrame.check(frame, 0, frame.capacity(), LIMIT)).isEqualTo(frame.capacity());
        AnyFrame.read(frame, 0);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void aFrameCutAtAnyLengthNeedsMoreBytes(String name) throws MalformedFrameException {
        ByteBuffer whole = GoldenFrames.frame(name);
        for (int length = 0; length < whole.capacity(); length++) {
            // A buffer without a byte to spare: reading too far would throw.
            byte[] bytes = new byte[length];
            whole.get(0, bytes);
            assertThat(AmsFrame.check(GoldenFrames.wrap(bytes), 0, length, LIMIT))
                    .isZero();
        }
    }

    /** Those whose data a client reads. */
    static Iterable<String> readByUs() {
        return GoldenFrames.names().stream()
                .filter(name -> {
                    ByteBuffer frame = GoldenFrames.frame(name);
                    int command = AmsHeader.command(frame, 0);
                    return AmsHeader.isResponse(frame, 0)
                            ? command == AdsCommand.READ || command == AdsCommand.READ_WRITE
                            : command == AdsCommand.DEVICE_NOTIFICATION;
                })
                .toList();
    }

    @ParameterizedTest
    @MethodSource("readByUs")
    void dataCutAtAnyLengthIsMalformedOrAnError(String name) throws MalformedFrameException {
        ByteBuffer whole = GoldenFrames.frame(name);
        int dataBytes = AmsHeader.dataLength(whole, 0);
        for (int cut = 0; cut < dataBytes; cut++) {
            ByteBuffer frame = withDataLength(whole, cut);
            assertThat(AmsFrame.check(frame, 0, frame.capacity(), LIMIT)).isEqualTo(frame.capacity());
            boolean error = AmsHeader.isResponse(frame, 0) && cut >= 4 && frame.getInt(AmsHeader.BYTES) != 0;
            if (error) {
                AnyFrame.read(frame, 0);
            } else {
                assertThatExceptionOfType(MalformedFrameException.class)
                        .as("cut to %d of %d", cut, dataBytes)
                        .isThrownBy(() -> AnyFrame.read(frame, 0));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("readByUs")
    void dataWithAByteTooManyIsMalformedOrAnError(String name) throws MalformedFrameException {
        ByteBuffer whole = GoldenFrames.frame(name);
        ByteBuffer frame = withDataLength(whole, AmsHeader.dataLength(whole, 0) + 1);
        boolean error = AmsHeader.error(frame, 0) != 0
                || (AmsHeader.isResponse(frame, 0) && frame.getInt(AmsHeader.BYTES) != 0);
        if (error) {
            AnyFrame.read(frame, 0);
        } else {
            assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> AnyFrame.read(frame, 0));
        }
    }

    /** The frame with its data cut, or filled up with zeros, and both lengths in its header changed to match. */
    private static ByteBuffer withDataLength(ByteBuffer whole, int dataLength) {
        byte[] bytes = new byte[AmsHeader.BYTES + dataLength];
        whole.get(0, bytes, 0, Math.min(bytes.length, whole.capacity()));
        ByteBuffer frame = GoldenFrames.wrap(bytes);
        frame.putInt(AmsHeader.LENGTH, bytes.length - AmsHeader.TCP_BYTES);
        frame.putInt(AmsHeader.DATA_LENGTH, dataLength);
        return frame;
    }

    @Test
    void aReservedFieldThatIsNotZeroIsFoundInTheFirstSixBytes() {
        ByteBuffer frame = GoldenFrames.frame("readRequest").putShort(AmsHeader.RESERVED, (short) 0x1000);
        assertMalformed(frame, AmsHeader.TCP_BYTES, AmsHeader.RESERVED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF, LIMIT - 6 + 1})
    void aLengthOutsideTheLimitsIsFoundInTheFirstSixBytes(int length) {
        ByteBuffer frame = GoldenFrames.frame("readRequest").putInt(AmsHeader.LENGTH, length);
        assertMalformed(frame, AmsHeader.TCP_BYTES, AmsHeader.LENGTH);
    }

    @Test
    void aFrameAsLargeAsTheLimitPasses() throws MalformedFrameException {
        ByteBuffer frame = GoldenFrames.frame("readRequest");
        assertThat(AmsFrame.check(frame, 0, frame.capacity(), frame.capacity())).isEqualTo(frame.capacity());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11, 13, -1, Integer.MIN_VALUE})
    void aDataLengthThatDisagreesWithTheFrameIsFoundInTheHeader(int length) {
        ByteBuffer frame = GoldenFrames.frame("readRequest").putInt(AmsHeader.DATA_LENGTH, length);
        assertMalformed(frame, AmsHeader.BYTES, AmsHeader.DATA_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x0040, 0x0044, 0x0045})
    void flagsThatDoNotSayAdsOverTcpAreFoundInTheHeader(int flags) {
        ByteBuffer frame = GoldenFrames.frame("readRequest").putShort(AmsHeader.FLAGS, (short) flags);
        assertMalformed(frame, AmsHeader.BYTES, AmsHeader.FLAGS);
    }

    private static void assertMalformed(ByteBuffer frame, int available, int offset) {
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> AmsFrame.check(frame, 0, available, LIMIT))
                .satisfies(e -> assertThat(e.offset()).isEqualTo(offset));
    }

    @Test
    void aStreamOfFramesGivesTheSameFramesHoweverItIsSplit() throws MalformedFrameException {
        ByteBuffer stream = GoldenFrames.wrap(new byte[LIMIT]);
        for (String name : GoldenFrames.names()) {
            stream.put(GoldenFrames.frame(name));
        }
        int end = stream.position();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int start = 0;
            int arrived = 0;
            int frames = 0;
            while (arrived < end) {
                arrived = Math.min(end, arrived + 1 + random.nextInt(round + 1));
                for (int n; (n = AmsFrame.check(stream, start, arrived - start, LIMIT)) > 0; start += n) {
                    assertThat(stream.slice(start, n))
                            .as("seed %d", seed)
                            .isEqualTo(GoldenFrames.frame(GoldenFrames.names().get(frames++)));
                }
            }
            assertThat(frames)
                    .as("seed %d", seed)
                    .isEqualTo(GoldenFrames.names().size());
            assertThat(start).isEqualTo(end);
        }
    }
}
