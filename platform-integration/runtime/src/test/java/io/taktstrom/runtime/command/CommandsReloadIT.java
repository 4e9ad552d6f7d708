package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.command.CommandGate;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What a reload does to the gate for commands. */
class CommandsReloadIT {

    private static final String SETPOINT =
            "  - {id: plc.setpoint, on: plc, address: MAIN.setpoint, writable: true, limits: {max: %d}}\n";
    private static final String SPEED = "  - {id: plc.speed, on: plc, address: MAIN.speed, writable: true}\n";

    @TempDir
    private Path directory;

    private final TestSource source = new TestSource();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private AdsSimulator plc;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder()
                .model(AdsModel.parse(
                        "symbols:\n  MAIN.setpoint: {type: DINT, value: 5}\n  MAIN.speed: {type: DINT, value: 1}\n"))
                .start();
    }

    @AfterEach
    void stop() {
        plc.close();
        meters.close();
    }

    private Deployment deployment(String points) throws IOException {
        return deployment(points, "");
    }

    private Deployment deployment(String points, String moreOfCommands) throws IOException {
        return deployment(points, moreOfCommands, "audit.jsonl");
    }

    private Deployment deployment(String points, String moreOfCommands, String audit) throws IOException {
        return load(points, """
                commands:
                  audit: %s
                  from:
                    mes: {type: test}
                """.formatted(audit) + moreOfCommands);
    }

    private Deployment withoutCommands(String points) throws IOException {
        return load(points, "");
    }

    private Deployment load(String points, String commands) throws IOException {
        String file = """
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                scanClasses:
                  default: {mode: notify, cycle: 10ms}
                points:
                """.formatted(plc.port()) + points + commands;
        DeploymentResult result = new DeploymentLoader(Catalog.of(source.providers()), name -> null, 1 << 20)
                .load(Files.writeString(directory.resolve("plant.yaml"), file));
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    private RunningDeployment run(Deployment deployment) throws IOException {
        RunningDeployment running = RunningDeployment.start(
                deployment, new RunContext(EpochNanoClock.system(), source.providers(), notices::add, meters));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> running.connections().get(0).managed().state() == ConnectionState.CONNECTED);
        return running;
    }

    private Map<String, Object> ask(String id, String point, int value) {
        return source.ask("{\"id\":\"%s\",\"point\":\"%s\",\"value\":%d,\"expires\":\"%s\"}"
                .formatted(id, point, value, Instant.now().plusSeconds(30)));
    }

    @Test
    void otherPointsGetAnotherGateThatRemembersWhatTheFirstHasDone() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            assertThat(ask("a", "plc.setpoint", 7)).containsEntry("outcome", "done");
            assertThat(ask("b", "plc.speed", 7)).containsEntry("outcome", "refused");
            CommandGate before = source.gate();
            running.reload(deployment(SETPOINT.formatted(20) + SPEED));
            assertThat(source.gate()).isNotSameAs(before);
            assertThat(ask("a", "plc.setpoint", 8)).containsEntry("outcome", "repeated");
            assertThat(ask("b", "plc.speed", 7)).containsEntry("outcome", "done");
            assertThat(ask("c", "plc.setpoint", 15)).as("the new limit").containsEntry("outcome", "done");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(15L);
            assertThat(meters.get("taktstrom.commands")
                            .tag("outcome", "done")
                            .functionCounter()
                            .count())
                    .as("the counts go on")
                    .isEqualTo(3);
        }
        assertThatThrownBy(source::gate).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatDoesNotConcernItLeavesTheGateOpen() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            CommandGate before = source.gate();
            running.reload(deployment(SETPOINT.formatted(10), "gathers:\n  all: {points: \"plc.*\"}\n"));
            assertThat(source.gate()).isSameAs(before);
        }
    }

    @Test
    void anotherSectionOfCommandsGetsAnotherGateAndNothingElseNotices() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            ManagedConnection connection = running.connections().get(0).managed();
            assertThat(ask("a", "plc.setpoint", 7)).containsEntry("outcome", "done");
            running.reload(deployment(SETPOINT.formatted(10), "  maxAge: 10s\n"));
            assertThat(ask("b", "plc.setpoint", 8))
                    .as("it expires in 30 s")
                    .containsEntry("outcome", "refused")
                    .hasEntrySatisfying(
                            "message", message -> assertThat(message).asString().contains("maxAge"));
            assertThat(connection.state()).isEqualTo(ConnectionState.CONNECTED);
            assertThat(running.connections().get(0).managed()).isSameAs(connection);
            assertThat(connection.reconnects()).isZero();
            running.reload(deployment(SETPOINT.formatted(10)));
            assertThat(ask("a", "plc.setpoint", 9)).containsEntry("outcome", "repeated");
            assertThat(ask("c", "plc.setpoint", 9)).containsEntry("outcome", "done");
        }
    }

    @Test
    void anotherAuditIsRefusedAndNamedForItWouldForgetWhatWasDone() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            Deployment other = deployment(SETPOINT.formatted(20), "", "other.jsonl");
            assertThatThrownBy(() -> running.reload(other))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("commands: audit:")
                    .hasMessageContaining("stop and start");
            assertThat(ask("a", "plc.setpoint", 15)).containsEntry("outcome", "refused");
            assertThat(ask("b", "plc.setpoint", 7)).containsEntry("outcome", "done");
        }
    }

    @Test
    void sourcesThatCannotBeOpenedLeaveTheFormerOnesAtWork() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            source.refuseToOpenOnce();
            running.reload(deployment(SETPOINT.formatted(20), "  maxAge: 10s\n"));
            assertThat(notices).anyMatch(notice -> notice.startsWith("commands come as before: commands from mes"));
            assertThat(ask("a", "plc.setpoint", 15))
                    .as("the former maxAge, and the new limit")
                    .containsEntry("outcome", "done");
        }
    }

    @Test
    void aGateComesAndGoesWithItsSection() throws IOException {
        try (RunningDeployment running = run(withoutCommands(SETPOINT.formatted(10)))) {
            assertThat(running.commands()).isNull();
            running.reload(deployment(SETPOINT.formatted(10)));
            assertThat(ask("a", "plc.setpoint", 7)).containsEntry("outcome", "done");
            running.reload(withoutCommands(SETPOINT.formatted(10)));
            assertThat(running.commands()).isNull();
            assertThatThrownBy(source::gate).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aGateThatCannotBeOpenedAgainIsSaid() throws IOException {
        try (RunningDeployment running = run(deployment(SETPOINT.formatted(10)))) {
            source.refuseToOpen();
            running.reload(deployment(SETPOINT.formatted(20)));
            assertThat(notices)
                    .anyMatch(notice -> notice.startsWith("no commands are taken any more: commands from mes"));
            assertThat(running.commands()).isNull();
        }
    }
}
