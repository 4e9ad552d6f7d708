package io.taktstrom.benchmarks.opcua;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * What this process has used up, and the server's.
 *
 * @param nanos on the clock
 * @param cpuNanos of this process
 * @param bytes that its threads allocated, those that are still alive
 * @param serverCpuNanos of the server's process
 */
record Cost(long nanos, long cpuNanos, long bytes, long serverCpuNanos) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static Cost now(long serverPid) {
        long bytes = 0;
        for (long each : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            bytes += Math.max(0, each);
        }
        Optional<Duration> server =
                ProcessHandle.of(serverPid).flatMap(process -> process.info().totalCpuDuration());
        return new Cost(
                System.nanoTime(),
                SYSTEM.getProcessCpuTime(),
                bytes,
                server.map(Duration::toNanos).orElse(0L));
    }

    Cost since(Cost before) {
        return new Cost(
                nanos - before.nanos,
                cpuNanos - before.cpuNanos,
                bytes - before.bytes,
                serverCpuNanos - before.serverCpuNanos);
    }
}
