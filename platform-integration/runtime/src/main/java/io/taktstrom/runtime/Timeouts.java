package io.taktstrom.runtime;

import java.time.Duration;
import java.util.List;

/** Runs work that may block forever, and waits for a limited time. */
public final class Timeouts {

    private Timeouts() {}

    /** Runs work on a daemon thread; false when it is not done in time, and continues in the background. */
    public static boolean run(Duration limit, Runnable work) {
        return run("takt-timeout", List.of(work), limit);
    }

    /**
     * Runs all of them at the same time, each on a daemon thread.
     *
     * @param limit how long to wait for all together; what is not done by then continues in the background
     * @return whether all are done
     */
    static boolean run(List<Runnable> works, Duration limit) {
        return run("takt-runtime-close", works, limit);
    }

    private static boolean run(String name, List<Runnable> works, Duration limit) {
        // Real time, whatever clock is injected: threads are waited for, and they do not end by a clock that is turned.
        long begin = System.nanoTime();
        List<Thread> threads = works.stream()
                .map(work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    thread.start();
                    return thread;
                })
                .toList();
        boolean done = true;
        for (Thread thread : threads) {
            try {
                long left = limit.toMillis() - (System.nanoTime() - begin) / 1_000_000;
                thread.join(Math.max(1, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            done &= !thread.isAlive();
        }
        return done;
    }
}
