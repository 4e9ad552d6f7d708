package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.command.CommandSource;
import io.taktstrom.sinks.mqtt.Heard;
import io.taktstrom.sinks.mqtt.SharedBroker;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.TestGate;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

/** Commands that another client publishes, and the answers that it hears. */
@EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MqttCommandsIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String DONE = "{\"id\":\"%s\",\"outcome\":\"done\"}";
    private static final String REPEATED = "{\"id\":\"%s\",\"outcome\":\"repeated\"}";

    @AutoClose
    private SharedBroker broker;

    private String client;

    @BeforeAll
    void start() throws IOException {
        broker = new SharedBroker();
    }

    @BeforeEach
    void forget(TestInfo test) throws IOException {
        // The broker keeps a session for each name: a test gets none of another.
        client = "client-" + (test.getTestMethod() + test.getDisplayName()).hashCode();
        broker.peer().reset();
    }

    private CommandSource open(TestGate gate, String... more) throws IOException {
        return open(gate, broker.mosquitto().address().getPort(), more);
    }

    private CommandSource open(TestGate gate, int port, String... more) throws IOException {
        Map<String, String> usual = Map.of(
                "url", "mqtt://127.0.0.1:" + port, "clientId", client, "topic", "commands/#", "answers", "answers");
        return gate.open(new MqttCommandsProvider(), TestOptions.of(usual, more));
    }

    private static String command(String id) {
        return "{\"id\":\"" + id + "\"}";
    }

    /** Until one is heard: the subscription is active at an unknown time. */
    private static void publishUntilHeard(MqttPeer peer, TestGate gate, String id) {
        await().atMost(LIMIT).until(() -> {
            peer.publish("commands/mes", command(id), false);
            return gate.texts().contains(command(id));
        });
    }

    private List<Heard> answers() throws IOException {
        return Heard.by(broker.peer()).stream()
                .filter(heard -> !heard.topic().startsWith("commands"))
                .toList();
    }

    private void awaitAnswer(String id) {
        awaitAnswer(DONE, id);
    }

    private void awaitAnswer(String form, String id) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(answers()).extracting(Heard::payload).contains(form.formatted(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aCommandComesInAndItsAnswerGoesOut(String version) throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate, "version", version)) {
            publishUntilHeard(broker.peer(), gate, "ü");
            awaitAnswer("ü");
            assertThat(gate.senders()).contains("topic commands/mes");
            assertThat(answers()).allMatch(answer -> answer.topic().equals("answers") && answer.qos() == 1);
            assertThat(source.health().well()).isTrue();
        }
    }

    @Test
    void anAnswerGoesWhereTheCommandWantsItIfThatIsAllowedAndCarriesItsCorrelation() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate)) {
            publishUntilHeard(broker.peer(), gate, "first");
            awaitAnswer("first");
            broker.peer().reset();
            broker.peer().request("commands/mes", 1, command("a"), "answers/mes", "4711");
            broker.peer().request("commands/mes", 0, command("b"), "plant/siren", "4712");
            awaitAnswer("a");
            awaitAnswer("b");
            assertThat(answers())
                    .filteredOn(answer -> !answer.correlation().isEmpty())
                    .extracting(Heard::topic, Heard::correlation, Heard::contentType)
                    .containsExactlyInAnyOrder(
                            tuple("answers/mes", "4711", "application/json"),
                            // Other topics are not answered.
                            tuple("answers", "4712", "application/json"));
            assertThat(source.health().well()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void whatIsPublishedWhileWeAreAwayIsKeptForUs(String version) throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate, "version", version)) {
            publishUntilHeard(broker.peer(), gate, "before");
            awaitAnswer("before");
            assertThat(source.health().well()).isTrue();
        }
        broker.peer().publish("commands/mes", command("meanwhile"), false);
        assertThat(gate.texts()).doesNotContain(command("meanwhile"));
        try (CommandSource source = open(gate, "version", version)) {
            awaitAnswer("meanwhile");
            assertThat(gate.texts()).containsOnlyOnce(command("meanwhile"));
            assertThat(source.health().well()).isTrue();
        }
    }

    @Test
    void aSessionThatIsNotKeptIsNewEachTime() throws IOException {
        TestGate gate = new TestGate();
        try (CommandSource source = open(gate, "sessionExpiry", "0s")) {
            publishUntilHeard(broker.peer(), gate, "before");
            assertThat(source.health().well()).isTrue();
        }
        broker.peer().publish("commands/mes", command("meanwhile"), false);
        try (CommandSource source = open(gate, "sessionExpiry", "0s")) {
            publishUntilHeard(broker.peer(), gate, "after");
            assertThat(source.health().well()).isTrue();
            assertThat(gate.texts()).doesNotContain(command("meanwhile"));
        }
    }

    /** Cut off while the device is still at it: the broker sends the command again, and the sender hears both. */
    @Test
    void aCommandWhoseAnswerDidNotGetThroughComesAgainAsARepeat() throws IOException {
        TestGate gate = new TestGate();
        try (FaultProxy proxy = broker.proxy();
                CommandSource source = open(gate, proxy.address().getPort())) {
            publishUntilHeard(broker.peer(), gate, "before");
            awaitAnswer("before");
            gate.hold();
            broker.peer().publish("commands/mes", command("cut"), false);
            await().atMost(LIMIT).until(() -> gate.texts().contains(command("cut")));
            var refusing = proxy.arm(new Fault.Refuse());
            proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            await().atMost(LIMIT).until(() -> !source.health().well());
            gate.release();
            assertThat(refusing.firings()).isPositive();
            proxy.clear();
            awaitAnswer(DONE, "cut");
            awaitAnswer(REPEATED, "cut");
            assertThat(source.health().well()).isTrue();
        }
    }

    @Test
    void itHearsCommandsAgainAfterTheBrokerWasAway() throws IOException {
        TestGate gate = new TestGate();
        try (Mosquitto own = Mosquitto.start()) {
            try (CommandSource source = open(gate, own.address().getPort())) {
                try (MqttPeer peer = MqttPeer.listen(own.address(), "answers")) {
                    publishUntilHeard(peer, gate, "1");
                }
                own.stop();
                await().atMost(LIMIT).until(() -> !source.health().well());
                own.startAgain();
                try (MqttPeer peer = MqttPeer.listen(own.address(), "answers")) {
                    publishUntilHeard(peer, gate, "2");
                    await().atMost(LIMIT)
                            .untilAsserted(() -> assertThat(Heard.by(peer))
                                    .extracting(Heard::payload)
                                    .contains(DONE.formatted("2")));
                }
                assertThat(source.health().well()).isTrue();
            }
        }
    }

    @Test
    void aBrokerThatIsAwayAtTheStartIsNoReasonNotToOpen() throws IOException {
        try (Mosquitto own = Mosquitto.start()) {
            own.stop();
            try (CommandSource source = open(new TestGate(), own.address().getPort())) {
                await().atMost(LIMIT).until(() -> !source.health().well());
                assertThat(source.health().detail()).contains("127.0.0.1");
            }
        }
    }

    @Test
    void commandsComeOverTlsFromABrokerThatKnowsUs(@TempDir Path folder) throws IOException {
        TestCertificate server = TestCertificate.create(folder, "server", "CN=server");
        TestCertificate ours = TestCertificate.create(folder, "ours", "CN=ours");
        TestGate gate = new TestGate();
        try (Mosquitto own = Mosquitto.start(
                        "certfile " + server.certificate(),
                        "keyfile " + server.key(),
                        "cafile " + ours.ca(),
                        "require_certificate true");
                CommandSource source = open(
                        gate,
                        own.address().getPort(),
                        "url",
                        "mqtts://127.0.0.1:" + own.address().getPort(),
                        "ca",
                        server.ca().toString(),
                        "certificate",
                        ours.certificate().toString(),
                        "privateKey",
                        ours.key().toString())) {
            await().atMost(LIMIT).until(() -> own.log().contains("as " + client));
            assertThat(source.health().well()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "answers | commands/answers | they would come back to us",
                "topic | commands/#/x | is not valid in MQTT",
                "responseTopics | a# | is not valid in MQTT",
                "password | secret | password without user"
            })
    void whatCanNeverWorkIsSaidAtOnce(String option, String value, String message) {
        assertThatThrownBy(() -> open(new TestGate(), 1, option, value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }
}
