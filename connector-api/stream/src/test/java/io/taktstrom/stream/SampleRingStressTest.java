package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Several sources, a sink and a reader of the books at once, for a second each. */
class SampleRingStressTest {

    private static final int SOURCES = 3;
    private static final long RUN_NANOS = 1_000_000_000;

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void threadsThatCollideLoseNothingUncounted(OverflowPolicy policy) throws Exception {
        long seed = System.nanoTime();
        String as = policy + " with seed " + seed;
        SampleRing ring = new SampleRing(
                PipelineSettings.STANDARD
                        .withCapacity(50)
                        .withArenaBytes(300)
                        .withOnFull(policy)
                        .withBlockTimeout(Duration.ofMinutes(1)),
                EpochNanoClock.system());
        List<TracedSource> sources = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            sources.add(new TracedSource(5, 20, new SplittableRandom(seed + i)));
        }
        ExecutorService pool = Executors.newFixedThreadPool(SOURCES + 2);
        try {
            long end = System.nanoTime() + RUN_NANOS;
            List<Future<?>> putting = new ArrayList<>();
            for (TracedSource source : sources) {
                putting.add(pool.submit(() -> put(ring, source, end)));
            }
            Future<?> taking = pool.submit(takeAll(ring, sources));
            Future<?> auditing = pool.submit(() -> audit(ring, end));
            for (Future<?> source : putting) {
                source.get(1, TimeUnit.MINUTES);
            }
            ring.close();
            taking.get(1, TimeUnit.MINUTES);
            auditing.get(1, TimeUnit.MINUTES);
        } finally {
            pool.shutdownNow();
        }
        Accounting books = ring.accounting();
        assertThat(books.isBalanced()).as(as).isTrue();
        assertThat(books.buffered()).as(as).isZero();
        assertThat(books.received()).as(as).isEqualTo(sum(sources, true)).isPositive();
        assertThat(books.published()).as(as).isEqualTo(sum(sources, false)).isPositive();
        if (policy == OverflowPolicy.BLOCK) {
            assertThat(books.droppedTotal()).as(as).isZero();
        }
    }

    private static void put(SampleRing ring, TracedSource source, long end) {
        Origin origin = ring.open(null, source.group);
        while (System.nanoTime() < end) {
            ring.put(origin, source.next());
        }
    }

    private static Callable<Void> takeAll(SampleRing ring, List<TracedSource> sources) {
        return () -> {
            SampleQueue staged = new SampleQueue(32, 300);
            SampleBatch batch = new SampleBatch(16, 300);
            while (ring.take(staged) > 0) {
                for (long position = staged.head(); position < staged.tail(); ) {
                    position = staged.copyRun(position, batch);
                    sourceOf(sources, batch.group())
                            .check(batch, ring.accounting().dropped(DropReason.CONFLATED));
                }
                ring.acknowledge();
                staged.clear();
            }
            return null;
        };
    }

    private static TracedSource sourceOf(List<TracedSource> sources, PointGroup group) {
        return sources.stream()
                .filter(source -> source.group == group)
                .findFirst()
                .orElseThrow();
    }

    private static void audit(SampleRing ring, long end) {
        Accounting before = ring.accounting();
        while (System.nanoTime() < end) {
            Accounting now = ring.accounting();
            assertThat(now.isBalanced()).as("%s", now).isTrue();
            assertThat(now.received()).isGreaterThanOrEqualTo(before.received());
            assertThat(now.published()).isGreaterThanOrEqualTo(before.published());
            assertThat(now.droppedTotal()).isGreaterThanOrEqualTo(before.droppedTotal());
            before = now;
        }
    }

    private static long sum(List<TracedSource> sources, boolean made) {
        return sources.stream()
                .mapToLong(made ? TracedSource::made : TracedSource::arrived)
                .sum();
    }
}
