package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.command.CommandSource;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
class MqttCommandsIT implements CommandGate {

    /** How an answer begins, as the peer shows it. */
    private static final String ANSWER =
            Base64.getEncoder().encodeToString("{\"outcome\":\"don".getBytes(StandardCharsets.UTF_8));

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Command> submitted = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private Mosquitto broker;
    private MqttPeer peer;

    @BeforeEach
    void start() throws IOException {
        broker = Mosquitto.start();
        peer = MqttPeer.listen(broker.address(), "plant/answers");
    }

    @AfterEach
    void stop() throws IOException {
        peer.close();
        broker.close();
    }

    @Override
    public void submit(Command command, Consumer<CommandAnswer> onAnswer) {
        submitted.add(command);
        onAnswer.accept(new CommandAnswer("a", CommandOutcome.DONE, "{\"outcome\":\"done\",\"number\":" + submitted.size() + "}"));
    }

    @Override
    public void turnAway(String sender, String why) {
        throw new AssertionError("who may publish is for the broker to say");
    }

    private CommandSource open(String version) throws IOException {
        MqttCommandsProvider provider = new MqttCommandsProvider();
        return provider.open(
                provider.descriptor()
                        .values(
                                "test",
                                Map.of(
                                        "url",
                                        "mqtt://127.0.0.1:" + broker.address().getPort(),
                                        "version",
                                        version,
                                        "topic",
                                        "plant/commands/#",
                                        "answers",
                                        "plant/answers")),
                new CommandContext("test", Path::of, EpochNanoClock.system(), this, notices::add));
    }

    /** Until one is heard: nobody knows when the subscription stands. */
    private void publishUntilHeard(String text) {
        int before = submitted.size();
        await().atMost(LIMIT).until(() -> {
            peer.publish("plant/commands/mes", text, false);
            return submitted.size() > before;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aCommandComesInAndItsAnswerGoesOut(String version) throws IOException {
        try (CommandSource source = open(version)) {
            publishUntilHeard("{\"id\":\"ü\"}");
            Command command = submitted.get(0);
            assertThat(StandardCharsets.UTF_8.decode(command.text()).toString()).isEqualTo("{\"id\":\"ü\"}");
            assertThat(command.sender()).isEqualTo("topic plant/commands/mes");
            await().atMost(LIMIT).until(() -> peer.messages().contains(ANSWER));
            assertThat(source.health().well()).isTrue();
        }
    }

    @Test
    void itHearsCommandsAgainAfterTheBrokerWasAway() throws IOException {
        try (CommandSource source = open("5")) {
            publishUntilHeard("1");
            broker.stop();
            await().atMost(LIMIT).until(() -> !source.health().well());
            broker.startAgain();
            peer.close();
            peer = MqttPeer.listen(broker.address(), "plant/answers");
            publishUntilHeard("2");
            await().atMost(LIMIT).until(() -> peer.messages().contains(ANSWER));
            assertThat(source.health().well()).isTrue();
        }
    }

    @Test
    void aBrokerThatIsAwayAtTheStartIsNoReasonNotToOpen() throws IOException {
        broker.stop();
        try (CommandSource source = open("5")) {
            await().atMost(LIMIT).until(() -> !source.health().well());
            assertThat(source.health().detail()).contains("127.0.0.1");
        }
    }
}
