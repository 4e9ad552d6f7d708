package io.taktstrom.benchmarks.paper;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.block.BlockMeter;
import io.taktstrom.stream.block.BlockProgress;
import io.taktstrom.stream.block.BlockSubscription;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import org.HdrHistogram.Histogram;

/**
 * Reads a ring in blocks and checks the number and the time of each sample: URI SAMPLES PERIOD-NANOS. Prints
 * {@code blocks SAMPLES MISSING OUT-OF-ORDER MISTIMED P50 P99 BYTES-PER-SAMPLE CPU-NANOS NANOS}.
 */
final class BlockContender {

    private static final Duration EVERY = Duration.ofMillis(100);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Histogram delay = new Histogram(1, 600_000_000_000L, 3);
    private final EpochNanoClock clock = EpochNanoClock.system();
    private final long total;
    private final long periodNanos;
    private long expected = -1;
    private long lastTime;
    private long missing;
    private long outOfOrder;
    private long mistimed;
    private long allocatedBefore;
    private long allocated;
    private long steady;
    private volatile long samples;

    private BlockContender(long total, long periodNanos) {
        this.total = total;
        this.periodNanos = periodNanos;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BlockContender contender = new BlockContender(Long.parseLong(args[1]), Long.parseLong(args[2]));
        out.println(contender.run(args[0]));
    }

    private String run(String uri) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        PollSettings settings = new PollSettings(
                "block",
                IdleStrategy.PARK,
                clock,
                new PollMeter(EpochNanoClock.system()),
                notice -> System.err.println(notice));
        BlockMeter meter = new BlockMeter();
        long start = System.nanoTime();
        long cpu = system.getProcessCpuTime();
        try (Connection connection = Connectors.connect(uri);
                BlockSubscription subscription = BlockSubscription.start(
                        connection,
                        List.of(DataPoint.of(BlockServer.RING)),
                        EVERY,
                        this::take,
                        group -> {},
                        new BlockProgress(meter),
                        settings)) {
            while (samples < total && StatusCode.isGood(subscription.statusAt(0))) {
                Thread.sleep(EVERY.toMillis());
            }
        }
        return "blocks " + samples + " " + Math.max(missing, meter.lost()) + " " + outOfOrder + " " + mistimed + " "
                + delay.getValueAtPercentile(50) + " " + delay.getValueAtPercentile(99) + " "
                + (double) allocated / Math.max(1, steady) + " " + (system.getProcessCpuTime() - cpu) + " "
                + (System.nanoTime() - start);
    }

    /** On the thread that reads, which is the only one that allocates for samples. */
    private void take(SampleBatch batch) {
        long seen = samples;
        long now = clock.epochNanos();
        for (int i = 0; i < batch.size(); i++) {
            check(batch.longAt(i), batch.sourceTimeAt(i));
            delay.recordValue(Math.max(1, now - batch.sourceTimeAt(i)));
        }
        long bytes = threads.getCurrentThreadAllocatedBytes();
        if (seen <= total / 10) {
            allocatedBefore = bytes;
        } else {
            allocated = bytes - allocatedBefore;
            steady += batch.size();
        }
        samples = seen + batch.size();
    }

    private void check(long number, long time) {
        if (expected >= 0) {
            long step = number - expected;
            if (step < 0) {
                outOfOrder++;
            } else {
                missing += step;
                mistimed += Math.abs(time - lastTime - (step + 1) * periodNanos) > 1 ? 1 : 0;
            }
        }
        expected = number + 1;
        lastTime = time;
    }
}
