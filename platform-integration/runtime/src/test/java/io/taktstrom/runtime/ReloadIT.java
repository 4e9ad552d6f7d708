package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What changes when another deployment takes the place of one that runs, and what does not notice. */
class ReloadIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String MODEL = """
            taskCycle: 2ms
            symbols:
              MAIN.count: {type: DINT, waveform: counter}
              MAIN.more: {type: DINT, waveform: counter}
              MAIN.fixed: {type: DINT, value: 7}
            """;

    private static final String COUNT1 = "  - {id: press1.count, on: press1, address: MAIN.count, scan: fast}\n";
    private static final String COUNT2 = "  - {id: press2.count, on: press2, address: MAIN.count, scan: fast}\n";
    private static final String MORE1 = "  - {id: press1.more, on: press1, address: MAIN.more, scan: fast}\n";
    private static final String ALL = "  - {id: all, from: \"**\", to: [plant]}\n";

    @TempDir
    private Path directory;

    private final TaggedSinks sinks = new TaggedSinks();
    private final Providers providers = Providers.ofClassPath().with(sinks);
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private AdsSimulator press1;
    private AdsSimulator press2;

    @BeforeEach
    void start() throws IOException {
        press1 = plc(0);
        press2 = plc(0);
    }

    private static AdsSimulator plc(int port) throws IOException {
        return AdsSimulator.builder()
                .model(SimulatorModel.parse(MODEL))
                .bindPort(port)
                .start();
    }

    @AfterEach
    void stop() {
        press1.close();
        press2.close();
        meters.close();
    }

    private String connection(String name, AdsSimulator plc) {
        var endpoint = providers.connector("ads").descriptor().parse(plc.endpointUri());
        return "  %s: {type: ads, host: %s, port: %d, amsNetId: %s, localAmsNetId: \"%s\"}%n"
                .formatted(
                        name,
                        endpoint.host(),
                        endpoint.port(),
                        endpoint.options().get("amsNetId"),
                        endpoint.options().getOrDefault("localAmsNetId", ""));
    }

    private Deployment deployment(String points, String streams, String tag) {
        return load("connections:\n" + connection("press1", press1) + connection("press2", press2)
                + "scanClasses:\n  fast: {mode: notify, cycle: 0s}\npoints:\n" + points + "streams:\n" + streams
                + "sinks:\n  plant: {type: tagged, tag: " + tag + "}\n");
    }

    private Deployment load(String yaml) {
        try {
            DeploymentResult result = new DeploymentLoader(Catalog.of(providers), name -> null, 1 << 20)
                    .load(Files.writeString(directory.resolve("plant.yaml"), yaml));
            assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
            return ((DeploymentResult.Loaded) result).deployment();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private RunningDeployment run(Deployment deployment) throws IOException {
        return RunningDeployment.start(
                deployment, new RunContext(EpochNanoClock.system(), providers, notices::add, meters));
    }

    private static Accounting account(RunningDeployment running, String way) {
        return Objects.requireNonNull(running.accounts().get(way), way);
    }

    /** Waits until samples of a point have come that were not there before. */
    private static void awaitMore(RecordingSink sink, String point) {
        int before = sink.samplesOf(point).size();
        await().atMost(LIMIT).until(() -> sink.samplesOf(point).size() > before + 20);
    }

    private static void assertNoGap(RecordingSink sink, String point) {
        List<RecordedSample> samples = sink.samplesOf(point);
        for (int i = 1; i < samples.size(); i++) {
            assertThat(samples.get(i).sequence())
                    .as("%s after %s", samples.get(i), samples.get(i - 1))
                    .isEqualTo(samples.get(i - 1).sequence() + 1);
        }
    }

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
    void aConnectionWithOtherOptionsConnectsAnewAndTheOtherOneDoesNot() throws IOException {
        RecordingSink plant = sinks.of("a");
        Deployment before = deployment(COUNT1 + COUNT2, ALL, "a");
        try (RunningDeployment running = run(before)) {
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            List<RunningConnection> connections = running.connections();
            String file = Files.readString(directory.resolve("plant.yaml"));
            Deployment after = load(file.replaceFirst("type: ads,", "type: ads, requestTimeout: 3s,"));
            assertThat(running.reload(after).lines())
                    .containsExactly("connection press1: connects anew, because of its requestTimeout");
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.connections().get(0)).isNotSameAs(connections.get(0));
            assertThat(running.connections().get(1)).isSameAs(connections.get(1));
            assertThat(connections.get(0).managed().state()).isEqualTo(ManagedConnection.State.CLOSED);
        }
        assertNoGap(plant, "press2.count");
    }

    @Test
    void whatWaitsForASinkIsPublishedToTheOneThatTakesItsPlace() throws IOException {
        sinks.setAway(true);
        RecordingSink later = sinks.of("b");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            Pipeline pipeline = running.pipelines().get(0);
            await().atMost(LIMIT).until(() -> account(running, "all.plant").buffered() > 50);
            sinks.setAway(false);
            assertThat(running.reload(deployment(COUNT1, ALL, "b")).lines())
                    .containsExactly("sink plant: opened anew, because of its tag");
            awaitMore(later, "press1.count");
            assertThat(running.pipelines()).containsExactly(pipeline);
            assertThat(account(running, "all.plant").droppedTotal()).isZero();
            assertThat(sinks.events()).containsExactly("open a", "close a", "open b");
        }
        RecordingSink sooner = sinks.of("a");
        long first = sooner.samples().isEmpty() ? 0 : sooner.samples().size();
        assertThat(later.samples().get(0).sequence()).isEqualTo(first);
        assertNoGap(later, "press1.count");
    }

    @Test
    void aSinkThatCannotBeOpenedLeavesAllAsItWas() throws IOException {
        RecordingSink plant = sinks.of("a");
        Deployment before = deployment(COUNT1 + COUNT2, ALL, "a");
        try (RunningDeployment running = run(before)) {
            List<RunningConnection> connections = running.connections();
            awaitMore(plant, "press1.count");
            assertThatThrownBy(() -> running.reload(deployment(COUNT1 + MORE1, ALL, "wrong")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("sink plant: the tag is wrong; take another");
            awaitMore(plant, "press1.count");
            awaitMore(plant, "press2.count");
            assertThat(running.deployment()).isEqualTo(before);
            assertThat(running.connections()).isEqualTo(connections);
            assertThat(plant.samplesOf("press1.more")).isEmpty();
            assertThat(sinks.events()).containsExactly("open a", "close a", "open a");
            assertThat(account(running, "all.plant").droppedTotal()).isZero();

            String added = ALL + "  - {id: second, from: \"**\", to: [more]}\n";
            String file = Files.readString(directory.resolve("plant.yaml")).replace("wrong", "b");
            Deployment withWrong = load(
                    file.replace("streams:\n" + ALL, "streams:\n" + added) + "  more: {type: tagged, tag: wrong}\n");
            assertThatThrownBy(() -> running.reload(withWrong)).hasMessageStartingWith("sink more: ");
            awaitMore(plant, "press2.count");
            assertThat(running.accounts()).containsOnlyKeys("all.plant");
        }
        assertNoGap(plant, "press2.count");
    }

    @Test
    void aRingThatIsChangedPublishesFirstWhatItHolds() throws IOException {
        RecordingSink plant = sinks.of("a");
        sinks.setAway(true);
        String bigger = ALL.replace("]}", "], ring: {capacity: 100000}}");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            Pipeline former = running.pipelines().get(0);
            await().atMost(LIMIT).until(() -> account(running, "all.plant").buffered() > 50);
            running.reload(deployment(COUNT1, bigger, "a"));
            Pipeline next = running.pipelines().get(0);
            assertThat(next).isNotSameAs(former);
            await().atMost(LIMIT).until(() -> next.accounting().buffered() > 50);
            assertThat(former.accounting().buffered()).isPositive();
            sinks.setAway(false);
            await().atMost(LIMIT).until(() -> next.accounting().published() > 50);
            assertThat(former.accounting().buffered()).isZero();
            assertThat(former.accounting().droppedTotal()).isZero();
            assertThat(account(running, "all.plant").isBalanced()).isTrue();
            assertThat(account(running, "all.plant").received())
                    .isGreaterThanOrEqualTo(former.accounting().received() + 50);
        }
        assertThat(plant.samplesOf("press1.count"))
                .extracting(sample -> ((Number) Objects.requireNonNull(sample.value())).longValue())
                .isSorted();
    }

    @Test
    void aStreamThatIsRemovedPublishesWhatItHoldsAndItsSinkIsClosedThen() throws IOException {
        sinks.setAway(true);
        String second = "  - {id: second, from: \"**\", to: [more]}\n";
        String file = Files.readString(file(deployment(COUNT1, ALL, "a")));
        Deployment both = load(
                file.replace("streams:\n" + ALL, "streams:\n" + ALL + second) + "  more: {type: tagged, tag: b}\n");
        try (RunningDeployment running = run(both)) {
            await().atMost(LIMIT).until(() -> account(running, "second.more").buffered() > 50);
            running.reload(deployment(COUNT1, ALL, "a"));
            long received = account(running, "second.more").received();
            assertThat(running.pipelines()).hasSize(1);
            assertThat(account(running, "second.more").buffered()).isPositive();
            sinks.setAway(false);
            await().atMost(LIMIT).until(() -> sinks.events().contains("close b"));
            Accounting over = account(running, "second.more");
            assertThat(over.received()).isEqualTo(received);
            assertThat(over.published()).isEqualTo(received);
            assertThat(sinks.of("b").samples()).hasSize((int) received);
            assertThat(meters.find("takt.sink.well").tag("sink", "more").gauges())
                    .isEmpty();
        }
        assertThat(sinks.events()).endsWith("close a").containsOnlyOnce("close b");
    }

    private static Path file(Deployment deployment) {
        return deployment.source();
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
    void otherStagesKeepTheRingAndItsBooks() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            Pipeline pipeline = running.pipelines().get(0);
            awaitMore(plant, "press1.count");
            running.reload(deployment(COUNT1, ALL.replace("]}", "], stages: [{type: everyNth, n: 5}]}"), "a"));
            await().atMost(LIMIT).until(() -> account(running, "all.plant").droppedTotal() > 20);
            assertThat(running.pipelines()).containsExactly(pipeline);
            assertThat(account(running, "all.plant").isBalanced()).isTrue();
        }
    }

    @Test
    void whatIsChangedWhileTheDeviceIsAwayHoldsWhenItComes() throws IOException {
        RecordingSink plant = sinks.of("a");
        int port = press1.port();
        Deployment before = deployment(COUNT1, ALL, "a");
        Deployment after = deployment(COUNT1 + MORE1, ALL, "a");
        press1.close();
        try (RunningDeployment running = run(before)) {
            await().atMost(LIMIT)
                    .until(() -> running.connections().get(0).managed().attempts() > 1);
            running.reload(after);
            press1 = plc(port);
            awaitMore(plant, "press1.more");
            awaitMore(plant, "press1.count");
            assertThat(running.connections().get(0).points()).isEqualTo(2);
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
    void anotherRingWithABufferOnDiskIsRefusedAndNamedAndAllRunsOn() throws IOException {
        RecordingSink plant = sinks.of("a");
        String spill = "  - {id: all, from: \"**\", to: [plant], ring: {onFull: spill, disk: %s}}\n";
        try (RunningDeployment running = run(deployment(COUNT1, spill.formatted("2MiB"), "a"))) {
            List<Pipeline> pipelines = running.pipelines();
            awaitMore(plant, "press1.count");
            Deployment other = deployment(COUNT1 + COUNT2, spill.formatted("4MiB"), "a");
            assertThatThrownBy(() -> running.reload(other))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("stream all.plant: its ring has a buffer on disk")
                    .hasMessageContaining("stop and start");
            assertThat(running.pipelines()).isEqualTo(pipelines);
            awaitMore(plant, "press1.count");
            assertThat(plant.samplesOf("press2.count")).isEmpty();
            assertNoGap(plant, "press1.count");
        }
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
