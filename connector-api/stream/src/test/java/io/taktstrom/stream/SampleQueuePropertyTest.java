package io.taktstrom.stream;

import java.time.Duration;
import java.util.SplittableRandom;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Random puts, takes, acknowledgements and failures on one thread: every step leaves the counts balanced. */
class SampleQueuePropertyTest {

    private static final int ROUNDS = 1000;
    private static final int STEPS = 400;

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void whateverHappensEverySampleIsAccountedForAndEveryLossIsMarked(OverflowPolicy policy) throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                play(policy, new SplittableRandom(seed + round));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(policy + " with seed " + (seed + round) + ": " + e.getMessage(), e);
            }
        }
    }

    private static void play(OverflowPolicy policy, SplittableRandom random) throws Exception {
        int capacity = 1 + random.nextInt(20);
        int arenaBytes = random.nextInt(80);
        SampleQueue queue = new SampleQueue(
                PipelineSettings.STANDARD
                        .withCapacity(capacity)
                        .withArenaBytes(arenaBytes)
                        .withOnFull(policy)
                        .withBlockTimeout(Duration.ZERO),
                EpochNanoClock.system());
        TracedSource source = new TracedSource(1 + random.nextInt(6), 1 + random.nextInt(30), random);
        SourceGroup group = queue.open(null, source.group);
        int most = 1 + random.nextInt(capacity);
        SampleBatch view = queue.store().newView();
        long failed = 0;
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                queue.put(group, source.next());
            } else if (queue.accounting().buffered() > 0) {
                queue.take(most);
                assertThat(queue.highWater()).isLessThanOrEqualTo(capacity);
                if (random.nextInt(10) == 0) {
                    failed += queue.atSink().size;
                    queue.fail();
                } else {
                    long unmarked = queue.accounting().dropped(DropReason.CONFLATED);
                    Taken.show(queue.store(), queue.atSink(), view, batch -> source.check(batch, unmarked));
                    Taken.acknowledge(queue);
                }
            }
            Accounting now = queue.accounting();
            assertThat(now.isBalanced()).as("%s", now).isTrue();
            assertThat(now.received()).isEqualTo(source.made());
            assertThat(now.published()).isEqualTo(source.arrived());
            assertThat(now.dropped(DropReason.SINK_FAILED)).isEqualTo(failed);
        }
        queue.settle();
        assertThat(queue.accounting().buffered()).isZero();
        assertThat(queue.accounting().isBalanced()).isTrue();
    }
}
