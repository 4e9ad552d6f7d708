package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.SinkInlet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Receivers that are away, refuse or hang, and how a pipeline ends. */
class PipelineTroubleTest extends PipelineBench {

    @Test
    void whenTheReceiverIsAwayTheUnitIsRepeatedUntilItArrives() {
        sink.failing(new IOException("away"), new IOException("still away"));
        Pipeline started = start();
        send(started.inlet(), 1, 2, 3);

        awaitPublished(started, 3);
        assertThat(sink.published()).containsExactly(1L, 2L, 3L);
        assertThat(started.sinkFailures()).isEqualTo(2);
        assertThat(started.accounting().droppedTotal()).isZero();
        assertThat(notices).singleElement().asString().contains("away", "trying again");
    }

    /** As the client of a receiver fails that states an absurd length. */
    @Test
    void whenAnAllocationOfTheSinkFailsAndTheHeapHasRoomTheUnitIsRepeated() {
        sink.failing(
                new OutOfMemoryError("Requested array size exceeds VM limit"), new OutOfMemoryError("Java heap space"));
        Pipeline started = start();
        send(started.inlet(), 1, 2, 3);

        awaitPublished(started, 3);
        assertThat(sink.published()).containsExactly(1L, 2L, 3L);
        assertThat(started.sinkFailures()).isEqualTo(2);
        assertThat(started.threadFailures()).isZero();
        assertThat(started.accounting().droppedTotal()).isZero();
    }

    @Test
    void whileTheSinkIsAwayItSaysWhyAndSinceWhenTheOldestSampleWaits() {
        AtomicBoolean away = new AtomicBoolean(true);
        SinkInlet broker = (batch, unit) -> {
            if (away.get()) {
                throw new IOException("connection refused");
            }
        };
        try (Pipeline started =
                Pipeline.to(broker).named("away").onNotice(notices::add).start()) {
            assertThat(started.sinkTrouble()).isNull();
            assertThat(started.oldestAt()).isEqualTo(SampleBatch.NO_TIME);
            send(started.inlet(), 1);
            await().until(() -> started.sinkTrouble() != null);
            assertThat(started.sinkTrouble()).extracting(SinkTrouble::text).isEqualTo("connection refused");
            assertThat(started.oldestAt()).isNotEqualTo(SampleBatch.NO_TIME);
            assertThat(started.isAlive()).isTrue();
            away.set(false);
            awaitPublished(started, 1);
            await().until(() -> started.sinkTrouble() == null);
            assertThat(started.oldestAt()).isEqualTo(SampleBatch.NO_TIME);
        }
    }

