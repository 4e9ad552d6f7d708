package io.taktstrom.testkit;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Predicate;

import com.sun.management.ThreadMXBean;

/** Bytes that some threads allocate between start and stop. Counting allocates nothing that it counts. */
final class AllocationCounter {

    private static final ThreadMXBean JVM = supported(ManagementFactory.getPlatformMXBean(ThreadMXBean.class));

    private final Predicate<Thread> counted;
    private boolean callerCounts;
    private List<Thread> others = List.of();
    private long[] ids = {};
    private long[] before = {};
    private long callerBefore;

    AllocationCounter(Predicate<Thread> counted) {
        this.counted = counted;
    }

    /** The caller's own count is read last here and first in {@link #stop}. */
    void start() {
        callerCounts = counted.test(Thread.currentThread());
        others = otherThreads();
        ids = ids(others);
        before = JVM.getThreadAllocatedBytes(ids);
        callerBefore = JVM.getCurrentThreadAllocatedBytes();
    }

    long stop() {
        long caller = JVM.getCurrentThreadAllocatedBytes() - callerBefore;
        long[] after = JVM.getThreadAllocatedBytes(ids);
        long sum = callerCounts ? caller : 0;
        for (int i = 0; i < ids.length; i++) {
            if (after[i] < 0) {
                throw new IllegalStateException(
                        "thread " + others.get(i).getName()
                                + " ended while its allocations were measured, its count is lost; keep it alive, or leave it out");
            }
            sum += after[i] - before[i];
        }
        return sum + bytesOfThreadsStartedSince();
    }

    private long bytesOfThreadsStartedSince() {
        List<Thread> started = otherThreads().stream()
                .filter(thread -> !others.contains(thread))
                .toList();
        long sum = 0;
        for (long bytes : JVM.getThreadAllocatedBytes(ids(started))) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }

    private List<Thread> otherThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread != Thread.currentThread() && counted.test(thread))
                .toList();
    }

    private static long[] ids(List<Thread> threads) {
        return threads.stream().mapToLong(Thread::getId).toArray();
    }

    private static ThreadMXBean supported(ThreadMXBean jvm) {
        if (!jvm.isThreadAllocatedMemorySupported()) {
            throw new IllegalStateException("this JVM does not count allocations; run the test on a HotSpot JVM");
        }
        jvm.setThreadAllocatedMemoryEnabled(true);
        return jvm;
    }
}
