package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What changes when another deployment takes the place of one that runs, and what does not notice: points and connections. */
class ReloadIT extends ReloadedPlant {

    @Test
    void aPointMoreLeavesAllOthersAsTheyAre() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (RunningDeployment running = run(deployment(COUNT1 + COUNT2, ALL, "a"))) {
            List<RunningConnection> connections = running.connections();
            List<Pipeline> pipelines = running.pipelines();
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.reload(deployment(COUNT1 + COUNT2 + MORE1, ALL, "a"))
                            .lines())
                    .containsExactly("connection press1: 1 point added");
            awaitMore(plant, "press1.more");
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.connections()).isEqualTo(connections);
            assertThat(running.pipelines()).isEqualTo(pipelines);
            assertThat(running.connections())
                    .allMatch(connection -> connection.managed().attempts() == 1);
            assertThat(running.connections())
                    .extracting(RunningConnection::points)
                    .containsExactly(2, 1);
        }
        assertNoGap(plant, "press1.count");
        assertNoGap(plant, "press2.count");
        assertThat(sinks.events()).containsExactly("open a", "close a");
    }

    @Test
    void aPointLessLosesNothingOfThoseThatWereSampledWithIt() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (RunningDeployment running = run(deployment(COUNT1 + COUNT2 + MORE1, ALL, "a"))) {
            awaitMore(plant, "press1.more");
            awaitMore(plant, "press2.count");
            running.reload(deployment(COUNT1 + COUNT2, ALL, "a"));
            int left = plant.samplesOf("press1.more").size();
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.connections().get(0).points()).isEqualTo(1);
            // What was in the ring when the scan ended was published still.
            assertThat(plant.samplesOf("press1.more").size()).isLessThan(left + 1000);
            int end = plant.samplesOf("press1.more").size();
            awaitMore(plant, "press1.count");
            assertThat(plant.samplesOf("press1.more")).hasSize(end);
            assertThat(running.connections().get(0).managed().attempts()).isEqualTo(1);
            assertThat(account(running, "all.plant").droppedTotal()).isZero();
        }
        assertNoGap(plant, "press2.count");
        List<Long> values = plant.samplesOf("press1.count").stream()
                .map(sample -> ((Number) Objects.requireNonNull(sample.value())).longValue())
                .distinct()
                .sorted()
                .toList();
        assertThat(values.get(values.size() - 1) - values.get(0))
                .as("numbers counted, and numbers that came")
                .isEqualTo(values.size() - 1);
    }

    @Test
    void aConnectionWithOtherOptionsConnectsAgainAndTheOtherOneDoesNot() throws IOException {
        RecordingSink plant = sinks.of("a");
        Deployment before = deployment(COUNT1 + COUNT2, ALL, "a");
        try (RunningDeployment running = run(before)) {
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            List<RunningConnection> connections = running.connections();
            String file = Files.readString(directory.resolve("plant.yaml"));
            Deployment after = load(file.replaceFirst("type: ads,", "type: ads, requestTimeout: 3s,"));
            assertThat(running.reload(after).lines())
                    .containsExactly("connection press1: reconnects because of its requestTimeout");
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.connections().get(0)).isNotSameAs(connections.get(0));
            assertThat(running.connections().get(1)).isSameAs(connections.get(1));
            assertThat(connections.get(0).managed().state()).isEqualTo(ConnectionState.CLOSED);
        }
        assertNoGap(plant, "press2.count");
    }

    @Test
    void whatADeploymentHasNoMoreIsNotMeasuredAnyMore() throws IOException {
        try (RunningDeployment running = run(deployment(COUNT1 + COUNT2, ALL, "a"))) {
            assertThat(tagged("press2")).isTrue();
            String file = Files.readString(directory.resolve("plant.yaml"));
            running.reload(load(file.replace(connection("press2", press2), "").replace(COUNT2, "")));
            assertThat(tagged("press2")).isFalse();
            assertThat(tagged("press1")).isTrue();
            assertThat(running.connections()).hasSize(1);
        }
        assertThat(meters.getMeters()).isEmpty();
    }

    private boolean tagged(String connection) {
        return meters.getMeters().stream()
                .anyMatch(meter -> connection.equals(meter.getId().getTag("connection")));
    }

    @Test
    void whatIsChangedWhileTheDeviceIsAwayHoldsWhenItComes() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (HeldPort port = new HeldPort()) {
            press1.close();
            press1 = plc(port.number());
            Deployment before = deployment(COUNT1, ALL, "a");
            Deployment after = deployment(COUNT1 + MORE1, ALL, "a");
            press1.close();
            try (RunningDeployment running = run(before)) {
                await().atMost(LIMIT)
                        .until(() -> running.connections().get(0).managed().attempts() > 1);
                running.reload(after);
                press1 = plc(port.number());
                awaitMore(plant, "press1.more");
                awaitMore(plant, "press1.count");
                assertThat(running.connections().get(0).points()).isEqualTo(2);
            }
        }
    }

    @Test
    void aBrowseThatLeavesOutMoreIsDoneInTheSameSession() throws IOException {
        RecordingSink plant = sinks.of("a");
        String browse = "  - {browse: press1, match: \"MAIN.*\", scan: fast}\n";
        try (RunningDeployment running = run(deployment(browse + COUNT2, ALL, "a"))) {
            plant.awaitValue("press1.MAIN.fixed", 7L);
            assertThat(running.connections().get(0).points()).isEqualTo(3);
            running.reload(deployment(
                    browse.replace("scan: fast", "scan: fast, exclude: [\"**.more\", \"**.count\"], scale: 2") + COUNT2,
                    ALL,
                    "a"));
            plant.awaitValue("press1.MAIN.fixed", 14.0);
            assertThat(running.connections().get(0).points()).isEqualTo(1);
            awaitMore(plant, "press2.count");
            assertThat(running.connections().get(0).managed().attempts()).isEqualTo(1);
        }
        assertNoGap(plant, "press2.count");
    }

    @Test
    void aReloadDuringAReloadComesAfterIt() throws Exception {
        RecordingSink last = sinks.of("c");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            Deployment second = deployment(COUNT1 + COUNT2, ALL, "b");
            Deployment third = deployment(COUNT1 + MORE1, ALL, "c");
            sinks.holdOpening();
            FutureTask<DeploymentChanges> first = new FutureTask<>(() -> running.reload(second));
            FutureTask<DeploymentChanges> next = new FutureTask<>(() -> running.reload(third));
            new Thread(first, "first reload").start();
            await().atMost(LIMIT).until(sinks::isOpeningHeld);
            Thread nextThread = new Thread(next, "next reload");
            nextThread.start();
            await().atMost(LIMIT).until(() -> nextThread.getState() == Thread.State.BLOCKED);
            sinks.letOpen();
            assertThat(first.get(30, TimeUnit.SECONDS).lines()).contains("connection press2: 1 point added");
            assertThat(next.get(30, TimeUnit.SECONDS).lines())
                    .as("it is compared with the first, not with what ran before")
                    .contains("connection press2: 1 point removed");
            assertThat(running.deployment()).isEqualTo(third);
            awaitMore(last, "press1.more");
        }
    }

    @Test
    void theSameDeploymentChangesNothing() throws IOException {
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            assertThat(running.reload(deployment(COUNT1, ALL, "a")).isEmpty()).isTrue();
            assertThat(sinks.events()).containsExactly("open a");
        }
    }
}
