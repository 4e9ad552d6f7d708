package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.log.FrailFiles;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A pipeline whose ring has a disk behind it. */
class SpillTest {

    private static final SpillSettings ALWAYS = new SpillSettings(true, 0);
    private static final PipelineSettings SMALL = PipelineSettings.STANDARD
            .withCapacity(8)
            .withFlushSamples(4)
            .withOnFull(OverflowPolicy.SPILL)
            .withCloseTimeout(Duration.ofMillis(50));

    @TempDir
    private Path folder;

    private final FixedGroup group = TestGroups.dints(1);
    private final FrailFiles disk = new FrailFiles();
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    private final List<Pipeline> pipelines = new ArrayList<>();

    private LogSettings settings() {
        return TestLogs.settings(folder.resolve("buffer"));
    }

    /** The log, with its files as they are now. */
    private SampleLog asAKillLeavesIt() throws IOException {
        return TestLogs.open(TestLogs.copy(settings().folder(), folder.resolve("killed")));
    }

    private Pipeline start(SinkInlet sink, PipelineSettings how, SpillSettings spill) throws IOException {
        Pipeline started = Pipeline.to(sink)
                .named("spill-test")
                .settings(how)
                .spill(disk.log(settings()), spill)
                .onNotice(notices::add)
                .start();
        pipelines.add(started);
        return started;
    }

    private Pipeline start(SinkInlet sink) throws IOException {
        return start(sink, SMALL, SpillSettings.STANDARD);
    }

    @AfterEach
    void allCountsBalance() {
        for (Pipeline pipeline : pipelines) {
            pipeline.close();
            Accounting counts = pipeline.accounting();
            assertThat(counts.isBalanced()).as("%s", counts).isTrue();
            assertThat(counts.buffered()).as("%s", counts).isEqualTo(counts.stored());
        }
    }

    private void send(SampleSink inlet, long from, long to) {
        SampleBatch batch = new SampleBatch(1, 0);
        for (long value = from; value < to; value++) {
            batch.reset(group, value, value);
            batch.add(0, value, StatusCode.GOOD, value);
            inlet.onSamples(batch);
        }
    }

