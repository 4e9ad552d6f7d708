package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.log.FrailFiles;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What one run loses, and how the next run marks it. */
class SpillRestartTest {

    private static final PipelineSettings SMALL = PipelineSettings.STANDARD
            .withCapacity(10)
            .withFlushSamples(4)
            .withOnFull(OverflowPolicy.SPILL)
            .withCloseTimeout(Duration.ofMillis(200));
    private static final SpillSettings ALWAYS = new SpillSettings(true, 0);

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, ScalarType.LREAL);
    private final FrailFiles disk = new FrailFiles();
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final AtomicInteger copies = new AtomicInteger();

    @TempDir
    private Path folder;

    @AfterEach
    void closeAll() {
        pipelines.forEach(Pipeline::close);
    }

    private LogSettings settings(Path at) {
        return new LogSettings(
                at,
                new LogIdentity("plant.yaml", "press", "broker"),
                LogSettings.MIN_BYTES,
                Duration.ofDays(1),
                Duration.ofMillis(100));
    }

    private Path buffer() {
        return folder.resolve("buffer");
    }

    private Pipeline start(Path at, SinkInlet sink, Consumer<String> notices) throws IOException {
        Pipeline started = Pipeline.to(sink)
                .named("restart-test")
                .settings(SMALL)
                .spill(disk.log(settings(at)), ALWAYS)
                .onNotice(notices)
                .start();
        pipelines.add(started);
        return started;
    }

    private Pipeline start(Path at, SinkInlet sink) throws IOException {
        return start(at, sink, notice -> {});
    }

    /** One sample of each point, with each of these values. */
    private void send(SampleSink inlet, long from, long to) {
        SampleBatch batch = new SampleBatch(2, 0);
        for (long value = from; value < to; value++) {
            batch.reset(group, value, 2 * value);
            batch.add(0, value, StatusCode.GOOD, value);
            batch.addDouble(1, value, StatusCode.GOOD, (double) value);
            inlet.onSamples(batch);
        }
    }

    private Path copy() {
        return folder.resolve("copy" + copies.incrementAndGet());
    }

    private Path asAKillLeavesIt() throws IOException {
        return TestLogs.copy(buffer(), copy());
    }

    private Path asAPowerCutLeavesIt() throws IOException {
        Path cut = Files.createDirectory(copy());
        disk.copyForced(cut);
        return cut;
    }

    private long recoveredFrom(Path at) throws IOException {
        try (SampleLog log = SampleLog.open(settings(at), FixedGroup::new, EpochNanoClock.system())) {
            return log.recovered();
        }
    }

    /** Keeps point and source time of what it gets, and whether it is marked. */
    private static final class Marks implements SinkInlet {

        private final List<String> arrived = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(SampleBatch batch, FlushUnit unit) {
            for (int i = 0; i < batch.size(); i++) {
                String mark = StatusCode.hasOverflow(batch.statusAt(i)) ? " marked" : "";
                arrived.add(batch.pointAt(i) + ":" + batch.sourceTimeAt(i) + mark);
            }
        }
    }

    private static SinkInlet away() {
        return (batch, unit) -> {
            throw new IOException("away");
        };
    }

    private List<String> nextRun(Path at, long from, long to) throws IOException {
        Marks sink = new Marks();
        Pipeline next = start(at, sink);
        send(next.inlet(), from, to);
        await().until(() -> next.accounting().buffered() == 0);
        return sink.arrived;
    }

    @Test
    void afterAKillTheFirstSampleOfEachPointIsMarked() throws Exception {
        Pipeline first = start(buffer(), away());
        send(first.inlet(), 0, 2);
        await().until(() -> first.accounting().stored() == 4);
        assertThat(nextRun(asAKillLeavesIt(), 2, 4))
                .containsExactly("0:0", "1:0", "0:1", "1:1", "0:2 marked", "1:2 marked", "0:3", "1:3");
    }

    @Test
    void theMarkOfAKillWaitsForARunWithSamples() throws Exception {
        Pipeline first = start(buffer(), away());
        send(first.inlet(), 0, 1);
        await().until(() -> first.accounting().stored() == 2);
        Path killed = asAKillLeavesIt();
        Pipeline drain = start(killed, new Marks());
        await().until(() -> drain.accounting().published() == 2);
        drain.close();
        assertThat(nextRun(killed, 1, 2)).containsExactly("0:1 marked", "1:1 marked");
    }

    @Test
    void afterAnOrderlyEndNothingIsMarked() throws Exception {
        Pipeline first = start(buffer(), away());
        send(first.inlet(), 0, 1);
        first.close();

        assertThat(nextRun(buffer(), 1, 2)).containsExactly("0:0", "1:0", "0:1", "1:1");
        pipelines.forEach(Pipeline::close);
        assertThat(nextRun(buffer(), 2, 3)).containsExactly("0:2", "1:2");
    }

    @Test
    void whatAFullBufferDropsIsMarkedByTheNextRun() throws Exception {
        Pipeline first = start(buffer(), away());
        AccountedSink inlet = first.inlet();
        long sent = 0;
        while (first.accounting().dropped(DropReason.OVERFLOW_DISK) == 0) {
            send(inlet, sent, sent + 100);
            sent += 100;
        }
        first.close();
        assertThat(first.accounting().stored()).isPositive();
        List<String> arrived = nextRun(buffer(), sent, sent + 1);
        assertThat(firstOfEachPoint(arrived)).allMatch(sample -> sample.endsWith(" marked"));
        pipelines.forEach(Pipeline::close);
        assertThat(nextRun(buffer(), sent + 1, sent + 2)).noneMatch(sample -> sample.endsWith(" marked"));
    }

    private static List<String> firstOfEachPoint(List<String> arrived) {
        return Stream.of("0:", "1:")
                .map(point -> arrived.stream()
                        .filter(sample -> sample.startsWith(point))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    @Test
    void whatTheSinkRefusesAtTheEndIsMarkedByTheNextRun() throws Exception {
        Pipeline first = start(buffer(), (batch, unit) -> unit.refuse(0, "not this one"));
        send(first.inlet(), 0, 1);
        await().until(() -> first.accounting().buffered() == 0);
        assertThat(first.accounting().dropped(DropReason.REFUSED)).isPositive();
        first.close();
        assertThat(nextRun(buffer(), 1, 2)).contains("0:1 marked");
    }

    @Test
    void anAcknowledgementThatArrivesDuringAForceIsForcedAfterIt() throws Exception {
        ScriptedSink sink = new ScriptedSink().held();
        Pipeline pipeline = start(buffer(), sink);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        disk.afterForce(path -> {
            if (path.endsWith("progress") && pipeline.accounting().stored() == 2) {
                entered.countDown();
                pass(gate);
            }
        });
        send(pipeline.inlet(), 0, 1);
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        sink.release();
        await().until(() -> pipeline.accounting().published() == 2);
        await().until(() -> recoveredFrom(asAKillLeavesIt()) == 0);
        gate.countDown();
        await().until(() -> recoveredFrom(asAPowerCutLeavesIt()) == 0);
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aListenerOfNoticesMayAskTheBufferFromAnotherThread() throws Exception {
        AtomicReference<@Nullable Pipeline> started = new AtomicReference<>();
        CompletableFuture<Long> asked = new CompletableFuture<>();
        Pipeline pipeline = start(buffer(), new ScriptedSink().held(), notice -> {
            if (notice.contains("has lost")) {
                CompletableFuture<Long> samples = CompletableFuture.supplyAsync(() -> Objects.requireNonNull(
                                Objects.requireNonNull(started.get()).spillMeter())
                        .samples());
                try {
                    asked.complete(samples.get(30, TimeUnit.SECONDS));
                } catch (Exception e) {
                    asked.completeExceptionally(e);
                }
            }
        });
        started.set(pipeline);
        AccountedSink inlet = pipeline.inlet();
        for (long sent = 0; pipeline.accounting().dropped(DropReason.OVERFLOW_DISK) == 0; sent += 100) {
            send(inlet, sent, sent + 100);
        }
        assertThat(asked.get(60, TimeUnit.SECONDS)).isPositive();
    }

    @Test
    void aUnitThatEmptiesTheLogMayHaveReachedTheReceiverToo() throws Exception {
        Pipeline first = start(buffer(), (batch, unit) -> {
            throw new IOException("away");
        });
        send(first.inlet(), 0, 1);
        await().until(() -> first.sinkFailures() > 1);
        try (SampleLog left = TestLogs.open(asAKillLeavesIt())) {
            assertThat(left.repeated()).isEqualTo(2);
        }
    }
}
