package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.ByteBuffer;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What others publish to an edge node: obeyed or ignored, never more. */
class SparkplugFuzzTest {

    static Stream<byte[]> commands() {
        TextBuffer out = new TextBuffer();
        SparkplugWriter.timestamp(1, out);
        new SparkplugWriter()
                .birth("Node Control/Rebirth", 1, SparkplugWriter.BOOLEAN)
                .alias(3)
                .bool(true)
                .addTo(out);
        return Stream.of(out.toBytes());
    }

    @MethodSource("commands")
    @FuzzTest(maxDuration = "2m")
    void anyPayloadIsACommandOrIgnored(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> NodeCommand.isRebirth(ByteBuffer.wrap(bytes)));
    }

    static Stream<byte[]> states() {
        return FuzzedParser.texts("{\"online\":true,\"timestamp\":1795331109000}", "{\"x\":[{}],\"online\":false}");
    }

    @MethodSource("states")
    @FuzzTest(maxDuration = "2m")
    void anyPayloadIsAStateOrIgnored(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> new HostState("host").said(ByteBuffer.wrap(bytes)));
    }
}
