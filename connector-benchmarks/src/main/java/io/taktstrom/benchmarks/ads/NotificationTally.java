package io.taktstrom.benchmarks.ads;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.HdrHistogram.Histogram;

/**
 * Checks the numbers of one burst as they arrive, all on one thread, and says what they cost. What the receiving thread
 * allocates counts from the tenth part of the burst on, so that it is what each sample costs and not what a start does.
 */
final class NotificationTally {

    private static final long QUIET_NANOS = 2_000_000_000L;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Histogram delay = new Histogram(1, 600_000_000_000L, 3);
    private final CountDownLatch done = new CountDownLatch(1);
    private final long begun = System.nanoTime();
    private final long cpuBefore = system.getProcessCpuTime();
    private final long total;
    private long expected;
    private long received;
    private long outOfOrder;
    private long first;
    private long firstNanos;
    private long allocatedBefore;
    private long allocated = -1;
    private volatile long lastNanos;

    NotificationTally(long total) {
        this.total = total;
        this.lastNanos = begun;
    }

    /** One sample, with the time from the device's stamp to here. */
    void add(long number, long delayNanos) {
        if (received == 0) {
            first = number;
            firstNanos = System.nanoTime();
        }
        if (number != expected) {
            outOfOrder++;
        }
        expected = number + 1;
        received++;
        delay.recordValue(Math.max(1, delayNanos));
        if (received == total / 10) {
            allocatedBefore = threads.getCurrentThreadAllocatedBytes();
        }
        if (received == total) {
            allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
        }
    }

    /** No more samples have come together with the last one. */
    void endOfFrame() {
        lastNanos = System.nanoTime();
        if (received >= total) {
            done.countDown();
        }
    }

    /** Returns when all have come, or none for two seconds: what is missing then will not come. */
    void await() throws InterruptedException {
        while (!done.await(100, TimeUnit.MILLISECONDS) && System.nanoTime() - lastNanos < QUIET_NANOS) {
            Thread.onSpinWait();
        }
    }

    /** {@code notified received outOfOrder nanos p50 p99 bytesPerSample cpuNanos first}. */
    String line() {
        double perSample = allocated < 0 ? -1 : allocated / (total - total / 10.0);
        return "notified " + received + " " + outOfOrder + " " + Math.max(1, lastNanos - firstNanos) + " "
                + delay.getValueAtPercentile(50) + " " + delay.getValueAtPercentile(99) + " " + perSample + " "
                + (system.getProcessCpuTime() - cpuBefore) + " " + first;
    }
}
