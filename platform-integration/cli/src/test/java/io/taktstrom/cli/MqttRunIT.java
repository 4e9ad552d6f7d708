package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of docs that publish over MQTT, run on a simulated PLC and a real broker. */
class MqttRunIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();

    /** An example, on other ports. */
    private Path example(String name, AdsSimulator plc, Mosquitto broker) throws IOException {
        return Examples.copy(
                name,
                directory,
                plc,
                "127.0.0.1:1883",
                "127.0.0.1:" + broker.address().getPort());
    }

    private static Stream<JsonNode> heard(MqttPeer peer) throws IOException {
        return JSON.readTree(peer.messages()).valueStream();
    }

    private static JsonNode sample(JsonNode message) {
        return JSON.readTree(
                new String(Base64.getDecoder().decode(message.get("payload").stringValue()), StandardCharsets.UTF_8));
    }

    @Test
    void nothingIsMissingWhenTheBrokerWasStoppedAndStartedAgain() throws Exception {
        try (Mosquitto broker = Mosquitto.start("persistence true", "persistence_location {folder}/");
                MqttPeer peer = MqttPeer.listenForGood(broker.address(), "archive", "plant/#")) {
            Path file = example("mqtt.yaml", plc, broker);
            Path values = directory.resolve("mqtt-values.jsonl");
            Ran ran;
            try (Running run = Running.takt("run", file.toString())) {
                run.await(() -> heard(peer).count() > 100);
                broker.stop();
                long before = Files.size(values);
                // The machine goes on meanwhile.
                run.await(() -> Files.size(values) > before + 20_000);
                broker.startAgain();
                long after = heard(peer).count();
                run.await(() -> heard(peer).count() > after + 100);
                ran = run.end();
            }
            assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);

            List<String> written = Files.readAllLines(values);
            List<String> published = heard(peer)
                    .filter(message -> !message.get("topic").stringValue().equals("plant/plant/status"))
                    .map(message -> sample(message).toString())
                    .toList();
            Set<String> once = new LinkedHashSet<>(published);
            for (String point : List.of("press1.cycle", "press1.force", "press1.oil.temperature")) {
                assertThat(ofPoint(once, point)).as(point).containsExactlyElementsOf(ofPoint(written, point));
            }
            PrintedAccount account = PrintedAccount.of(ran.out(), "values.plant");
            assertThat(account).isEqualTo(new PrintedAccount(written.size(), 0, written.size(), 0, 0));
        }
    }

    @Test
    void samplesOfAnEarlierRunHaveTheTopicsAndDevicesOfLiveSamples() throws Exception {
        try (Mosquitto broker = Mosquitto.start()) {
            broker.stop();
            String url = "mqtt://127.0.0.1:" + broker.address().getPort();
            Path file = DeploymentText.write(directory, plc, """
                    points:
                      - {id: press.cycle, on: plc, address: MAIN.nCycle, scan: push}
                    streams:
                      - {id: all, from: "**", to: [broker, scada], ring: {capacity: 64, onFull: spill}}
                    sinks:
                      broker: {type: mqtt, url: "URL", topic: "plant/{connection}/{point.2}", fields: [connection, value]}
                      scada: {type: sparkplug, url: "URL", group: g, node: n}
                    """.replace("URL", url));
            Path buffers = directory.resolve("plant.buffer");
            Ran first = Running.until(
                    () -> bytesIn(buffers.resolve("all.broker")) > 10_000
                            && bytesIn(buffers.resolve("all.scada")) > 10_000,
                    "run",
                    file.toString());
            assertThat(first.out()).contains("= published 0 +", "on disk");

            broker.startAgain();
            try (MqttPeer peer = MqttPeer.listen(broker.address(), "#")) {
                Ran second = Running.until(() -> plain(peer).size() > 1_000, "run", file.toString());
                assertThat(second.err()).contains("left on disk");
                assertThat(plain(peer)).containsOnly("plant/plc/cycle plc");
                assertThat(JSON.readTree(peer.sparkplug())
                                .valueStream()
                                .map(frame -> frame.get("kind").stringValue() + " "
                                        + frame.path("device").asString("")))
                        .contains("DBIRTH n/plc", "DDATA n/plc")
                        .allMatch(frame -> frame.startsWith("N") || frame.endsWith(" n/plc"));
            }
        }
    }

    /** Topic and connection of each message outside of Sparkplug. */
    private static List<String> plain(MqttPeer peer) throws IOException {
        return heard(peer)
                .filter(message -> message.get("topic").stringValue().startsWith("plant/"))
                .map(message -> message.get("topic").stringValue() + " "
                        + sample(message).get("connection").asString(""))
                .toList();
    }

    private static long bytesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            long bytes = 0;
            for (Path one : files.toList()) {
                bytes += Files.size(one);
            }
            return bytes;
        }
    }

    /** Lines of one point, in the words of one writer of JSON. */
    private static List<String> ofPoint(Iterable<String> lines, String point) {
        return Stream.of(lines)
                .flatMap(all -> java.util.stream.StreamSupport.stream(all.spliterator(), false))
                .map(JSON::readTree)
                .filter(json -> json.get("point").stringValue().equals(point))
                .map(JsonNode::toString)
                .toList();
    }

    @Test
    void anEdgeNodeOfSparkplugTellsWhatTheFileHas() throws Exception {
        try (Mosquitto broker = Mosquitto.start();
                MqttPeer peer = MqttPeer.listen(broker.address(), "spBv1.0/#")) {
            Path file = example("sparkplug.yaml", plc, broker);
            Ran.takt("run", file.toString(), "--seconds", "3").expect(ExitCode.GOOD);
            List<JsonNode> frames =
                    JSON.readTree(peer.sparkplug()).valueStream().toList();
            assertThat(frames.get(0).get("kind").stringValue()).isEqualTo("NBIRTH");
            assertThat(frames.get(frames.size() - 1).get("kind").stringValue()).isEqualTo("NDEATH");
            List<String> told = frames.stream()
                    .filter(frame -> frame.get("kind").stringValue().equals("DDATA"))
                    .flatMap(frame -> frame.get("metrics").valueStream())
                    .filter(metric -> metric.get("name").stringValue().equals("press1.cycle"))
                    .map(metric -> metric.get("value").asString())
                    .toList();
            List<String> written = Files.readAllLines(directory.resolve("sparkplug-values.jsonl")).stream()
                    .map(JSON::readTree)
                    .filter(json -> json.get("point").stringValue().equals("press1.cycle"))
                    .map(json -> json.get("value").asString())
                    .toList();
            assertThat(told).hasSizeGreaterThan(20).isEqualTo(written);
        }
    }
}
