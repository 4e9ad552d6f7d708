package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sink.Sink;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a running deployment makes of devices that are browsed in vain: a listed point is sampled all the same. */
class BrowsingIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RecordingSink recorded = new RecordingSink();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Test
    void aDeviceThatNamesNothingForEverIsGivenUpByTheNumberOfNames() throws IOException {
        try (RunningDeployment running = start(OddDevice.ENDLESS, Map.of())) {
            awaitFailure(running, "names more than 1000000 variables");
        }
    }

    @Test
    void aDeviceThatNamesNothingForEverIsGivenUpByTime() throws IOException {
        try (RunningDeployment running = start(OddDevice.SLOW, Map.of("browseTimeout", "100ms"))) {
            awaitFailure(running, "larger browseTimeout");
        }
    }

    @Test
    void aDeviceThatNamesVariablesForEverIsGivenUpByMemory() throws IOException {
        try (RunningDeployment running = start(OddDevice.MANY, Map.of("maxMemory", "1MiB"))) {
            awaitFailure(running, "larger maxMemory");
        }
    }

    @Test
    void aMistakeInAConnectorIsSaidAndBrowsedOnAfterwards() throws IOException {
        try (RunningDeployment running = start(OddDevice.MOODY, Map.of())) {
            recorded.awaitValue("plc.a", 1L);
            RunningConnection connection = running.connections().get(0);
            await().atMost(LIMIT).until(() -> connection.browsing() == RunningConnection.Browsing.DONE);
            assertThat(connection.browseFailures()).isEqualTo(2);
            assertThat(notices).anyMatch(notice -> notice.contains("browse plc: internal error"));
        }
    }

    @Test
    void namesThatNoPointCanHaveAreLeftOutAndTheOthersAreSampled() throws IOException {
        try (RunningDeployment running = start(OddDevice.UNFIT, Map.of())) {
            recorded.awaitValue("plc.a", 1L);
            RunningConnection connection = running.connections().get(0);
            await().atMost(LIMIT).until(() -> connection.browsing() == RunningConnection.Browsing.CUT);
            assertThat(notices).anyMatch(notice -> notice.contains("2 variables cannot be points"));
            assertThat(notices)
                    .filteredOn(notice -> notice.contains("is connected"))
                    .as("announced once")
                    .hasSize(1);
            assertThat(connection.managed().attempts()).isEqualTo(1);
        }
    }

    @Test
    void aVariableThatCannotBeReadIsLeftOutOfAPatternAndSaidOnceAndANamedOneStays() throws IOException {
        try (RunningDeployment running = start(OddDevice.UNREADABLE, Map.of())) {
            recorded.awaitValue("plc.a", 1L);
            RunningConnection connection = running.connections().get(0);
            await().atMost(LIMIT).until(() -> connection.browsing() == RunningConnection.Browsing.DONE);
            assertThat(connection.points()).as("listed, a, failing").isEqualTo(3);
            assertThat(notices)
                    .filteredOn(notice -> notice.contains("left out"))
                    .containsExactly("browse plc: 1 variable cannot be read and is left out, for example secret:"
                            + " 1 Bad_NotReadable");
        }
        try (RunningDeployment running = start(OddDevice.UNFIT, Map.of(), "secret")) {
            RunningConnection connection = running.connections().get(0);
            await().atMost(LIMIT)
                    .until(() -> notices.contains("point listed (secret) is Bad: Bad_NotReadable (cannot be read)"));
            assertThat(connection.points()).as("listed, a").isEqualTo(2);
        }
    }

    private void awaitFailure(RunningDeployment running, String why) {
        recorded.awaitValue("listed", 1L);
        RunningConnection connection = running.connections().get(0);
        await().atMost(LIMIT).until(() -> connection.browsing() == RunningConnection.Browsing.FAILED);
        assertThat(connection.browseFailures()).isPositive();
        await().atMost(LIMIT).until(() -> notices.stream().anyMatch(notice -> notice.contains(why)));
    }

    private RunningDeployment start(String way, Map<String, String> options) throws IOException {
        return start(way, options, "x");
    }

    private RunningDeployment start(String way, Map<String, String> options, String address) throws IOException {
        DataPoint listed = new DataPoint("listed", address, null, false, "", Map.of());
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of("plc", new ConnectionConfig("plc", OddDevice.endpoint(way, options))),
                Map.of("slow", new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofMillis(10), Duration.ZERO)),
                List.of(PointConfig.of(listed, "plc", "slow")),
                List.of(PointBrowse.of("plc", "**", "slow")),
                List.of(new StreamConfig("all", List.of("**"), List.of("console"), RingConfig.STANDARD, List.of())),
                Map.of("console", PartConfig.sink("console", ConsoleProvider.TYPE, Map.of())));
        Sink console = (stream, points) -> (batch, unit) -> recorded.onSamples(batch);
        return RunningDeployment.start(deployment, new RunContext(EpochNanoClock.system(), console, notices::add));
    }
}
