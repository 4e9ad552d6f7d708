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

/** Several sources, a sink and a reader of the counts at once, for a second each. */
class SampleQueueStressTest {

    private static final int SOURCES = 3;
    private static final long RUN_NANOS = 1_000_000_000;

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void threadsThatCollideLoseNothingUncounted(OverflowPolicy policy) throws Exception {
        long seed = System.nanoTime();
        String as = policy + " with seed " + seed;
        SampleQueue queue = new SampleQueue(
                PipelineSettings.STANDARD
                        .withCapacity(50)
                        .withArenaBytes(300)
                        .withOnFull(policy)
                        .withBlockTimeout(Duration.ofMinutes(1)),
                EpochNanoClock.system());
        List<TracedSource> sources = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            sources.add(new TracedSource("s" + i + "p", 5, 20, new SplittableRandom(seed + i)));
        }
        ExecutorService pool = Executors.newFixedThreadPool(SOURCES + 2);
        try {
            long end = System.nanoTime() + RUN_NANOS;
            List<Future<?>> putting = new ArrayList<>();
            for (TracedSource source : sources) {
                putting.add(pool.submit(() -> put(queue, source, end)));
            }
            Future<?> taking = pool.submit(takeAll(queue, sources));
            Future<?> auditing = pool.submit(() -> audit(queue, end));
            for (Future<?> source : putting) {
                source.get(1, TimeUnit.MINUTES);
            }
            queue.close();
            taking.get(1, TimeUnit.MINUTES);
            auditing.get(1, TimeUnit.MINUTES);
        } finally {
            pool.shutdownNow();
        }
        Accounting counts = queue.accounting();
        assertThat(counts.isBalanced()).as(as).isTrue();
        assertThat(counts.buffered()).as(as).isZero();
        assertThat(counts.received()).as(as).isEqualTo(sum(sources, true)).isPositive();
        assertThat(counts.published()).as(as).isEqualTo(sum(sources, false)).isPositive();
        if (policy == OverflowPolicy.BLOCK) {
            assertThat(counts.droppedTotal()).as(as).isZero();
        }
    }

    private static void put(SampleQueue queue, TracedSource source, long end) {
        SourceGroup group = queue.open(null, source.group);
        while (System.nanoTime() < end) {
            queue.put(group, source.next());
        }
    }

    private static Callable<Void> takeAll(SampleQueue queue, List<TracedSource> sources) {
        return () -> {
            SampleBatch view = queue.store().newView();
            while (Taken.await(queue, 32)) {
                Taken.show(
                        queue.store(),
                        queue.atSink(),
                        view,
                        batch -> sourceOf(sources, batch.group())
                                .check(batch, queue.accounting().dropped(DropReason.CONFLATED)));
                Taken.acknowledge(queue);
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

    private static void audit(SampleQueue queue, long end) {
        Accounting before = queue.accounting();
        while (System.nanoTime() < end) {
            Accounting now = queue.accounting();
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
