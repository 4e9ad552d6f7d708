package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NotificationFrameTest {

    private static final AmsAddress PLC = AmsAddress.parse("192.168.23.20.1.1:851");
    private static final AmsAddress CLIENT = AmsAddress.parse("192.168.23.220.1.1:65534");

    private record Sample(long fileTime, int handle, String hex) {}

    @Test
    void capturedSamplesComeWithTheirTimeHandleAndValue() throws MalformedFrameException {
        assertThat(read(GoldenFrames.frame("notificationOfOneByte")))
                .containsExactly(new Sample(132540966190170000L, 1, "3b"));
        assertThat(read(GoldenFrames.frame("notificationOfFourBytes")))
                .containsExactly(new Sample(132540966191970000L, 2, "00000000"));
        assertThat(read(GoldenFrames.frame("notificationOfTwoSamples")))
                .containsExactly(
                        new Sample(133519238331750000L, 0x19, "00000000"), new Sample(133519238331750000L, 0x1A, "d7"));
    }

    @Test
    void writingTheCapturedSamplesGivesTheCapturedFrame() throws MalformedFrameException {
        ByteBuffer golden = GoldenFrames.frame("notificationOfTwoSamples");
        ByteBuffer written = write(List.of(read(golden)));
        assertThat(written).isEqualTo(golden);
    }

    @Test
    void aNullNotificationIsHandedOn() throws MalformedFrameException {
        Sample invalid = new Sample(133519238331750000L, 0x19, "");
        assertThat(read(write(List.of(List.of(invalid))))).containsExactly(invalid);
    }

    @Test
    void anythingWrittenIsReadBack() throws MalformedFrameException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<List<Sample>> stamps = new ArrayList<>();
            for (int stamp = random.nextInt(5); stamp > 0; stamp--) {
                long fileTime = random.nextLong();
                List<Sample> samples = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    byte[] value = new byte[random.nextInt(20)];
                    random.nextBytes(value);
                    samples.add(new Sample(
                            fileTime, random.nextInt(), HexFormat.of().formatHex(value)));
                }
                stamps.add(samples);
            }
            assertThat(read(write(stamps)))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(
                            stamps.stream().flatMap(List::stream).toList());
        }
    }

    /** Position of each length or count in the frame of two samples. */
    @ParameterizedTest
    @ValueSource(ints = {38, 42, 54, 62, 74})
    void aHostileLengthOrCountIsMalformed(int position) {
        for (int value : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 3, 100, 0}) {
            ByteBuffer frame = GoldenFrames.frame("notificationOfTwoSamples");
            assertThat(frame.getInt(position)).isNotEqualTo(value);
            frame.putInt(position, value);
            assertThatExceptionOfType(MalformedFrameException.class)
                    .as("%d at %d", value, position)
                    .isThrownBy(() -> NotificationFrame.check(frame, 0));
        }
    }

    @Test
    void theOffsetOfAProblemCountsFromTheFrame() {
        ByteBuffer golden = GoldenFrames.frame("notificationOfTwoSamples").putInt(74, 2);
        ByteBuffer shifted = GoldenFrames.wrap(new byte[golden.capacity() + 7]).put(7, golden, 0, golden.capacity());
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> NotificationFrame.check(shifted, 7))
                .satisfies(e -> assertThat(e.offset()).isEqualTo(78));
    }

    private static List<Sample> read(ByteBuffer frame) throws MalformedFrameException {
        List<Sample> samples = new ArrayList<>();
        int count = NotificationFrame.check(frame, 0);
        NotificationFrame.forEach(frame, 0, (fileTime, handle, buffer, position, size) -> {
            byte[] value = new byte[size];
            buffer.get(position, value);
            samples.add(new Sample(fileTime, handle, HexFormat.of().formatHex(value)));
        });
        assertThat(samples).hasSize(count);
        return samples;
    }

    private static ByteBuffer write(List<List<Sample>> stamps) {
        ByteBuffer buffer = GoldenFrames.wrap(new byte[4096]);
        int start = AmsHeader.BYTES + NotificationFrame.PREFIX_BYTES;
        int position = start;
        for (List<Sample> samples : stamps) {
            long fileTime = samples.isEmpty() ? 0 : samples.get(0).fileTime();
            buffer.putLong(position, fileTime).putInt(position + 8, samples.size());
            position += NotificationFrame.STAMP_BYTES;
            for (Sample sample : samples) {
                byte[] value = HexFormat.of().parseHex(sample.hex());
                buffer.putInt(position, sample.handle()).putInt(position + 4, value.length);
                buffer.put(position + NotificationFrame.SAMPLE_BYTES, value);
                position += NotificationFrame.SAMPLE_BYTES + value.length;
            }
        }
        buffer.putInt(AmsHeader.BYTES, position - start + 4).putInt(AmsHeader.BYTES + 4, stamps.size());
        AmsHeader.writeRequest(buffer, 0, CLIENT, PLC, AdsCommand.DEVICE_NOTIFICATION, position - AmsHeader.BYTES, 0);
        byte[] frame = new byte[position];
        buffer.get(0, frame);
        return GoldenFrames.wrap(frame);
    }
}
