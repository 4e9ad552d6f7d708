package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.mqtt.SharedBroker;
import io.taktstrom.sinks.mqtt.TestPoints;
import io.taktstrom.sinks.mqtt.TestSink;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The life of an edge node, as Sparkplug 3.0 has it, read by a third-party decoder. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SparkplugIT {

    private static final TestPoints SPEED = TestPoints.of("press1.speed", ScalarType.DINT);
    private static final TestPoints FORCE = TestPoints.of("press1.force", ScalarType.LREAL);
    private static final TestPoints OTHER = TestPoints.of("press2.state", StringType.string(20), "press2");

    @AutoClose
    private SharedBroker broker;

    @BeforeAll
    void start() throws IOException {
        broker = new SharedBroker("max_packet_size 40000");
    }

    @BeforeEach
    void forget() throws IOException {
        broker.peer().publish("spBv1.0/STATE/scada", "", true);
        broker.peer().reset();
    }

    private TestSink sink(String... options) throws IOException {
        Map<String, String> usual = Map.of(
                "url", "mqtt://127.0.0.1:" + broker.mosquitto().address().getPort(), "group", "plant", "node", "edge");
        return TestSink.open(new SparkplugSinkProvider(), TestOptions.of(usual, options));
    }

    private List<HeardFrame> heard() throws IOException {
        return HeardFrame.by(broker.peer());
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    private static String[] kinds(List<HeardFrame> frames) {
        return frames.stream().map(frame -> frame.kind() + " " + frame.device()).toArray(String[]::new);
    }

    @Test
    void birthsComeBeforeDataAndTellAllThatDataLeavesOut() throws IOException {
        try (TestSink sink = sink()) {
            sink.publish(SPEED.and(FORCE).count(now(), 5, 1), OTHER.sample(now(), "run"));
            sink.publish(SPEED.sample(now(), 6));
        }
        List<HeardFrame> heard = heard();
        assertThat(kinds(heard))
                .containsExactly(
                        "NBIRTH edge",
                        "DBIRTH edge/press1",
                        "DDATA edge/press1",
                        "DBIRTH edge/press2",
                        "DDATA edge/press2",
                        "DBIRTH edge/press1",
                        "DDATA edge/press1",
                        "NDEATH edge");
        assertThat(heard.subList(0, 7)).extracting(HeardFrame::seq).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(heard.subList(0, 7)).allMatch(frame -> frame.qos() == 0 && !frame.retain());
        assertThat(heard.get(0).metrics())
                .extracting(HeardFrame.HeardMetric::name)
                .containsExactlyInAnyOrder("bdSeq", "Node Control/Rebirth");
        HeardFrame.HeardMetric speed = heard.get(1).metrics().get(0);
        assertThat(speed.name()).isEqualTo("press1.speed");
        assertThat(speed.type()).isEqualTo("INT32");
        assertThat(speed.about()).containsEntry("engUnit", "kN").containsEntry("Quality", "0");
        HeardFrame.HeardMetric data = heard.get(2).metrics().get(0);
        assertThat(data.onWire()).as("name in data").isFalse();
        assertThat(data.alias()).isEqualTo(speed.alias());
        assertThat(data.value()).isEqualTo("5");
        assertThat(heard.get(7).metrics()).singleElement().satisfies(metric -> {
            assertThat(metric.name()).isEqualTo("bdSeq");
            assertThat(metric.value()).isEqualTo(heard.get(0).metrics().get(0).value());
        });
    }

    @Test
    void theSequenceHasNoGapAndBeginsAnewAfter255() throws IOException {
        try (TestSink sink = sink()) {
            for (int i = 0; i < 300; i++) {
                sink.publish(SPEED.sample(now(), i));
            }
        }
        List<HeardFrame> frames =
                heard().stream().filter(frame -> !frame.kind().equals("NDEATH")).toList();
        for (int i = 0; i < frames.size(); i++) {
            assertThat(frames.get(i).seq()).as("frame %d", i).isEqualTo(i % 256);
        }
        assertThat(frames).hasSize(302);
    }

    @Test
    void aHostThatAsksGetsBirthsWithTheLatestValuesAlsoWhenNoSamplesCome() throws IOException {
        try (TestSink sink = sink()) {
            sink.publish(SPEED.sample(now(), 41), OTHER.sample(now(), "stop"));
            sink.publish(SPEED.sample(now(), 42));
            broker.peer().reset();
            TextBuffer command = new TextBuffer();
            SparkplugWriter.timestamp(1, command);
            new SparkplugWriter()
                    .birth("Node Control/Rebirth", 1, SparkplugWriter.BOOLEAN)
                    .bool(true)
                    .addTo(command);
            broker.peer().publish("spBv1.0/plant/NCMD/edge", command.toBytes(), false);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(kinds(heard()))
                            .containsExactly("NBIRTH edge", "DBIRTH edge/press1", "DBIRTH edge/press2"));
            assertThat(heard().get(0).seq()).isZero();
            assertThat(heard().get(1).metrics()).singleElement().satisfies(metric -> {
                assertThat(metric.value()).isEqualTo("42");
                assertThat(metric.about()).containsEntry("Quality", "192");
            });
            assertThat(heard().get(2).metrics().get(0).value()).isEqualTo("stop");
            assertThat(sink.notices()).anyMatch(notice -> notice.contains("rebirth"));
        }
    }

    @Test
    void aDeviceDiesWithItsConnectionAndIsBornWhenItIsBack() throws IOException {
        TestPoints press = SPEED.and(FORCE);
        try (TestSink sink = sink()) {
            sink.publish(press.count(now(), 0, 1));
            broker.peer().reset();
            sink.publish(press.bad(now(), StatusCode.BAD_NO_COMMUNICATION));
            sink.publish(press.count(now(), 7, 1));
        }
        // Births of before are forgotten, so the first of these frames cannot be decoded: it is left out.
        try (TestSink sink = sink()) {
            broker.peer().reset();
            sink.publish(press.count(now(), 0, 1));
            sink.publish(press.bad(now(), StatusCode.BAD_NO_COMMUNICATION));
            sink.publish(press.count(now(), 7, 1));
        }
        List<HeardFrame> heard = heard();
        assertThat(kinds(heard))
                .containsExactly(
                        "NBIRTH edge",
                        "DBIRTH edge/press1",
                        "DDATA edge/press1",
                        "DDATA edge/press1",
                        "DDEATH edge/press1",
                        "DBIRTH edge/press1",
                        "DDATA edge/press1",
                        "NDEATH edge");
        assertThat(heard.get(3).metrics()).allSatisfy(metric -> {
            assertThat(metric.isNull()).isTrue();
            assertThat(metric.about()).containsEntry("Quality", "0").containsEntry("status", "Bad_NoCommunication");
        });
        // The first good one after a bad one says that it is.
        assertThat(heard.get(6).metrics().get(0).about()).containsEntry("Quality", "192");
    }

    @Test
    void nothingGoesOutBeforeThePrimaryHostIsOnlineAndTheNodeDiesWithIt() throws IOException {
        try (TestSink sink = sink("primaryHost", "scada")) {
            assertThatThrownBy(() -> sink.publish(SPEED.sample(now(), 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the primary host scada is not online");
            assertThat(sink.health().well()).isFalse();
            assertThat(heard()).isEmpty();
            broker.peer().publish("spBv1.0/STATE/scada", "{\"online\":true,\"timestamp\":1000}", true);
            sink.publishUntilTaken(SPEED.sample(now(), 2));
            assertThat(kinds(heard())).containsExactly("NBIRTH edge", "DBIRTH edge/press1", "DDATA edge/press1");
            // Older than what it said before: it came late.
            broker.peer().publish("spBv1.0/STATE/scada", "{\"online\":false,\"timestamp\":999}", false);
            sink.publish(SPEED.sample(now(), 3));
            broker.peer().publish("spBv1.0/STATE/scada", "{\"online\":false,\"timestamp\":1001}", true);
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(() -> sink.publish(SPEED.sample(now(), 4)))
                            .hasMessageContaining("is not online"));
            assertThat(kinds(heard())).contains("NDEATH edge");
            broker.peer().reset();
            broker.peer().publish("spBv1.0/STATE/scada", "{\"online\":true,\"timestamp\":1002}", true);
            sink.publishUntilTaken(SPEED.sample(now(), 5));
            assertThat(kinds(heard()))
                    .filteredOn(kind -> !kind.startsWith("NDEATH"))
                    .containsExactly("NBIRTH edge", "DBIRTH edge/press1", "DDATA edge/press1");
        }
    }

    @Test
    void aSessionThatIsLostDiesWithItsNumberAndTheNextOneHasTheNext() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink =
                        sink("url", "mqtt://127.0.0.1:" + proxy.address().getPort())) {
            sink.publish(SPEED.sample(now(), 1));
            proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            Awaitility.await().untilAsserted(() -> assertThat(kinds(heard())).contains("NDEATH edge"));
            proxy.clear();
            sink.publishUntilTaken(SPEED.sample(now(), 2));
            List<HeardFrame> heard = heard();
            assertThat(kinds(heard))
                    .containsExactly(
                            "NBIRTH edge",
                            "DBIRTH edge/press1",
                            "DDATA edge/press1",
                            "NDEATH edge",
                            "NBIRTH edge",
                            "DBIRTH edge/press1",
                            "DDATA edge/press1");
            assertThat(heard.get(3).metrics().get(0).value())
                    .isEqualTo(heard.get(0).metrics().get(0).value())
                    .isEqualTo("0");
            assertThat(heard.get(4).metrics().get(0).value()).isEqualTo("1");
        }
    }

    @Test
    void aBrokerThatWasStoppedHearsTheNodeBornAgainBeforeAnyData() throws IOException {
        try (Mosquitto own = Mosquitto.start();
                TestSink sink = sink("url", "mqtt://127.0.0.1:" + own.address().getPort())) {
            sink.publish(SPEED.sample(now(), 1));
            own.stop();
            assertThatThrownBy(() -> sink.publish(SPEED.sample(now(), 2))).isInstanceOf(IOException.class);
            assertThat(sink.health().well()).isFalse();
            own.startAgain();
            try (MqttPeer host = MqttPeer.listen(own.address(), "#")) {
                sink.publishUntilTaken(SPEED.sample(now(), 3));
                List<HeardFrame> heard = HeardFrame.by(host);
                assertThat(kinds(heard)).containsExactly("NBIRTH edge", "DBIRTH edge/press1", "DDATA edge/press1");
                assertThat(heard).extracting(HeardFrame::seq).containsExactly(0, 1, 2);
                assertThat(heard.get(0).metrics().get(0).value())
                        .as("the number of the session")
                        .isNotEqualTo("0");
                assertThat(heard.get(2).metrics().get(0).value()).isEqualTo("3");
            }
            assertThat(sink.health().well()).isTrue();
        }
    }

    @Test
    void whatIsOldWhenItIsSentIsNoPresentValue() throws IOException {
        long before = now() - 60_000_000_000L;
        try (TestSink sink = sink("historicalAfter", "30s")) {
            sink.publish(SPEED.sample(before, 1), SPEED.sample(now(), 2));
        }
        assertThat(heard().stream()
                        .filter(frame -> frame.kind().equals("DDATA"))
                        .flatMap(frame -> frame.metrics().stream()))
                .extracting(HeardFrame.HeardMetric::value, HeardFrame.HeardMetric::historical)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("1", true),
                        org.assertj.core.groups.Tuple.tuple("2", false));
    }

    @Test
    void whatIsInAMessageThatIsTooLargeIsRefusedAndTheNodeIsBornAllTheSame() throws IOException {
        TestPoints text = TestPoints.of("press1.text", StringType.string(60_000));
        try (FaultProxy proxy = broker.proxy();
                TestSink sink =
                        sink("url", "mqtt://127.0.0.1:" + proxy.address().getPort(), "batchSize", "1KiB")) {
            assertThat(sink.publish(SPEED.sample(now(), 1)).refused()).isEmpty();
            var unit = sink.publish(text.sample(now(), "x".repeat(50_000)), SPEED.sample(now(), 2));
            assertThat(unit.refused()).containsOnlyKeys(0);
            assertThat(unit.refused().get(0)).contains("larger than the broker takes");
            proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            assertThatThrownBy(() -> sink.publish(SPEED.sample(now(), 3))).isInstanceOf(IOException.class);
            proxy.clear();
            assertThat(sink.publishUntilTaken(SPEED.sample(now(), 4)).refused()).isEmpty();
        }
    }
}
