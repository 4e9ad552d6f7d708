package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.TestCertificate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples for brokers as they are in docs, on real ones: from a simulated PLC to a broker, with a cut on the way; and commands
 * from brokers: what is done, refused, late, repeated, and sent without a receiver.
 */
class BrokerExamplesIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String FROM_KAFKA = "press1.commands";

    @AutoClose
    private static KafkaBroker kafka;

    @AutoClose
    private static BrokerReader reader;

    @BeforeAll
    static void startKafka() throws IOException {
        kafka = KafkaBroker.start();
        reader = BrokerReader.ofKafka();
    }

    /** Runs a deployment, cuts each connection to the broker once when so many bytes have passed, and lets as many pass again. */
    private static long published(Path file, String pipeline, FaultProxy proxy, long bytes) throws Exception {
        long start = proxy.forwarded(Direction.TO_SERVER);
        try (Running run = Running.takt("run", file.toString())) {
            run.await(() -> proxy.forwarded(Direction.TO_SERVER) > start + bytes);
            ArmedFault cut = proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            run.await(() -> cut.firings() > 0);
            cut.disarm();
            long before = proxy.forwarded(Direction.TO_SERVER);
            run.await(() -> proxy.forwarded(Direction.TO_SERVER) > before + bytes);
            return Examples.published(run.end(), pipeline);
        }
    }

    /**
     * Runs until a secret was shown to a broker, and looks for it in all that was logged meanwhile.
     *
     * @param sign of the log that it was
     * @return what was printed
     */
    private String login(String sink, String secret, String level, String sign) throws Exception {
        ShownSecret.file(directory, "password", secret);
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                streams:
                  - {id: all, from: "**", to: [sink]}
                sinks:
                  sink:
                %s
                """.formatted(sink.indent(4)));
        try (Running run = Running.takt("run", file.toString(), "--log-level", level)) {
            run.await(() -> run.err().contains(sign));
            Ran ran = run.end();
            String printed = ran.out() + ran.err();
            assertThat(printed).containsPattern("DEBUG (org\\.apache\\.kafka|com\\.rabbitmq)\\.");
            ShownSecret.assertNotIn(printed, secret);
            return printed;
        }
    }

    /** A sample is known by its point and its number, which a repetition has again. */
    private static void assertAllThere(List<ReadMessage> messages, long published) {
        List<String> samples = messages.stream()
                .map(message -> message.json().get("point").stringValue() + " "
                        + message.json().get("sequence").longValue())
                .distinct()
                .toList();
        assertThat((long) samples.size()).isEqualTo(published);
        assertThat(messages.stream()
                        .filter(message ->
                                message.json().get("status").stringValue().contains("Overflow")))
                .isEmpty();
    }

    @Test
    void adsNotificationsOfEachMillisecondReachKafkaAndNoneIsMissing() throws Exception {
        kafka.createTopic("machine.press1", 3, Map.of());
        Path file = Examples.copy("kafka.yaml", directory, plc, "127.0.0.1:9092", kafka.address());
        long published = published(file, "wave.kafka", kafka.proxy(), 200_000);
        assertAllThere(reader.read("read " + kafka.directAddress() + " machine.press1"), published);
        TestCertificate keys = kafka.certificate();
        String printed = login(
                """
                {type: kafka, brokers: "%s", topic: machine.press1, timeout: 20s, sasl: plain, user: %s,
                 password: "${file:password}", tls: true, ca: "%s", certificate: "%s", privateKey: "%s"}
                """.formatted(kafka.secureAddress(), KafkaBroker.USER, keys.ca(), keys.certificate(), keys.key()),
                KafkaBroker.PASSWORD,
                "kafka=trace",
                "Set SASL client state to COMPLETE");
        // As it stands in the login module's options.
        ShownSecret.assertNotIn(
                printed, KafkaBroker.PASSWORD.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    @Test
    void aPressReachesRabbitAndNothingIsMissing() throws Exception {
        try (RabbitBroker broker = RabbitBroker.start();
                BrokerReader queues = BrokerReader.ofAmqp(broker.directPort())) {
            queues.tell("queue press");
            queues.tell("bind press amq.topic press1.#");
            Path file = Examples.copy(
                    "amqp.yaml",
                    directory,
                    plc,
                    "127.0.0.1:5672",
                    "127.0.0.1:" + URI.create(broker.url()).getPort());
            long published = published(file, "press.rabbit", broker.proxy(), 20_000);
            assertAllThere(queues.read("take press"), published);
            login("""
                    {type: amqp, url: "amqp://127.0.0.1:%d", user: guest, password: "${file:password}", exchange: amq.topic, routingKey: a}
                    """.formatted(broker.directPort()), "rabbit-open-sesame-31d9", "amqp=trace", "refuses user guest");
        }
    }

    // ---- commands

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
        return JSON.readTree(peer.messages())
                .valueStream()
                .map(message -> JSON.readTree(
                        Base64.getDecoder().decode(message.get("payload").stringValue())))
                .toList();
    }

    private static List<JsonNode> answers() throws IOException {
        return reader.read("read " + kafka.directAddress() + " press1.answers").stream()
                .map(ReadMessage::json)
                .toList();
    }

    private static void send(String... commands) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.directAddress()), new StringSerializer(), new StringSerializer())) {
            for (String command : commands) {
                producer.send(new ProducerRecord<>(FROM_KAFKA, command)).get();
            }
        }
    }

    @Test
    @EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
    void commandsOfBothBrokersGoThroughOneGateAndEachHearsWhatBecameOfThem() throws Exception {
        try (AdsSimulator press =
                        AdsSimulator.builder().model(AdsModel.parse("""
                                symbols:
                                  MAIN.fSetpoint: {type: LREAL, value: 20}
                                  MAIN.fForce: {type: LREAL, value: 17.5}
                                """)).start();
                Mosquitto mosquitto = Mosquitto.start();
                MqttPeer peer = MqttPeer.listen(mosquitto.address(), "plant/press1/answers")) {
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
            Ran.takt("run", file.toString(), "--dry").expect(ExitCode.GOOD);
            send(command("old", "press1.setpoint", 1, -60), command("same", "press1.setpoint", 24.5, 50));
            try (Running run = Running.takt("run", file.toString())) {
                run.await(() -> outcomes(answers(), "same").equals(List.of("done")));
                assertThat(outcomes(answers(), "old")).containsExactly("expired");
                // What is published before the first subscription is lost.
                run.await(() -> {
                    peer.publish("plant/press1/commands/hmi", command("anybody", "press1.setpoint", 1, -1), false);
                    return !outcomes(heard(peer), "anybody").isEmpty();
                });
                peer.publish("plant/press1/commands/hmi", command("same", "press1.setpoint", 1, 30), false);
                peer.publish("plant/press1/commands/hmi", command("high", "press1.setpoint", 61, 30), false);
                peer.publish("plant/press1/commands/hmi", command("force", "press1.force", 1, 30), false);
                peer.publish("plant/press1/commands/hmi", command("late", "press1.setpoint", 1, -1), false);
                run.await(() -> outcomes(heard(peer), "late").size() == 1);
                List<JsonNode> answers = heard(peer);
                assertThat(outcomes(answers, "same"))
                        .as("it came by Kafka before")
                        .containsExactly("repeated");
                assertThat(outcomes(answers, "high")).containsExactly("refused");
                assertThat(outcomes(answers, "force")).containsExactly("refused");
                assertThat(outcomes(answers, "late")).containsExactly("expired");
                assertThat(press.get("MAIN.fSetpoint")).isEqualTo(24.5);
                assertThat(run.end().code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            }
            peer.publish("plant/press1/commands/hmi", command("kept", "press1.setpoint", 30, 50), false);
            send(command("kept-too", "press1.setpoint", 31, 50));
            try (Running run = Running.takt("run", file.toString())) {
                run.await(() -> outcomes(heard(peer), "kept").contains("done"));
                run.await(() -> outcomes(answers(), "kept-too").contains("done"));
                assertThat(run.end().code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            }
        }
    }
}
