package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The example of commands from brokers, on real ones: what is done, refused, late, repeated, and sent while nobody was there. */
@EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
class BrokerCommandsIT {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String FROM_KAFKA = "press1.commands";

    @TempDir
    private Path directory;

    private static String command(String id, String point, double value, int secondsToLive) {
        return "{\"id\":\"" + id + "\",\"point\":\"" + point + "\",\"value\":" + value + ",\"expires\":\""
                + Instant.now().plusSeconds(secondsToLive) + "\"}";
    }

    /** Those of an id, in order. */
    private static List<String> outcomes(List<JsonNode> answers, String id) {
        return answers.stream()
                .filter(answer -> answer.get("id").stringValue().equals(id))
                .map(answer -> answer.get("outcome").stringValue())
                .toList();
    }

    private static List<JsonNode> heard(MqttPeer peer) throws IOException {
        JsonMapper mapper = new JsonMapper();
        return mapper.readTree(peer.messages())
                .valueStream()
                .map(message -> mapper.readTree(
                        Base64.getDecoder().decode(message.get("payload").stringValue())))
                .toList();
    }

    private static List<JsonNode> read(BrokerReader reader, KafkaBroker kafka) throws IOException {
        return reader.read("read " + kafka.directAddress() + " press1.answers").stream()
                .map(ReadMessage::json)
                .toList();
    }

    private static void send(KafkaBroker kafka, String... commands) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.directAddress()), new StringSerializer(), new StringSerializer())) {
            for (String command : commands) {
                producer.send(new ProducerRecord<>(FROM_KAFKA, command)).get();
            }
        }
    }

    @Test
    void commandsOfBothBrokersGoThroughOneGateAndEachHearsWhatBecameOfThem() throws Exception {
        try (AdsSimulator press =
                        AdsSimulator.builder().model(SimulatorModel.parse("""
                                symbols:
                                  MAIN.fSetpoint: {type: LREAL, value: 20}
                                  MAIN.fForce: {type: LREAL, value: 17.5}
                                """)).start();
                Mosquitto mosquitto = Mosquitto.start();
                MqttPeer peer = MqttPeer.listen(mosquitto.address(), "plant/press1/answers");
                BrokerReader reader = BrokerReader.ofKafka();
                KafkaBroker kafka = KafkaBroker.start()) {
            kafka.createTopic(FROM_KAFKA, 1, Map.of());
            kafka.createTopic("press1.answers", 1, Map.of());
            Path file = Files.writeString(
                    directory.resolve("plant.yaml"),
                    Files.readString(Path.of("../../docs/examples/write-back-brokers.yaml"))
                            .replace("port: 48898", "port: " + press.port())
                            .replace(
                                    "127.0.0.1:1883",
                                    "127.0.0.1:" + mosquitto.address().getPort())
                            .replace("127.0.0.1:9092", kafka.address()));
            Ran dry = Ran.takt("run", file.toString(), "--dry");
            assertThat(dry.code()).as(dry.out() + dry.err()).isEqualTo(ExitCode.GOOD);
            send(kafka, command("old", "press1.setpoint", 1, -60), command("same", "press1.setpoint", 24.5, 50));
            try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(outcomes(read(reader, kafka), "same"))
                                .containsExactly("done"));
                assertThat(outcomes(read(reader, kafka), "old")).containsExactly("expired");
                peer.publish("plant/press1/commands/hmi", command("same", "press1.setpoint", 1, 30), false);
                peer.publish("plant/press1/commands/hmi", command("high", "press1.setpoint", 61, 30), false);
                peer.publish("plant/press1/commands/hmi", command("force", "press1.force", 1, 30), false);
                peer.publish("plant/press1/commands/hmi", command("late", "press1.setpoint", 1, -1), false);
                await().atMost(LIMIT).until(() -> outcomes(heard(peer), "late").size() == 1);
                List<JsonNode> answers = heard(peer);
                assertThat(outcomes(answers, "same"))
                        .as("it came by Kafka before")
                        .containsExactly("repeated");
                assertThat(outcomes(answers, "high")).containsExactly("refused");
                assertThat(outcomes(answers, "force")).containsExactly("refused");
                assertThat(outcomes(answers, "late")).containsExactly("expired");
                assertThat(press.get("MAIN.fSetpoint")).isEqualTo(24.5);
                run.signal("INT");
                assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            }
            peer.publish("plant/press1/commands/hmi", command("kept", "press1.setpoint", 30, 50), false);
            send(kafka, command("kept-too", "press1.setpoint", 31, 50));
            try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
                await().atMost(LIMIT).until(() -> outcomes(heard(peer), "kept").contains("done"));
                await().atMost(LIMIT)
                        .until(() -> outcomes(read(reader, kafka), "kept-too").contains("done"));
                run.signal("INT");
                assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            }
        }
    }
}
