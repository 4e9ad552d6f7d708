package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.DropReason;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.log.FrailFiles;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Several sources, a sink that is away at times, a disk that is full at times, and a reader of the counts, all at once. */
class SpillStressTest {

    private static final int SOURCES = 3;
    /** What has gathered by then takes several times as long to arrive. */
    private static final long RUN_NANOS = 400_000_000;

    @TempDir
    private Path folder;

    private final FrailFiles disk = new FrailFiles();
    private final List<TracedSource> sources = new ArrayList<>();
    private final AtomicReference<Throwable> wrong = new AtomicReference<>();

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void whateverCollidesSamplesArriveInOrderAndEachLossIsMarked(boolean always, boolean fullAtTimes) throws Exception {
        long seed = System.nanoTime();
        for (int i = 0; i < SOURCES; i++) {
            sources.add(new TracedSource("s" + i + "p", 5, 20, new Random(seed + i)));
        }
        LogSettings log = new LogSettings(
                folder, new LogIdentity("plant.yaml", "a", "b"), 1 << 26, Duration.ofDays(1), Duration.ofMillis(20));
        PipelineSettings settings = PipelineSettings.STANDARD
                .withCapacity(50)
                .withArenaBytes(300)
                .withFlushSamples(32)
                .withBlockTimeout(Duration.ofMinutes(1))
                .withOnFull(OverflowPolicy.SPILL);
        Pipeline pipeline = Pipeline.to(sink(new Random(seed)))
                .named("spill-stress")
                .settings(settings)
                .spill(disk.log(log), new SpillSettings(always, 0))
                .start();
        ExecutorService pool = Executors.newFixedThreadPool(SOURCES + 2);
        try (pipeline) {
            long end = System.nanoTime() + RUN_NANOS;
            List<Future<?>> all = new ArrayList<>();
            for (TracedSource source : sources) {
                AccountedSink inlet = pipeline.inlet();
                all.add(pool.submit(() -> put(inlet, source, end)));
            }
            all.add(pool.submit(() -> audit(pipeline, end)));
            if (fullAtTimes) {
                all.add(pool.submit(() -> fill(new Random(seed), end)));
            }
            for (Future<?> each : all) {
                each.get(1, TimeUnit.MINUTES);
            }
            disk.setRoom(Long.MAX_VALUE);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> pipeline.accounting().buffered() == 0 || wrong.get() != null);
        } finally {
            pool.shutdownNow();
        }
        assertThat(wrong.get()).as("seed %d", seed).isNull();
        Accounting counts = pipeline.accounting();
        assertThat(counts.isBalanced()).as("%s, seed %d", counts, seed).isTrue();
        assertThat(counts.received())
                .isEqualTo(sources.stream().mapToLong(TracedSource::made).sum());
        assertThat(counts.published())
                .isEqualTo(sources.stream().mapToLong(TracedSource::arrived).sum())
                .isPositive();
        assertThat(counts.droppedTotal()).isEqualTo(counts.dropped(DropReason.OVERFLOW_OLDEST));
        if (!fullAtTimes) {
            assertThat(counts.droppedTotal()).isZero();
        }
    }

    /** Is away for the first attempt of some units, and slow at others. */
    private SinkInlet sink(Random random) {
        AtomicLong begun = new AtomicLong();
        return (batch, unit) -> {
            // Before it has looked at anything of the unit.
            if (begun.getAndSet(unit.number()) != unit.number() && random.nextInt(20) == 0) {
                throw new IOException("away");
            }
            try {
                for (TracedSource source : sources) {
                    if (source.group == batch.group()) {
                        source.check(batch);
                    }
                }
            } catch (AssertionError e) {
                wrong.compareAndSet(null, e);
            }
        };
    }

    private static void put(AccountedSink inlet, TracedSource source, long end) {
        while (System.nanoTime() < end) {
            inlet.onSamples(source.next());
        }
    }

    private void fill(Random random, long end) {
        while (System.nanoTime() < end) {
            disk.setRoom(random.nextInt(20_000));
            Thread.onSpinWait();
            if (random.nextInt(50) == 0) {
                disk.setRoom(Long.MAX_VALUE);
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    private static void audit(Pipeline pipeline, long end) {
        while (System.nanoTime() < end) {
            Accounting now = pipeline.accounting();
            assertThat(now.isBalanced()).as("%s", now).isTrue();
        }
    }
}
