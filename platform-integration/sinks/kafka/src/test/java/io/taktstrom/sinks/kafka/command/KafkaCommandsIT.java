package io.taktstrom.sinks.kafka.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.command.CommandSource;
import io.taktstrom.sinks.kafka.KafkaBench;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.TestGate;
import io.taktstrom.testkit.TestOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Commands on a topic of a real broker, and their answers as librdkafka reads them. */
class KafkaCommandsIT {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final AtomicInteger TESTS = new AtomicInteger();

    @RegisterExtension
    static final OnceForAll<KafkaBench> BENCH = KafkaBench.shared();

    private final KafkaBroker broker = BENCH.get().broker();
    private final String topic = "commands-" + TESTS.incrementAndGet();

    @BeforeEach
    void topics() throws IOException {
        broker.createTopic(topic, 1, Map.of());
        broker.createTopic(topic + "-answers", 3, Map.of());
    }

    @AfterEach
    void noFaults() {
        broker.proxy().clear();
    }

    private CommandSource open(TestGate gate, String... more) throws IOException {
        Map<String, String> usual = Map.of(
                "brokers",
                broker.address(),
                "topic",
                topic,
                "answers",
                topic + "-answers",
                "group",
                topic,
                "timeout",
                "3s");
        return gate.open(new KafkaCommandsProvider(), TestOptions.of(usual, more));
    }

    private void send(String... ids) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.directAddress()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (String id : ids) {
                byte[] text = ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, text)).get();
            }
        } catch (Exception e) {
            throw new AssertionError("cannot send " + List.of(ids), e);
        }
    }

    private static void awaitWell(CommandSource source) {
        await().atMost(LIMIT).until(() -> source.health().well());
    }

    private List<ReadMessage> answers() throws IOException {
        return BENCH.get().read(topic + "-answers");
    }

    private void awaitAnswer(String id, String outcome) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(answers())
                        .anyMatch(answer -> id.equals(answer.key())
                                && answer.json().get("outcome").stringValue().equals(outcome)));
    }

    @Test
    void anAnswerHasTheIdentifierOfItsCommandAsItsKey() throws IOException {
        TestGate gate = new TestGate();
        send("before we came");
        try (CommandSource source = open(gate)) {
            send("a");
            awaitAnswer("before we came", "done");
            awaitAnswer("a", "done");
            assertThat(gate.senders()).contains("topic " + topic + ", partition 0, offset 1");
            awaitWell(source);
        }
    }

    @Test
    void whatIsAnsweredDoesNotComeAgainAfterANewStart() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate)) {
            send("1", "2", "3");
            awaitAnswer("3", "done");
            // The offsets are committed with the next turn, at the latest when it ends.
            send("4");
            awaitAnswer("4", "done");
            awaitWell(source);
        }
        send("5");
        TestGate next = new TestGate();
        try (CommandSource source = open(next)) {
            awaitAnswer("5", "done");
            awaitWell(source);
            assertThat(next.texts()).doesNotContain("{\"id\":\"1\"}", "{\"id\":\"2\"}", "{\"id\":\"3\"}");
        }
    }

    @Test
    void whatHasNoAnswerYetComesAgainAndSoDoesAllBehindIt() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate)) {
            gate.hold();
            send("slow", "behind");
            await().atMost(LIMIT).until(() -> gate.texts().size() == 2);
            awaitWell(source);
        }
        gate.release();
        try (CommandSource source = open(gate)) {
            awaitAnswer("slow", "repeated");
            awaitAnswer("behind", "repeated");
            awaitWell(source);
        }
    }

    @Test
    void anOutageLosesNoCommandAndNoAnswer() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate)) {
            send("before");
            awaitAnswer("before", "done");
            gate.hold();
            send("during");
            await().atMost(LIMIT).until(() -> gate.texts().contains("{\"id\":\"during\"}"));
            ArmedFault refusing = broker.proxy().arm(new Fault.Refuse());
            broker.proxy().arm(new Fault.Reset(Direction.TO_SERVER, 0));
            gate.release();
            send("meanwhile");
            await().atMost(LIMIT).until(() -> !source.health().well());
            assertThat(refusing.firings()).isPositive();
            broker.proxy().clear();
            awaitAnswer("during", "done");
            awaitAnswer("meanwhile", "done");
            awaitWell(source);
        }
    }

    @Test
    void aTopicThatIsNotThereIsNamedAndAwaited() throws IOException {
        String missing = topic + "-later";
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate, "answers", missing, "timeout", "1s")) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(source.health().detail()).contains(missing));
            broker.createTopic(missing, 1, Map.of());
            await().atMost(LIMIT).until(() -> source.health().well());
        }
    }

    @Test
    void aClusterThatIsAwayIsSaidToBeByItsAddress() throws IOException {
        try (HeldPort away = new HeldPort();
                CommandSource source =
                        open(new TestGate(), "brokers", "127.0.0.1:" + away.number(), "timeout", "10m")) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(source.health().detail())
                            .contains("no broker can be reached: 127.0.0.1:" + away.number() + ": Connection refused"));
        }
    }

    /** Each would write what the other has written already. */
    @Test
    void ofTwoInAGroupOneTakesCommandsAndTheOtherSaysThatItDoesNot() throws IOException {
        TestGate first = new TestGate();
        TestGate second = new TestGate();
        try (CommandSource one = open(first)) {
            send("1");
            awaitAnswer("1", "done");
            try (CommandSource other = open(second)) {
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(one.health().detail()).contains("another Taktstrom", topic));
                send("2");
                awaitAnswer("2", "done");
                awaitWell(other);
                assertThat(second.texts()).contains("{\"id\":\"2\"}");
                assertThat(first.texts()).doesNotContain("{\"id\":\"2\"}");
            }
        }
    }

    @Test
    void commandsComeOverTlsForAUser() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(
                gate,
                "brokers",
                broker.secureAddress(),
                "tls",
                "true",
                "ca",
                broker.certificate().ca().toString(),
                "sasl",
                "scram-sha-512",
                "user",
                KafkaBroker.USER,
                "password",
                KafkaBroker.PASSWORD,
                // A first TLS login takes its time on a busy machine.
                "timeout",
                "20s")) {
            send("secret");
            awaitAnswer("secret", "done");
            awaitWell(source);
        }
    }

    @Test
    void answersDoNotGoWhereCommandsComeFrom() {
        assertThatThrownBy(() -> open(new TestGate(), "answers", topic))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("choose another topic");
    }
}
