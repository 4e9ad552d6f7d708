package io.taktstrom.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Measures how many bytes a piece of code allocates each time it runs.
 *
 * <pre>{@code
 * AllocationMeter.currentThread().assertZeroPerOperation(100_000, () -> ring.offer(batch));
 * }</pre>
 *
 * <p>Code that allocates nothing when compiled may allocate while it is still interpreted, and loads classes when it runs
 * for the first time. So rounds are repeated until the code has settled: zero means two clean rounds in a row, and only
 * code that does not get there in thirty seconds has failed.
 *
 * <p><b>Tolerance.</b> A round is clean below 0.01 bytes per operation and below 1024 bytes in total. The JVM's count is
 * exact for the thread that measures, but now and then the JVM itself allocates a few objects on its behalf (it links a
 * call site, or rebuilds objects when it discards compiled code); that does not grow with the number of operations,
 * hence the limit in total. For other threads the count includes the used part of their allocation buffer, read while
 * they work, so that one reading can be off; it is not off the same way twice, hence two rounds. Code that allocates the
 * smallest object, 16 bytes, in one of 1000 operations comes to 0.016 bytes per operation and fails. Take at least
 * 10,000 operations for a rare path to show.
 *
 * <p>Not thread-safe: one thread measures.
 */
public final class AllocationMeter {

    /** What is measured. It should do one unit of work, and wait for it where another thread does it. */
    @FunctionalInterface
    public interface Operation {
        void run() throws Exception;
    }

    private static final double TOLERATED_PER_OPERATION = 0.01;
    private static final long TOLERATED_BYTES = 1024;
    private static final int CLEAN_ROUNDS = 2;
    private static final int LEAST_ROUNDS = 10;
    private static final int ROUNDS_SHOWN = 5;
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

    private final AllocationCounter counter;
    private final String scope;
    private final Duration limit;

    private AllocationMeter(AllocationCounter counter, String scope, Duration limit) {
        this.counter = counter;
        this.scope = scope;
        this.limit = limit;
    }

    /** Counts what the thread allocates that calls the meter. */
    public static AllocationMeter currentThread() {
        return of(thread -> thread == Thread.currentThread(), "on the calling thread");
    }

    /**
     * Counts what these threads allocate, whether they exist already or start meanwhile. One that ends while it is measured
     * takes its count with it: that is an {@link IllegalStateException}.
     */
    public static AllocationMeter threads(Predicate<Thread> counted) {
        return of(counted, "on the chosen threads");
    }

    /** Counts what all Java threads allocate, those of the test framework too. */
    public static AllocationMeter allThreads() {
        return of(thread -> true, "on all threads");
    }

    private static AllocationMeter of(Predicate<Thread> counted, String scope) {
        return new AllocationMeter(new AllocationCounter(counted), scope, DEFAULT_LIMIT);
    }

    /** The same meter with another time for the code to settle in. */
    public AllocationMeter settlingWithin(Duration newLimit) {
        return new AllocationMeter(counter, scope, newLimit);
    }

    /** The bytes per operation in the lowest of ten rounds of so many operations. */
    public double bytesPerOperation(int operations, Operation operation) throws Exception {
        long lowest = Long.MAX_VALUE;
        for (int round = 0; round < LEAST_ROUNDS; round++) {
            lowest = Math.min(lowest, bytes(operations, operation));
        }
        return (double) lowest / operations;
    }

    /**
     * Fails unless the code, warmed up, allocates nothing; for the tolerance see above.
     *
     * @param operations how many make a round
     * @throws AssertionError with the bytes per operation of the last rounds
     */
    public void assertZeroPerOperation(int operations, Operation operation) throws Exception {
        Deque<Double> last = new ArrayDeque<>();
        long start = System.nanoTime();
        int clean = 0;
        for (int round = 1; clean < CLEAN_ROUNDS; round++) {
            long bytes = bytes(operations, operation);
            double perOperation = (double) bytes / operations;
            clean = bytes < TOLERATED_BYTES && perOperation < TOLERATED_PER_OPERATION ? clean + 1 : 0;
            if (last.size() == ROUNDS_SHOWN) {
                last.removeFirst();
            }
            last.addLast(perOperation);
            if (clean == 0 && round >= LEAST_ROUNDS && System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError(message(round, operations, last));
            }
        }
    }

    private long bytes(int operations, Operation operation) throws Exception {
        if (operations < 1) {
            throw new IllegalArgumentException("a round needs operations, not " + operations);
        }
        counter.start();
        for (int i = 0; i < operations; i++) {
            operation.run();
        }
        return counter.stop();
    }

    private String message(int rounds, int operations, Deque<Double> last) {
        String values = last.stream()
                .map(value -> String.format(Locale.ROOT, "%.3f", value))
                .collect(Collectors.joining(", "));
        return "allocates %s after %d rounds of %d operations: the last rounds took %s bytes per operation; "
                        .formatted(scope, rounds, operations, values)
                + "find the place with the JFR event jdk.ObjectAllocationSample";
    }
}