    private static List<Long> values(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static void awaitPublished(Pipeline pipeline, long count) {
        await().until(() -> pipeline.accounting().published() >= count);
    }

    /** A receiver that is away for so many attempts. */
    private static ScriptedSink away(int attempts) {
        ScriptedSink sink = new ScriptedSink();
        for (int i = 0; i < attempts; i++) {
            sink.failing(new IOException("away"));
        }
        return sink;
    }

    @Test
    void whatFindsNoRoomWaitsOnDiskAndArrivesInOrder() throws Exception {
        ScriptedSink sink = new ScriptedSink().held();
        Pipeline pipeline = start(sink);
        send(pipeline.inlet(), 0, 1_000);
        Accounting counts = pipeline.accounting();
        assertThat(counts.buffered()).as("%s", counts).isEqualTo(1_000);
        await().until(() -> pipeline.accounting().stored() > 900);
        sink.release();
        awaitPublished(pipeline, 1_000);
        assertThat(sink.published()).isEqualTo(values(0, 1_000));
        assertThat(pipeline.accounting().droppedTotal()).isZero();
        await().until(() -> pipeline.accounting().stored() == 0);
    }

    @Test
    void whileTheSinkKeepsUpNothingIsWritten() throws Exception {
        ScriptedSink sink = new ScriptedSink();
        Pipeline pipeline = start(sink, SMALL.withCapacity(1_000).withFlushSamples(500), SpillSettings.STANDARD);
        SampleSink inlet = pipeline.inlet();
        for (long sent = 0; sent < 200; sent += 10) {
            send(inlet, sent, sent + 10);
            awaitPublished(pipeline, sent + 10);
        }
        SpillMeter meter = Objects.requireNonNull(pipeline.spillMeter());
        assertThat(meter.written()).isZero();
        assertThat(meter.bytes()).isZero();
    }

    @Test
    void whatWasWrittenWhileTheSinkWasAwayIsFollowedByWhatComesThen() throws Exception {
        ScriptedSink sink = new ScriptedSink().held();
        Pipeline pipeline = start(sink);
        SampleSink inlet = pipeline.inlet();
        send(inlet, 0, 300);
        sink.release();
        send(inlet, 300, 2_000);
        awaitPublished(pipeline, 2_000);
        assertThat(sink.published()).isEqualTo(values(0, 2_000));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closingStoresWhatTheReceiverDidNotGetAndTheNextRunGoesOnWithIt(boolean always) throws Exception {
        SpillSettings spill = new SpillSettings(always, 0);
        ScriptedSink away = away(1_000);
        Pipeline first = start(away, SMALL, spill);
        send(first.inlet(), 0, 7);
        await().until(() -> first.sinkFailures() > 0);
        send(first.inlet(), 7, 100);
        first.close();
        assertThat(first.accounting().droppedTotal()).isZero();
        assertThat(first.accounting().stored()).isEqualTo(100);

        ScriptedSink sink = new ScriptedSink();
        Pipeline second = start(sink, SMALL, spill);
        send(second.inlet(), 100, 110);
        awaitPublished(second, 110);
        assertThat(sink.published()).isEqualTo(values(0, 110));
        assertThat(second.accounting().recovered()).isEqualTo(100);
        assertThat(second.accounting().received()).isEqualTo(110);
    }

    @Test
    void closingStoresWhatASinkThatHangsHolds() throws Exception {
        ScriptedSink hanging = new ScriptedSink().held();
        Pipeline first = start(hanging);
        send(first.inlet(), 0, 1);
        await().until(() -> hanging.calls() == 1);
        send(first.inlet(), 1, 6);
        first.close();
        assertThat(first.accounting().stored()).as("%s", first.accounting()).isEqualTo(6);

        ScriptedSink sink = new ScriptedSink();
        Pipeline second = start(sink);
        awaitPublished(second, 6);
        assertThat(sink.published()).isEqualTo(values(0, 6));
    }

    @Test
    void whatWasPublishedDoesNotComeAgain() throws Exception {
        ScriptedSink sink = new ScriptedSink();
        Pipeline first = start(sink, SMALL, ALWAYS);
        send(first.inlet(), 0, 100);
        awaitPublished(first, 100);
        first.close();
        assertThat(sink.published()).isEqualTo(values(0, 100));
        Pipeline second = start(sink, SMALL, ALWAYS);
        assertThat(second.accounting().recovered()).isZero();
    }

    @Test
    void withPersistAlwaysAKillLosesNothingThatIsOnDisk() throws Exception {
        ScriptedSink away = away(1_000);
        Pipeline first = start(away, SMALL, ALWAYS);
        send(first.inlet(), 0, 50);
        await().until(() -> first.accounting().stored() == 50 && first.sinkFailures() > 0);
        try (SampleLog left = asAKillLeavesIt()) {
            assertThat(left.recovered()).isEqualTo(50);
            assertThat(left.repeated()).as("one unit was at the sink").isBetween(1L, 4L);
        }
    }

    @Test
    void aFullDiskIsToldAndSamplesWaitInMemoryUntilItTakesThemAgain() throws Exception {
        ScriptedSink sink = new ScriptedSink().held();
        Pipeline pipeline = start(sink);
        disk.setRoom(0);
        send(pipeline.inlet(), 0, 5);
        await().until(() -> sink.calls() == 1);
        send(pipeline.inlet(), 5, 100);
        await().until(() -> pipeline.spillTrouble() != null);
        assertThat(pipeline.spillTrouble()).contains("No space left", "buffer");
        send(pipeline.inlet(), 100, 200);
        Accounting full = pipeline.accounting();
        assertThat(full.dropped(DropReason.OVERFLOW_OLDEST)).as("%s", full).isPositive();
        assertThat(full.isBalanced()).isTrue();

        disk.setRoom(Long.MAX_VALUE);
        await().until(() -> List.copyOf(notices).stream().anyMatch(notice -> notice.contains("works again")));
        assertThat(pipeline.spillTrouble()).isNull();
        long dropped = pipeline.accounting().droppedTotal();
        send(pipeline.inlet(), 200, 300);
        sink.release();
        awaitPublished(pipeline, 300 - dropped);
        assertThat(pipeline.accounting().droppedTotal()).isEqualTo(dropped);
        assertThat(sink.published()).isSorted().doesNotHaveDuplicates().endsWith(298L, 299L);
    }

    @Test
    void aDiskThatHasRoomAgainIsWellAlsoWhenNothingIsToBeWritten() throws Exception {
        ScriptedSink sink = new ScriptedSink().held();
        Pipeline pipeline = start(sink);
        disk.setRoom(0);
        send(pipeline.inlet(), 0, 5);
        await().until(() -> sink.calls() == 1);
        send(pipeline.inlet(), 5, 100);
        await().until(() -> pipeline.spillTrouble() != null);
        sink.release();
        awaitPublished(pipeline, 100 - pipeline.accounting().droppedTotal());
        assertThat(pipeline.spillTrouble()).as("still full").isNotNull();
        disk.setRoom(Long.MAX_VALUE);
        await().until(() -> pipeline.spillTrouble() == null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSinkThatIsWellDoesNotNoticeThatTheDiskIsFull(boolean always) throws Exception {
        ScriptedSink sink = new ScriptedSink();
        Pipeline pipeline = start(sink, SMALL.withCapacity(5_000), new SpillSettings(always, 0));
        disk.setRoom(0);
        SampleSink inlet = pipeline.inlet();
        for (long sent = 0; sent < 20_000; sent += 1_000) {
            send(inlet, sent, sent + 1_000);
            awaitPublished(pipeline, sent + 1_000);
        }
        assertThat(sink.published()).isEqualTo(values(0, 20_000));
        assertThat(pipeline.accounting().droppedTotal()).isZero();
    }

    @Test
    void aDiskThatCannotForceIsToldAndUsedOn() throws Exception {
        disk.setForceFails(true);
        ScriptedSink sink = new ScriptedSink();
        Pipeline pipeline = start(sink, SMALL, ALWAYS);
        send(pipeline.inlet(), 0, 10);
        await().until(() -> pipeline.spillTrouble() != null);
        disk.setForceFails(false);
        send(pipeline.inlet(), 10, 20);
        awaitPublished(pipeline, 20);
        await().until(() -> pipeline.spillTrouble() == null);
        assertThat(sink.published()).isEqualTo(values(0, 20));
    }

    @Test
    void aLossOnDiskMarksTheNextSample() throws Exception {
        ScriptedSink away = away(1_000);
        Pipeline first = start(away, SMALL, ALWAYS);
        send(first.inlet(), 0, 20);
        await().until(() -> first.accounting().stored() == 20);
        first.close();
        try (Stream<Path> files = Files.list(settings().folder())) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".seg")).toList()) {
                Files.delete(file);
            }
        }
        List<String> arrived = Collections.synchronizedList(new ArrayList<>());
        Pipeline second = start(
                (batch, unit) -> {
                    for (int i = 0; i < batch.size(); i++) {
                        arrived.add(batch.longAt(i) + (StatusCode.hasOverflow(batch.statusAt(i)) ? " marked" : ""));
                    }
                },
                SMALL,
                ALWAYS);
        await().until(() -> second.accounting().dropped(DropReason.DAMAGED) == 20);
        send(second.inlet(), 20, 22);
        awaitPublished(second, 2);
        assertThat(arrived).containsExactly("20 marked", "21");
    }