    @Test
    void whatTheReceiverRefusesIsCountedAndMarkedAndTheRestOfItsUnitIsPublished() {
        List<String> arrived = Collections.synchronizedList(new ArrayList<>());
        SinkInlet choosy = (batch, unit) -> {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.longAt(i) == 2) {
                    unit.refuse(i, "2 is odd here");
                    unit.refuse(i, "2 is odd here");
                } else {
                    arrived.add(unit.number() + "/" + unit.attempt() + ": " + batch.longAt(i)
                            + (StatusCode.hasOverflow(batch.statusAt(i)) ? " marked" : ""));
                }
            }
        };
        try (Pipeline started =
                Pipeline.to(choosy).named("choosy").onNotice(notices::add).start()) {
            SampleSink inlet = started.inlet();
            send(inlet, 1, 2);
            await().until(() -> started.accounting().buffered() == 0);
            send(inlet, 3);
            awaitPublished(started, 2);
            assertThat(arrived).containsExactly("1/1: 1", "2/1: 3 marked");
            assertThat(started.accounting().dropped(DropReason.REFUSED)).isEqualTo(1);
            assertThat(started.accounting().isBalanced()).isTrue();
            assertThat(notices).singleElement().asString().contains("choosy refuses 1 of 2 samples: 2 is odd here");
        }
    }

    @Test
    void whatTheReceiverDeniesIsHeldUntilItIsPermittedAndTheRestOfItsUnitIsPublishedOnce() {
        AtomicBoolean permitted = new AtomicBoolean();
        List<Long> arrived = Collections.synchronizedList(new ArrayList<>());
        SinkInlet guarded = (batch, unit) -> {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.longAt(i) == 2 && !permitted.get()) {
                    unit.deny(i, "topic 2 is forbidden");
                } else if (batch.longAt(i) == 4) {
                    unit.refuse(i, "4 does not fit");
                } else {
                    arrived.add(batch.longAt(i));
                }
            }
        };
        try (Pipeline started =
                Pipeline.to(guarded).named("guarded").onNotice(notices::add).start()) {
            SampleSink inlet = started.inlet();
            send(inlet, 1, 2, 3, 4);
            await().until(() -> started.sinkFailures() > 2);
            assertThat(arrived).containsExactly(1L, 3L);
            assertThat(started.sinkTrouble()).extracting(SinkTrouble::text).isEqualTo("topic 2 is forbidden");
            Accounting held = started.accounting();
            assertThat(held.published()).isEqualTo(2);
            assertThat(held.buffered()).isEqualTo(1);
            assertThat(held.dropped(DropReason.REFUSED)).isEqualTo(1);
            assertThat(held.isBalanced()).isTrue();
            send(inlet, 5);
            permitted.set(true);
            awaitPublished(started, 4);
            assertThat(arrived).containsExactly(1L, 3L, 2L, 5L);
            await().until(() -> started.sinkTrouble() == null);
            assertThat(started.accounting().isBalanced()).isTrue();
            assertThat(started.accounting().droppedTotal()).isEqualTo(1);
        }
    }

    @Test
    void anOperatorIsToldWhatIsHeldAndAUnitOfWhichAllIsDeniedKeepsItsNumber() {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        SinkInlet deniesTwice = (batch, unit) -> {
            calls.add(unit.number() + "/" + unit.attempt());
            if (unit.attempt() < 3) {
                unit.deny(0, "topic a is forbidden");
            }
        };
        try (Pipeline started =
                Pipeline.to(deniesTwice).named("held").onNotice(notices::add).start()) {
            send(started.inlet(), 1);
            awaitPublished(started, 1);
            assertThat(calls).containsExactly("1/1", "1/2", "1/3");
            assertThat(notices).singleElement().asString().contains("topic a is forbidden", "samples are held");
        }
    }

    @Test
    void aUnitThatIsDeliveredAgainKeepsItsNumberAndForgetsWhatWasRefused() {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        SinkInlet failsOnce = (batch, unit) -> {
            calls.add(unit.number() + "/" + unit.attempt());
            if (unit.attempt() == 1) {
                unit.refuse(0, "not now");
                throw new IOException("away");
            }
        };
        try (Pipeline started =
                Pipeline.to(failsOnce).named("again").onNotice(notices::add).start()) {
            SampleSink inlet = started.inlet();
            send(inlet, 1);
            awaitPublished(started, 1);
            send(inlet, 2);
            awaitPublished(started, 2);
            assertThat(calls).containsExactly("1/1", "1/2", "2/1", "2/2");
            assertThat(started.accounting().droppedTotal()).isZero();
        }
    }

    @Test
    void aFailureInTheMiddleOfAUnitRepeatsItFromItsStart() {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch firstMayReturn = new CountDownLatch(1);
        SinkInlet failsOnce = (batch, unit) -> {
            String call = batch.longAt(0) + (unit.isComplete() ? " end" : "");
            boolean again = calls.contains(call);
            calls.add(call);
            if (call.equals("1 end")) {
                await().until(() -> firstMayReturn.getCount() == 0);
            }
            if (call.equals("3") && !again) {
                throw new IOException("in the middle");
            }
        };
        try (Pipeline started =
                Pipeline.to(failsOnce).named("middle").onNotice(notices::add).start()) {
            SampleSink inlet = started.inlet();
            send(inlet, 1);
            await().until(() -> calls.size() == 1);
            // Batches of their own stay batches of their own, but make one unit.
            send(inlet, 2);
            send(inlet, 3);
            send(inlet, 4);
            firstMayReturn.countDown();

            awaitPublished(started, 4);
            assertThat(calls).containsExactly("1 end", "2", "3", "2", "3", "4 end");
        }
    }

    @Test
    void anyOtherFailureOfTheSinkDropsTheUnitAndGoesOn() {
        sink.failing(new IllegalArgumentException("cannot encode"), new StackOverflowError());
        Pipeline started = start();
        SampleSink inlet = started.inlet();
        send(inlet, 1, 2);
        await().until(() -> started.accounting().dropped(DropReason.SINK_FAILED) == 2);
        send(inlet, 3);
        await().until(() -> started.accounting().dropped(DropReason.SINK_FAILED) == 3);
        send(inlet, 4);

        awaitPublished(started, 1);
        assertThat(sink.published()).containsExactly(4L);
        assertThat(started.sinkFailures()).isEqualTo(2);
    }

    @Test
    void aUnitIsNeverLargerThanAgreed() {
        sink.held();
        Pipeline started = start(PipelineSettings.STANDARD.withFlushSamples(4), List.of());
        SampleSink inlet = started.inlet();
        send(inlet, LongStream.range(0, 10).toArray());
        sink.release();

        awaitPublished(started, 10);
        assertThat(sink.units()).allMatch(size -> size <= 4);
        assertThat(sink.published()).hasSize(10).isSorted();
    }

    @Test
    void aSlowSinkFillsTheRingAndTheCountsSayWhatWasDropped() {
        sink.held();
        Pipeline started = start(PipelineSettings.STANDARD.withCapacity(4).withFlushSamples(1), List.of());
        SampleSink inlet = started.inlet();
        send(inlet, 0);
        await().until(() -> sink.calls() == 1);
        send(inlet, 1, 2, 3, 4, 5, 6);

        Accounting counts = started.accounting();
        assertThat(counts.isBalanced()).isTrue();
        assertThat(counts.buffered()).as("one at the sink, four in the ring").isEqualTo(5);
        assertThat(counts.dropped(DropReason.OVERFLOW_OLDEST)).isEqualTo(2);
        sink.release();
        awaitPublished(started, 5);
        assertThat(sink.published()).containsExactly(0L, 3L, 4L, 5L, 6L);
        assertThat(started.highWater()).isEqualTo(4);
    }

    @Test
    void closingPublishesWhatStillWaits() {
        sink.held();
        Pipeline started = start();
        send(started.inlet(), 1, 2, 3);
        await().until(() -> sink.calls() == 1);
        send(started.inlet(), 4);
        sink.release();
        started.close();

        assertThat(sink.published()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(sink.isClosed()).isTrue();
        assertThat(started.accounting().published()).isEqualTo(4);
    }

    @Test
    void whatComesAfterClosingIsCounted() {
        Pipeline started = start();
        SampleSink inlet = started.inlet();
        started.close();
        send(inlet, 1, 2);
        assertThat(started.accounting().dropped(DropReason.CLOSED)).isEqualTo(2);
    }

    @Test
    void closingGivesUpOnASinkThatHangs() {
        sink.held();
        Pipeline started = start(PipelineSettings.STANDARD.withCloseTimeout(Duration.ofMillis(50)), List.of());
        send(started.inlet(), 1, 2);
        await().until(() -> sink.calls() == 1);
        started.close();

        assertThat(started.accounting().dropped(DropReason.CLOSED)).isEqualTo(2);
        assertThat(started.accounting().isBalanced()).isTrue();
        assertThat(sink.isClosed()).isTrue();
    }

    @Test
    void closingGivesUpOnAReceiverThatStaysAway() {
        for (int i = 0; i < 100; i++) {
            sink.failing(new IOException("away"));
        }
        Pipeline started = start(PipelineSettings.STANDARD.withCloseTimeout(Duration.ofMillis(50)), List.of());
        send(started.inlet(), 1, 2);
        await().until(() -> started.sinkFailures() > 0);
        started.close();

        assertThat(started.accounting().dropped(DropReason.CLOSED)).isEqualTo(2);
        assertThat(sink.published()).isEmpty();
    }

    @Test
    void aSinkMayCloseItsPipeline() {
        Pipeline[] own = new Pipeline[1];
        SinkInlet closing = (batch, unit) -> own[0].close();
        own[0] = Pipeline.to(closing).named("own").start();
        send(own[0].inlet(), 1);
        awaitPublished(own[0], 1);
        own[0].close();
        assertThat(own[0].accounting().isBalanced()).isTrue();
    }

    @Test
    void aStrayInterruptDoesNotEndIt() {
        Pipeline started = start();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("takt-stream-test"))
                .forEach(Thread::interrupt);
        send(started.inlet(), 1);
        awaitPublished(started, 1);
    }

    @Test
    void anUnexpectedFailureIsCountedAndThePipelineGoesOn() {
        sink.failing(new IllegalStateException("odd"));
        AtomicBoolean failed = new AtomicBoolean();
        Pipeline started = Pipeline.to(sink)
                .named("test")
                .onNotice(message -> {
                    if (failed.compareAndSet(false, true)) {
                        throw new IllegalStateException("a listener that fails");
                    }
                })
                .start();
        pipeline = started;
        SampleSink inlet = started.inlet();
        send(inlet, 1);
        await().until(() -> started.threadFailures() == 1);
        send(inlet, 2);
        awaitPublished(started, 2);
        assertThat(sink.published()).containsExactly(1L, 2L);
    }

    @Test
    void anExhaustedHeapEndsTheThreadByWayOfTheDefaultHandlerWithClosedCounts() {
        Thread.UncaughtExceptionHandler former = Thread.getDefaultUncaughtExceptionHandler();
        List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
        try {
            OutOfMemoryError exhausted = new OutOfMemoryError("for a test");
            sink.failing(exhausted);
            Pipeline started = start();
            send(started.inlet(), 1);
            await().dontCatchUncaughtExceptions().until(() -> uncaught.contains(exhausted));
            assertThat(started.accounting().dropped(DropReason.CLOSED)).isEqualTo(1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(former);
        }
    }

    @Test
    void whatADeploymentAsksForIsNoLossAndWhatAFullRingDropsIsOne() {
        assertThat(DropReason.values())
                .filteredOn(DropReason::wasAskedFor)
                .containsExactly(
                        DropReason.CONFLATED, DropReason.DEADBAND, DropReason.DOWNSAMPLED, DropReason.FILTERED);
    }
}
