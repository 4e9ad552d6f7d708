package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.mqtt.TestPoints;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is written and read without a broker. */
class SparkplugBytesTest {

    private static byte[] command(String name, boolean value) {
        TextBuffer out = new TextBuffer();
        SparkplugWriter.timestamp(1, out);
        new SparkplugWriter()
                .birth(name, 1, SparkplugWriter.BOOLEAN)
                .alias(3)
                .properties(0, "kN")
                .bool(value)
                .addTo(out);
        out.bytes(SparkplugWriter.seq(200));
        return out.toBytes();
    }

    @Test
    void aRebirthIsWantedByNameAndTruthOnly() {
        assertThat(NodeCommand.isRebirth(ByteBuffer.wrap(command("Node Control/Rebirth", true))))
                .isTrue();
        assertThat(NodeCommand.isRebirth(ByteBuffer.wrap(command("Node Control/Rebirth", false))))
                .isFalse();
        assertThat(NodeCommand.isRebirth(ByteBuffer.wrap(command("Node Control/Reboot", true))))
                .isFalse();
        assertThat(NodeCommand.isRebirth(ByteBuffer.allocate(0))).isFalse();
    }

    @Test
    void whateverAStrangerSendsNeedsNothingButAnAnswer() {
        byte[] good = command("Node Control/Rebirth", true);
        for (int length = 0; length < good.length; length++) {
            NodeCommand.isRebirth(ByteBuffer.wrap(good, 0, length));
        }
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] broken = good.clone();
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            NodeCommand.isRebirth(ByteBuffer.wrap(broken));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"online\":true,\"timestamp\":1} | true",
                "{\"timestamp\":1,\"x\":{\"online\":false},\"online\":true} | true",
                "{\"online\":false,\"timestamp\":1} | false",
                "{\"timestamp\":1} | false",
                "{\"online\":true,\"timestamp\":99999999999999999999} | false",
                "ONLINE | false",
                "[] | false",
                "{\"online\":true | false"
            })
    void theStateOfAHostIsWhatItSays(String text, boolean online) {
        HostState state = new HostState("scada");
        state.said(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(state.awaitOnline(Duration.ZERO)).isEqualTo(online);
    }

    /** A view of the one message's payload is all. */
    @ParameterizedTest
    @ValueSource(strings = {"BOOL", "SINT", "DINT", "ULINT", "REAL", "LREAL", "CHAR"})
    void samplesOfAKnownPointAreWrittenWithoutAllocating(ScalarType type) throws Exception {
        SparkplugSinkProvider provider = new SparkplugSinkProvider();
        var options = provider.descriptor().values("plant", Map.of("url", "mqtt://127.0.0.1:1"));
        SparkplugInlet inlet = (SparkplugInlet)
                provider.open(options, SinkContext.standard("plant")).inlet("all", List.of());
        SampleBatch batch = TestPoints.of("press1.speed", type)
                .and(TestPoints.of("press1.force", type))
                .count(TestPoints.TIME, 0, 100);
        double bytes = AllocationMeter.currentThread().bytesPerOperation(2_000, () -> {
            inlet.add(batch);
            inlet.endFrames();
            inlet.clear();
        });
        assertThat(bytes).as("bytes for a message of 100 samples").isLessThanOrEqualTo(64);
    }
}
