package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.Taken.Sample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SampleQueueTest {

    private static final int GOOD = StatusCode.GOOD;
    private static final int MARKED = StatusCode.withOverflow(GOOD);

    private final FixedGroup group = TestGroups.dints(3);
    private SampleQueue queue = new SampleQueue(PipelineSettings.STANDARD, EpochNanoClock.system());
    private SourceGroup origin = queue.open(null, group);

    private void queue(PipelineSettings settings) {
        queue = new SampleQueue(settings, EpochNanoClock.system());
        origin = queue.open(null, group);
    }

    private void queue(int capacity, OverflowPolicy policy) {
        queue(PipelineSettings.STANDARD
                .withCapacity(capacity)
                .withOnFull(policy)
                .withBlockTimeout(Duration.ofMillis(1)));
    }

    /** Alternates point and value. */
    private void put(long... pointsAndValues) {
        SampleBatch batch = new SampleBatch(Math.max(1, pointsAndValues.length / 2), 0);
        batch.reset(group, 1, 0);
        for (int i = 0; i < pointsAndValues.length; i += 2) {
            batch.add((int) pointsAndValues[i], i, GOOD, pointsAndValues[i + 1]);
        }
        queue.put(origin, batch);
    }

    private List<Sample> take() {
        List<Sample> taken = Taken.from(queue, 100);
        Taken.acknowledge(queue);
        return taken;
    }

    private static List<Long> values(List<Sample> samples) {
        return samples.stream().map(Sample::value).collect(toList());
    }

    @AfterEach
    void theCountsBalance() {
        assertThat(queue.accounting().isBalanced()).as("%s", queue.accounting()).isTrue();
    }

    @Test
    void samplesLeaveAsTheyCame() throws Exception {
        put(0, 10, 1, 11);
        put(2, 12);

        assertThat(take()).containsExactly(new Sample(0, 10, GOOD), new Sample(1, 11, GOOD), new Sample(2, 12, GOOD));
        assertThat(queue.accounting().published()).isEqualTo(3);
    }

    @Test
    void dropNewestRefusesWhatArrivesAndMarksThePointsNextSample() throws Exception {
        queue(2, OverflowPolicy.DROP_NEWEST);
        put(0, 10, 1, 11, 0, 20, 1, 21);
        assertThat(values(take())).containsExactly(10L, 11L);
        put(0, 30, 0, 31);

        assertThat(take()).containsExactly(new Sample(0, 30, MARKED), new Sample(0, 31, GOOD));
        put(1, 40);
        assertThat(take()).containsExactly(new Sample(1, 40, MARKED));
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_NEWEST)).isEqualTo(2);
    }

    @Test
    void dropOldestMakesRoomAndMarksThePointsNextSample() throws Exception {
        queue(2, OverflowPolicy.DROP_OLDEST);
        put(0, 10, 1, 11, 0, 20);

        assertThat(take()).containsExactly(new Sample(1, 11, GOOD), new Sample(0, 20, MARKED));
        put(0, 30);
        assertThat(take()).containsExactly(new Sample(0, 30, GOOD));
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(1);
    }

    @Test
    void aBatchLargerThanTheRingLosesItsOwnOldest() throws Exception {
        queue(3, OverflowPolicy.DROP_OLDEST);
        put(LongStream.range(0, 10).flatMap(i -> LongStream.of(0, i)).toArray());

        assertThat(values(take())).containsExactly(7L, 8L, 9L);
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(7);
    }

    @Test
    void conflateKeepsTheLatestOfEachPointInTheOrderOfTheFirst() throws Exception {
        queue(10, OverflowPolicy.CONFLATE);
        put(0, 10, 1, 11, 0, 20, 2, 12, 0, 30);

        assertThat(take()).containsExactly(new Sample(0, 30, GOOD), new Sample(1, 11, GOOD), new Sample(2, 12, GOOD));
        put(0, 40);
        assertThat(take()).containsExactly(new Sample(0, 40, GOOD));
        assertThat(queue.accounting().dropped(DropReason.CONFLATED)).isEqualTo(2);
    }

    @Test
    void conflateDropsTheOldestWhenThereAreMorePointsThanRoom() throws Exception {
        queue(2, OverflowPolicy.CONFLATE);
        put(0, 10, 1, 11, 2, 12, 0, 20);

        assertThat(take()).containsExactly(new Sample(2, 12, GOOD), new Sample(0, 20, MARKED));
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(2);
    }

    @Test
    void conflateKeepsTheMarkOfALossThatWasNotAskedFor() throws Exception {
        queue(1, OverflowPolicy.CONFLATE);
        put(0, 10, 1, 11);
        assertThat(take()).containsExactly(new Sample(1, 11, GOOD));
        put(0, 20);
        put(0, 30, 0, 40);

        assertThat(take()).containsExactly(new Sample(0, 40, MARKED));
        put(0, 50, 0, 60);
        assertThat(take()).containsExactly(new Sample(0, 60, GOOD));
        assertThat(queue.accounting().dropped(DropReason.CONFLATED)).isEqualTo(3);
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(1);
    }

    @Test
    void conflateKeepsTheMarkOfTheSampleWhosePlaceItTakes() throws Exception {
        queue(10, OverflowPolicy.CONFLATE);
        SampleBatch batch = new SampleBatch(2, 0);
        batch.reset(group, 1, 0);
        batch.add(0, 0, MARKED, 10);
        batch.add(0, 0, GOOD, 20);
        queue.put(origin, batch);

        assertThat(take()).containsExactly(new Sample(0, 20, MARKED));
    }

    @Test
    void conflateReplacesTextsOfAnyLengthThatTheTypeAllows() throws Exception {
        FixedGroup texts = TestGroups.of(StringType.string(10));
        queue(PipelineSettings.STANDARD.withArenaBytes(64).withOnFull(OverflowPolicy.CONFLATE));
        SourceGroup textSourceGroup = queue.open(null, texts);
        for (String text : List.of("a", "bcdefghijk", "xyz")) {
            SampleBatch batch = new SampleBatch(1, 16);
            batch.reset(texts, 1, 0);
            batch.addText(0, 0, GOOD, text);
            queue.put(textSourceGroup, batch);
        }

        assertThat(Taken.textsFrom(queue, 10)).containsExactly("xyz");
        Taken.acknowledge(queue);
        assertThat(queue.accounting().dropped(DropReason.CONFLATED)).isEqualTo(2);
    }

    @Test
    void anArrayOfOpenLengthThatGrewQueuesBehindItsWaitingSelf() throws Exception {
        FixedGroup arrays = TestGroups.of(new ArrayType(ScalarType.BYTE, List.of()));
        queue(PipelineSettings.STANDARD.withArenaBytes(64).withOnFull(OverflowPolicy.CONFLATE));
        SourceGroup arraySourceGroup = queue.open(null, arrays);
        for (String bytes : List.of("ab", "abcdef", "xyz")) {
            SampleBatch batch = new SampleBatch(1, 16);
            batch.reset(arrays, 1, 0);
            batch.addText(0, 0, GOOD, bytes);
            queue.put(arraySourceGroup, batch);
        }

        assertThat(Taken.textsFrom(queue, 10)).containsExactly("ab", "xyz");
        Taken.acknowledge(queue);
    }

    @Test
    void whatIsLargerThanTheArenaIsDroppedAndTheRestPasses() throws Exception {
        FixedGroup texts = TestGroups.of(StringType.string(100));
        queue(PipelineSettings.STANDARD.withArenaBytes(8));
        SourceGroup textSourceGroup = queue.open(null, texts);
        SampleBatch batch = new SampleBatch(2, 64);
        batch.reset(texts, 1, 0);
        batch.addText(0, 0, GOOD, "nine byte");
        batch.addText(0, 0, GOOD, "8 bytes.");
        queue.put(textSourceGroup, batch);

        assertThat(Taken.textsFrom(queue, 10)).containsExactly("8 bytes.");
        Taken.acknowledge(queue);
        assertThat(queue.accounting().dropped(DropReason.TOO_LARGE)).isEqualTo(1);
    }

    @Test
    void aLargeArenaLimitsOneSampleToASixteenth() {
        assertThat(PipelineSettings.STANDARD.withArenaBytes(8).largestSampleBytes())
                .isEqualTo(8);
        assertThat(PipelineSettings.STANDARD.withArenaBytes(1 << 20).largestSampleBytes())
                .isEqualTo(1 << 20);
        assertThat(PipelineSettings.STANDARD.withArenaBytes(1 << 26).largestSampleBytes())
                .isEqualTo(1 << 22);
    }

    @Test
    void aFullArenaIsAFullRing() throws Exception {
        FixedGroup texts = TestGroups.of(StringType.string(100));
        queue(PipelineSettings.STANDARD.withArenaBytes(8).withOnFull(OverflowPolicy.DROP_OLDEST));
        SourceGroup textSourceGroup = queue.open(null, texts);
        SampleBatch batch = new SampleBatch(3, 64);
        batch.reset(texts, 1, 0);
        batch.addText(0, 0, GOOD, "abcd");
        batch.addText(0, 0, GOOD, "efgh");
        batch.addText(0, 0, GOOD, "ijklm");
        queue.put(textSourceGroup, batch);

        assertThat(Taken.textsFrom(queue, 10)).containsExactly("ijklm");
        Taken.acknowledge(queue);
        assertThat(queue.accounting().dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(2);
    }

    @Test
    void blockWaitsUntilTheSinkTakes() throws Exception {
        queue(PipelineSettings.STANDARD
                .withCapacity(2)
                .withOnFull(OverflowPolicy.BLOCK)
                .withBlockTimeout(Duration.ofMinutes(1)));
        Thread source = new Thread(() -> put(0, 1, 0, 2, 0, 3, 0, 4, 0, 5));
        source.start();

        List<Long> taken = new ArrayList<>();
        while (taken.size() < 5) {
            taken.addAll(values(take()));
        }
        source.join();
        assertThat(taken).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(queue.accounting().droppedTotal()).isZero();
    }

    @Test
    void blockDropsWhenItsTimeIsOver() throws Exception {
        queue(2, OverflowPolicy.BLOCK);
        put(0, 1, 0, 2, 0, 3, 1, 4);

        assertThat(values(take())).containsExactly(1L, 2L);
        put(0, 5);
        assertThat(take()).containsExactly(new Sample(0, 5, MARKED));
        assertThat(queue.accounting().dropped(DropReason.BLOCK_TIMEOUT)).isEqualTo(2);
    }

    @Test
    void aBlockedSourceThatIsInterruptedDropsAndKeepsItsInterrupt() throws Exception {
        queue(PipelineSettings.STANDARD
                .withCapacity(1)
                .withOnFull(OverflowPolicy.BLOCK)
                .withBlockTimeout(Duration.ofMinutes(1)));
        boolean[] interrupted = new boolean[1];
        Thread source = new Thread(() -> {
            put(0, 1, 0, 2, 0, 3);
            interrupted[0] = Thread.interrupted();
        });
        source.start();
        source.interrupt();
        source.join();

        assertThat(interrupted[0]).isTrue();
        assertThat(queue.accounting().dropped(DropReason.BLOCK_TIMEOUT)).isEqualTo(2);
    }

    @Test
    void closingFreesABlockedSource() throws Exception {
        queue(PipelineSettings.STANDARD
                .withCapacity(1)
                .withOnFull(OverflowPolicy.BLOCK)
                .withBlockTimeout(Duration.ofMinutes(1)));
        Thread source = new Thread(() -> put(0, 1, 0, 2, 0, 3));
        source.start();
        await().until(() -> queue.accounting().buffered() == 1);
        queue.close();
        source.join();

        assertThat(queue.accounting().dropped(DropReason.CLOSED)).isEqualTo(2);
        assertThat(values(take())).containsExactly(1L);
        assertThat(queue.take(1)).as("closed and empty").isEqualTo(SampleQueue.Next.END);
    }

    @Test
    void afterClosingEverythingIsDropped() {
        queue.close();
        put(0, 1, 1, 2);
        assertThat(queue.accounting().dropped(DropReason.CLOSED)).isEqualTo(2);
        assertThat(queue.accounting().buffered()).isZero();
    }

    @Test
    void settlingCountsWhatWaitsAndWhatIsAtTheSink() throws Exception {
        put(0, 1, 0, 2, 0, 3);
        Taken.from(queue, 2);
        queue.settle();

        assertThat(queue.accounting().dropped(DropReason.CLOSED)).isEqualTo(3);
        Taken.acknowledge(queue);
        assertThat(queue.accounting().published()).as("too late").isZero();
    }

    @Test
    void whatTheSinkFailedOnMarksThePointsNextSamples() throws Exception {
        put(0, 1, 0, 2);
        queue.take(10);
        queue.fail();
        put(0, 3, 1, 4);

        assertThat(take()).containsExactly(new Sample(0, 3, MARKED), new Sample(1, 4, GOOD));
        assertThat(queue.accounting().dropped(DropReason.SINK_FAILED)).isEqualTo(2);
    }

    @Test
    void lossesAreRememberedWhenTheGroupChangesItsTypes() throws Exception {
        queue(1, OverflowPolicy.DROP_NEWEST);
        put(0, 1, 0, 2);
        take();
        FixedGroup changed = new FixedGroup(
                group.points(), List.of(ScalarType.LINT, ScalarType.DINT, ScalarType.DINT), group.statuses());
        SourceGroup successor = queue.open(origin, changed);
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(changed, 1, 0);
        batch.add(0, 0, GOOD, 3);
        queue.put(successor, batch);

        assertThat(take()).containsExactly(new Sample(0, 3, MARKED));
    }

    @Test
    void theHighWaterMarkStays() throws Exception {
        put(0, 1, 0, 2, 0, 3);
        take();
        put(0, 4);
        assertThat(queue.highWater()).isEqualTo(3);
    }
}