    @Test
    void whatTheSinkRefusesOrFailsAtDoesNotComeAgain() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        SinkInlet choosy = (batch, unit) -> {
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("cannot encode");
            }
            unit.refuse(0, "not this one");
        };
        Pipeline first = start(choosy, SMALL, ALWAYS);
        send(first.inlet(), 0, 100);
        await().until(() -> first.accounting().buffered() == 0);
        assertThat(first.accounting().dropped(DropReason.SINK_FAILED)).isPositive();
        assertThat(first.accounting().dropped(DropReason.REFUSED)).isPositive();
        first.close();
        assertThat(start(choosy, SMALL, ALWAYS).accounting().recovered()).isZero();
    }

    @Test
    void whatTheReceiverDeniesStaysOnDiskAndTheNextRunDeliversIt() throws Exception {
        AtomicInteger place = new AtomicInteger();
        SinkInlet forbidden = (batch, unit) -> {
            for (int i = 0; i < batch.size(); i++) {
                unit.deny(place.getAndIncrement(), "forbidden");
            }
            place.set(unit.isComplete() ? 0 : place.get());
        };
        Pipeline first = start(forbidden, SMALL, ALWAYS);
        send(first.inlet(), 0, 50);
        await().until(() -> first.accounting().stored() == 50 && first.sinkFailures() > 1);
        first.close();
        assertThat(first.accounting().droppedTotal()).isZero();
        ScriptedSink sink = new ScriptedSink();
        awaitPublished(start(sink, SMALL, ALWAYS), 50);
        assertThat(sink.published()).isEqualTo(values(0, 50));
    }

    @Test
    void aRateLimitsWhatIsReadBack() throws Exception {
        ScriptedSink sink = new ScriptedSink();
        Pipeline pipeline = start(sink, SMALL, new SpillSettings(true, 2));
        send(pipeline.inlet(), 0, 100);
        // The first second's worth, and a unit more; the rest of it is some fifty seconds away.
        await().until(() -> pipeline.accounting().published() >= 4);
        assertThat(pipeline.accounting().published()).isLessThan(50);
        pipeline.close();
        assertThat(pipeline.accounting().stored()).isGreaterThan(50);
    }

    @Test
    void theUnitAtTheSinkIsOnDiskBeforeWhatCameBehindIt() throws Exception {
        // Fails for ever, so the first unit, straight from the ring, is never acknowledged.
        Pipeline first = start(away(10_000));
        send(first.inlet(), 0, 3);
        await().until(() -> first.sinkFailures() > 0);
        send(first.inlet(), 3, 500);
        await().until(() -> first.accounting().stored() > 450);
        SampleLog left = asAKillLeavesIt();
        ScriptedSink sink = new ScriptedSink();
        try (Pipeline second = Pipeline.to(sink)
                .named("second")
                .settings(SMALL)
                .spill(left, SpillSettings.STANDARD)
                .start()) {
            awaitPublished(second, left.recovered());
            assertThat(sink.published())
                    .hasSizeGreaterThan(450)
                    .isEqualTo(values(0, sink.published().size()));
        }
    }

    @Test
    void aLogGoesWithThePolicySpillAndNoOther() throws Exception {
        try (SampleLog log = disk.log(settings())) {
            assertThatThrownBy(() -> Pipeline.to((batch, unit) -> {})
                            .spill(log, SpillSettings.STANDARD)
                            .start())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("spill");
        }
        assertThatThrownBy(
                        () -> Pipeline.to((batch, unit) -> {}).settings(SMALL).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spill");
    }
}
