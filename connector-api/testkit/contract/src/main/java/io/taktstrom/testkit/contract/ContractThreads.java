package io.taktstrom.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs work on threads of its own: several pieces that start at the same moment, or one within a time. */
public final class ContractThreads {

    private final List<FutureTask<?>> tasks = new ArrayList<>();

    private ContractThreads() {}

    public static ContractThreads start(List<? extends Callable<?>> works) {
        ContractThreads together = new ContractThreads();
        CountDownLatch start = new CountDownLatch(1);
        for (Callable<?> work : works) {
            FutureTask<?> task = new FutureTask<>(() -> {
                start.await();
                return work.call();
            });
            together.tasks.add(task);
            daemon(String.valueOf(together.tasks.size()), task);
        }
        start.countDown();
        return together;
    }

    /** What they returned; the first failure is thrown. */
    public List<Object> results(Duration bound) throws Exception {
        List<Object> results = new ArrayList<>();
        for (FutureTask<?> task : tasks) {
            results.add(task.get(bound.toMillis(), TimeUnit.MILLISECONDS));
        }
        return results;
    }

    /**
     * Runs something on a thread of its own and waits for it.
     *
     * @throws AssertionError when it takes longer, with where it hangs
     * @throws Exception what it threw
     */
    public static <T> T call(String what, Duration bound, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = daemon(what, task);
        try {
            return task.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            AssertionError hang = new AssertionError(what + " still runs after " + bound);
            hang.setStackTrace(thread.getStackTrace());
            throw hang;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(what, e.getCause());
        }
    }

    public static Thread daemon(String what, Runnable work) {
        Thread thread = new Thread(work, "contract-" + what);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits until there are no more threads than before, but for some that do not count. */
    public static void awaitNoMoreThan(Set<Thread> before, Predicate<Thread> others, Duration bound) {
        // In this thread: one that only waits would be one more.
        Awaitility.await()
                .pollInSameThread()
                .atMost(bound)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .as("threads")
                        .filteredOn(others.negate())
                        .hasSizeLessThanOrEqualTo(before.size()));
    }
}
