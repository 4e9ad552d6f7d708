package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What becomes of what waits in a ring, and of sinks, when another deployment takes the place of one that runs. */
class ReloadSinksIT extends ReloadedPlant {

    @Test
    void whatWaitsForASinkIsPublishedToTheOneThatTakesItsPlace() throws IOException {
        sinks.setAway(true);
        RecordingSink later = sinks.of("b");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            Pipeline pipeline = running.pipelines().get(0);
            await().atMost(LIMIT).until(() -> account(running, "all.plant").buffered() > 50);
            sinks.setAway(false);
            assertThat(running.reload(deployment(COUNT1, ALL, "b")).lines())
                    .containsExactly("sink plant: reopened because of its tag");
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
    void aSinkIsReplacedWhileTheRingInFrontOfItWaitsForTheOneBefore() throws IOException {
        RecordingSink other = sinks.of("b");
        sinks.setAway(true);
        String bigger = ALL.replace("]}", "], ring: {capacity: 100000}}");
        try (RunningDeployment running = run(deployment(COUNT1, ALL, "a"))) {
            await().atMost(LIMIT).until(() -> account(running, "all.plant").buffered() > 50);
            running.reload(deployment(COUNT1, bigger, "a"));
            running.reload(deployment(COUNT1, bigger, "b"));
            sinks.setAway(false);
            awaitMore(other, "press1.count");
        }
        assertNoGap(other, "press1.count");
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
}
