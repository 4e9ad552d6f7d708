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

/** Random puts, takes, acknowledgements and failures on one thread: every step leaves the books balanced. */
class SampleRingPropertyTest {

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
        SampleRing ring = new SampleRing(
                PipelineSettings.STANDARD
                        .withCapacity(capacity)
                        .withArenaBytes(arenaBytes)
                        .withOnFull(policy)
                        .withBlockTimeout(Duration.ZERO),
                EpochNanoClock.system());
        TracedSource source = new TracedSource(1 + random.nextInt(6), 1 + random.nextInt(30), random);
        Origin origin = ring.open(null, source.group);
        SampleQueue staged = new SampleQueue(1 + random.nextInt(capacity), arenaBytes);
        SampleBatch batch = new SampleBatch(1 + random.nextInt(capacity), Math.max(arenaBytes, 1));
        long failed = 0;
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                ring.put(origin, source.next());
            } else if (ring.accounting().buffered() > 0) {
                ring.take(staged);
                assertThat(ring.highWater()).isLessThanOrEqualTo(capacity);
                if (random.nextInt(10) == 0) {
                    failed += staged.size();
                    ring.fail(staged);
                } else {
                    check(staged, batch, source, ring.accounting().dropped(DropReason.CONFLATED));
                    ring.acknowledge();
                }
                staged.clear();
            }
            Accounting now = ring.accounting();
            assertThat(now.isBalanced()).as("%s", now).isTrue();
            assertThat(now.received()).isEqualTo(source.made());
            assertThat(now.published()).isEqualTo(source.arrived());
            assertThat(now.dropped(DropReason.SINK_FAILED)).isEqualTo(failed);
        }
        ring.settle();
        assertThat(ring.accounting().buffered()).isZero();
        assertThat(ring.accounting().isBalanced()).isTrue();
    }

    private static void check(SampleQueue staged, SampleBatch batch, TracedSource source, long unmarked) {
        for (long position = staged.head(); position < staged.tail(); ) {
            position = staged.copyRun(position, batch);
            source.check(batch, unmarked);
        }
    }
}
