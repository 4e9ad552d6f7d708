package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.command.CommandSource;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sinks.mqtt.command.MqttCommandsProvider;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.TestGate;
import io.taktstrom.testkit.TestOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Brokers that break the protocol: they fill no memory, and nothing counts as published that they did not complete. */
class HostileBrokerIT {

    private static final TestPoints SPEED = TestPoints.of("press1.speed", ScalarType.DINT);
    /** PUBLISH with QoS 0 (MQTT 5.0, 3.3) and the largest remaining length, 268,435,455 bytes. */
    private static final byte[] LARGEST_PUBLISH = {0x30, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};
    /** What buffers of sockets may hold beside the limit itself. */
    private static final long BOUND = 32L << 20;

    private final AtomicLong sent = new AtomicLong();

    /** Sends the largest packet there is, as far as the client takes it. */
    private void flood(ScriptedServer.Wire wire) throws IOException {
        wire.send(LARGEST_PUBLISH);
        byte[] part = new byte[1 << 16];
        for (int i = 0; i < (256 << 20) / part.length; i++) {
            wire.send(part);
            sent.addAndGet(part.length);
        }
        // A client that has taken all of it stays connected.
        var unused = wire.in().read();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aSinkEndsASessionWhosePacketIsTooLarge(String version) throws IOException {
        try (ScriptedBroker broker = new ScriptedBroker(this::flood);
                TestSink sink =
                        TestSink.open(new MqttSinkProvider(), Map.of("url", broker.url(), "version", version))) {
            assertThatThrownBy(() -> sink.publish(SPEED.sample(1))).isInstanceOf(IOException.class);
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(sink.health().detail()).contains("a packet of more than 1048576 bytes"));
            assertThat(sent).hasValueLessThan(BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aSourceOfCommandsEndsASessionWhosePacketIsTooLarge(String version) throws IOException {
        try (ScriptedBroker broker = new ScriptedBroker(this::flood);
                CommandSource source = new TestGate()
                        .open(
                                new MqttCommandsProvider(),
                                TestOptions.of(
                                        Map.of("url", broker.url(), "topic", "commands", "answers", "answers"),
                                        "version",
                                        version))) {
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(source.health().detail()).contains("a packet of more than 1048576 bytes"));
            assertThat(sent).hasValueLessThan(BOUND);
        }
    }

    /** MQTT 5.0, 3.1.2.11.4: property 0x27, a four byte integer. */
    @Test
    void aBrokerOfMqtt5IsToldTheLargestPacket() throws IOException {
        try (ScriptedBroker broker = new ScriptedBroker(ScriptedServer.Wire::close);
                TestSink sink = TestSink.open(new MqttSinkProvider(), Map.of("url", broker.url()))) {
            assertThatThrownBy(() -> sink.publish(SPEED.sample(1))).isInstanceOf(IOException.class);
            byte[] maximumPacketSize =
                    ByteBuffer.allocate(5).put((byte) 0x27).putInt(1 << 20).array();
            assertThat(broker.connect()).containsSubsequence(maximumPacketSize);
        }
    }

    /** The broker ends the connection after the first of two messages is received (PUBREC) or completed (PUBCOMP). */
    @ParameterizedTest
    @CsvSource({"5, false", "5, true", "3.1.1, false", "3.1.1, true"})
    void aUnitOfQos2IsNotPublishedBeforeEachMessageIsCompleted(String version, boolean completesOne)
            throws IOException {
        ScriptedBroker.Script script = wire -> {
            for (int received = 0; received < 2; ) {
                ScriptedBroker.Packet packet = ScriptedBroker.read(wire.in());
                byte[] body = packet.body();
                if ((packet.header() & 0xf0) == 0x30) {
                    // Behind the topic is the packet identifier (MQTT 5.0, 3.3.2.2); PUBREC is type 5.
                    int id = 2 + (body[0] << 8 | (body[1] & 0xff));
                    wire.send(new byte[] {0x50, 2, body[id], body[id + 1]});
                } else if (packet.header() == 0x62) {
                    // PUBREL; PUBCOMP is type 7.
                    if (++received == 1 && completesOne) {
                        wire.send(new byte[] {0x70, 2, body[0], body[1]});
                    }
                }
            }
        };
        try (ScriptedBroker broker = new ScriptedBroker(script);
                TestSink sink = TestSink.open(
                        new MqttSinkProvider(), Map.of("url", broker.url(), "version", version, "qos", "2"))) {
            assertThatThrownBy(() -> sink.publish(SPEED.count(TestPoints.TIME, 0, 2)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the unit is sent again");
        }
    }
}
