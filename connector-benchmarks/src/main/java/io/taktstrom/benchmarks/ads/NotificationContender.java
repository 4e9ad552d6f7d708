package io.taktstrom.benchmarks.ads;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.taktstrom.ads.simulator.SimulatorExtension;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.HdrHistogram.Histogram;

/**
 * Takes one burst and checks each number: URI RATE SAMPLES-PER-FRAME TOTAL. Prints {@code notified received outOfOrder
 * nanos p50 p99 allocated cpuNanos}. A first burst warms up and does not count.
 */
final class NotificationContender implements SampleSink {

    private final EpochNanoClock clock = EpochNanoClock.system();
    private final Histogram delay = new Histogram(1, 600_000_000_000L, 3);
    private final CountDownLatch done = new CountDownLatch(1);
    private final long total;
    private long expected;
    private long received;
    private long outOfOrder;
    private long firstNanos;
    private volatile long lastNanos;

    private NotificationContender(long total) {
        this.total = total;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long rate = Long.parseLong(args[1]);
        long total = Long.parseLong(args[3]);
        String address = "0x%X:%s:UDINT".formatted(SimulatorExtension.BURST_GROUP, args[2]);
        Duration cycle = rate == 0 ? Duration.ZERO : Duration.ofNanos(1_000_000_000L / rate);
        try (Connection connection = Connectors.connect(args[0])) {
            PointGroup group = connection.resolve(List.of(DataPoint.of(address)));
            burst(connection, group, Duration.ZERO, total);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long[] ids = threads.getAllThreadIds();
            long allocated = sum(threads.getThreadAllocatedBytes(ids));
            long cpu = system.getProcessCpuTime();
            NotificationContender result = burst(connection, group, cycle, total);
            out.println("notified " + result.received + " " + result.outOfOrder + " "
                    + (result.lastNanos - result.firstNanos) + " " + result.delay.getValueAtPercentile(50) + " "
                    + result.delay.getValueAtPercentile(99) + " "
                    + (sum(threads.getThreadAllocatedBytes(ids)) - allocated) + " "
                    + (system.getProcessCpuTime() - cpu));
        }
    }

    private static NotificationContender burst(Connection connection, PointGroup group, Duration cycle, long total)
            throws Exception {
        NotificationContender sink = new NotificationContender(total);
        Subscription subscription = connection.subscribe(group, SubscriptionSettings.cyclic(cycle), sink);
        try {
            // Two seconds without a sample: what is missing now will not come.
            long quietSince = System.nanoTime();
            while (!sink.done.await(100, TimeUnit.MILLISECONDS)
                    && System.nanoTime() - Math.max(quietSince, sink.lastNanos) < 2_000_000_000L) {
                Thread.onSpinWait();
            }
        } finally {
            subscription.close();
        }
        return sink;
    }

    private static long sum(long[] bytes) {
        long sum = 0;
        for (long value : bytes) {
            sum += Math.max(0, value);
        }
        return sum;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        long now = clock.epochNanos();
        for (int i = 0; i < batch.size(); i++) {
            long number = batch.longAt(i);
            if (!StatusCode.isGood(batch.statusAt(i))) {
                continue;
            }
            if (received == 0) {
                firstNanos = System.nanoTime();
            }
            if (number != expected) {
                outOfOrder++;
            }
            expected = number + 1;
            received++;
            delay.recordValue(Math.max(1, now - batch.sourceTimeAt(i)));
        }
        lastNanos = System.nanoTime();
        if (received >= total) {
            done.countDown();
        }
    }
}
