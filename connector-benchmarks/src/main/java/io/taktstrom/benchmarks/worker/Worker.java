package io.taktstrom.benchmarks.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.HdrHistogram.Histogram;

/**
 * The Java side of a contender's process: reads {@code run MILLIS} lines, answers each with a slice, ends with its
 * input. Where several contenders share a process, {@code run MILLIS NUMBER} chooses one, from 0.
 */
public final class Worker {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Histogram latency = new Histogram(1, 60_000_000_000L, 3);
    private final Operation operation;

    private Worker(Operation operation) {
        this.operation = operation;
    }

    /** Serves slices of these operations until standard input ends, and closes them. */
    public static void serve(Operation... operations) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        List<Worker> workers = Stream.of(operations).map(Worker::new).toList();
        try {
            out.println("ready");
            out.flush();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                if (words.length < 2 || words.length > 3 || !words[0].equals("run")) {
                    throw new IOException("a worker takes 'run MILLIS [NUMBER]', not '" + line + "'");
                }
                Worker worker = workers.get(words.length == 3 ? Integer.parseInt(words[2]) : 0);
                out.println(worker.run(Long.parseLong(words[1])));
                out.flush();
            }
        } finally {
            for (Operation operation : operations) {
                operation.close();
            }
        }
    }

    /** {@code slice operations nanos p50 p99 allocated cpuNanos}. */
    private String run(long millis) throws Exception {
        latency.reset();
        long[] threads = THREADS.getAllThreadIds();
        long allocatedBefore = allocated(threads);
        long cpuBefore = SYSTEM.getProcessCpuTime();
        long operations = 0;
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long last = start;
        do {
            operation.once();
            long now = System.nanoTime();
            latency.recordValue(now - last);
            last = now;
            operations += operation.operations();
        } while (last < end);
        operation.settle();
        last = System.nanoTime();
        long allocated = allocated(threads) - allocatedBefore;
        long cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
        return "slice " + operations + " " + (last - start) + " " + latency.getValueAtPercentile(50) + " "
                + latency.getValueAtPercentile(99) + " " + allocated + " " + cpu;
    }

    private static long allocated(long[] threads) {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(threads)) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
