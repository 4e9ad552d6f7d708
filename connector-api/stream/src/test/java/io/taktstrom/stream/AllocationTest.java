package io.taktstrom.stream;

import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.stage.Band;
import io.taktstrom.stream.stage.Deadband;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What runs for each batch allocates nothing. */
class AllocationTest {

    private static final int BATCH = 10;

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, StringType.string(20));
    private final SampleBatch in = new SampleBatch(BATCH, 200);
    private long value;

    private SampleBatch fill() {
        in.reset(group, value, value * BATCH);
        for (int i = 0; i < BATCH / 2; i++) {
            in.add(0, value, StatusCode.GOOD, ++value);
            in.addBad(1, value, StatusCode.BAD_TIMEOUT);
        }
        return in;
    }

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void putAndTakeWithAndWithoutOverflow(OverflowPolicy policy) throws Exception {
        SampleQueue queue = new SampleQueue(
                PipelineSettings.STANDARD.withCapacity(25).withOnFull(policy).withBlockTimeout(Duration.ZERO),
                EpochNanoClock.system());
        SourceGroup source = queue.open(null, group);
        SampleBatch view = queue.store().newView();
        BitSet none = new BitSet();
        AllocationMeter.currentThread().assertZeroPerOperation(20_000, () -> {
            for (int i = 0; i < 4; i++) {
                queue.put(source, fill());
            }
            queue.take(20);
            int slot = queue.atSink().first;
            for (int left = queue.atSink().size; left > 0; left -= view.size()) {
                slot = queue.store().after(queue.store().show(view, slot, left));
            }
            queue.complete(none, none);
        });
        assertThat(queue.accounting().isBalanced()).isTrue();
    }

    @Test
    void aWholePipelineOnBothOfItsThreads() throws Exception {
        AtomicLong published = new AtomicLong();
        try (Pipeline pipeline = Pipeline.to((batch, endOfBatch) -> published.addAndGet(batch.size()))
                .named("allocation")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK))
                .stage(() -> new Deadband(point -> Band.absolute(0.5)))
                .stage(() -> new Scale(point -> new Scaling(2, 1)))
                .start()) {
            SampleSink inlet = pipeline.inlet();
            Thread source = Thread.currentThread();
            AllocationMeter.threads(
                            thread -> thread == source || thread.getName().equals("takt-stream-allocation"))
                    .assertZeroPerOperation(10_000, () -> {
                        long before = published.get();
                        inlet.onSamples(fill());
                        while (published.get() == before) {
                            Thread.onSpinWait();
                        }
                    });
            assertThat(pipeline.accounting().isBalanced()).isTrue();
        }
    }

    @Test
    void theWayOverTheDiskOnAllThreeOfItsThreads(@TempDir Path folder) throws Exception {
        AtomicLong published = new AtomicLong();
        try (Pipeline pipeline = Pipeline.to((batch, unit) -> published.addAndGet(batch.size()))
                .named("spill-allocation")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.SPILL))
                .spill(TestLogs.openLarge(folder), new SpillSettings(true, 0))
                .start()) {
            SampleSink inlet = pipeline.inlet();
            Thread source = Thread.currentThread();
            AllocationMeter.threads(
                            thread -> thread == source || thread.getName().endsWith("spill-allocation"))
                    .assertZeroPerOperation(10_000, () -> {
                        long before = published.get();
                        inlet.onSamples(fill());
                        while (published.get() == before) {
                            // Three other threads have work, on two processors.
                            LockSupport.parkNanos(1);
                        }
                    });
            assertThat(pipeline.accounting().isBalanced()).isTrue();
        }
    }

    @Test
    void recordingATiming() throws Exception {
        Timings timings = new Timings(EpochNanoClock.system());
        AllocationMeter.currentThread().assertZeroPerOperation(100_000, () -> timings.record(++value));
        assertThat(timings.snapshot().getTotalCount()).isPositive();
    }
}
