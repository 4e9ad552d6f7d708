package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.testkit.peer.Interleavings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source, a sink and an end at once, in many orders: each sample is counted once, and each gap is marked. */
class QueueInterleavingsSuite {

    private static final int SAMPLES = 3;

    private static final EpochNanoClock CLOCK = EpochNanoClock.system();

    private static PipelineSettings settings(OverflowPolicy policy) {
        return PipelineSettings.STANDARD
                .withCapacity(2)
                .withArenaBytes(0)
                .withFlushSamples(2)
                .withOnFull(policy)
                .withBlockTimeout(Duration.ZERO);
    }

    @ParameterizedTest
    @EnumSource(
            value = OverflowPolicy.class,
            names = {"DROP_NEWEST", "DROP_OLDEST", "CONFLATE"})
    void aSourceASinkAndTheEndLeaveTheCountsBalanced(OverflowPolicy policy) {
        Interleavings.of(() -> {
            SampleQueue queue = new SampleQueue(settings(policy), CLOCK);
            FixedGroup points = TestGroups.dints(1);
            SourceGroup group = queue.open(null, points);
            List<Taken.Sample> taken = new ArrayList<>();
            Interleavings.atOnce(
                    () -> {
                        for (int n = 0; n < SAMPLES; n++) {
                            put(queue, group, points, n);
                        }
                    },
                    () -> {
                        take(queue, taken);
                        take(queue, taken);
                    },
                    queue::close);
            take(queue, taken);
            take(queue, taken);
            check(queue, taken, policy);
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = OverflowPolicy.class,
            names = {"DROP_NEWEST", "DROP_OLDEST", "CONFLATE"})
    void whatIsAtTheSinkWhenTheTimeToCloseIsUpIsCountedOnce(OverflowPolicy policy) {
        Interleavings.of(() -> {
            SampleQueue queue = new SampleQueue(settings(policy), CLOCK);
            FixedGroup points = TestGroups.dints(1);
            SourceGroup group = queue.open(null, points);
            put(queue, group, points, 0);
            List<Taken.Sample> taken = new ArrayList<>();
            Interleavings.atOnce(() -> put(queue, group, points, 1), () -> take(queue, taken), queue::settle);
            Accounting now = queue.accounting();
            Interleavings.require(now.isBalanced() && now.buffered() == 0, "not balanced: " + now);
            Interleavings.require(now.received() == 2 && now.published() <= taken.size(), "counts: " + now);
        });
    }

    private static void put(SampleQueue queue, SourceGroup group, FixedGroup points, int n) {
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(points, n, n);
        batch.add(0, n, StatusCode.GOOD, n);
        queue.put(group, batch);
        Interleavings.require(queue.accounting().isBalanced(), "not balanced");
    }

    private static void take(SampleQueue queue, List<Taken.Sample> taken) {
        if (queue.take(2) == SampleQueue.Next.UNIT) {
            Taken.show(queue.store(), queue.atSink(), queue.store().newView(), batch -> {
                for (int i = 0; i < batch.size(); i++) {
                    taken.add(new Taken.Sample(batch.pointAt(i), batch.longAt(i), batch.statusAt(i)));
                }
            });
            Taken.acknowledge(queue);
        }
    }

    private static void check(SampleQueue queue, List<Taken.Sample> taken, OverflowPolicy policy) {
        Accounting now = queue.accounting();
        Interleavings.require(now.isBalanced() && now.buffered() == 0, "not balanced: " + now);
        Interleavings.require(now.received() == SAMPLES && now.published() == taken.size(), "counts: " + now);
        long last = -1;
        for (Taken.Sample sample : taken) {
            boolean gap = sample.value() != last + 1;
            Interleavings.require(sample.value() > last, "out of order: " + taken);
            Interleavings.require(
                    !gap || policy == OverflowPolicy.CONFLATE || StatusCode.hasOverflow(sample.status()),
                    "a gap without a mark: " + taken);
            last = sample.value();
        }
    }
}
