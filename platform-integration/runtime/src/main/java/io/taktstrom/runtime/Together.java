package io.taktstrom.runtime;

import java.time.Duration;
import java.util.List;

/** Does things at the same time and waits until all are done: closing one after the other takes too long. */
final class Together {

    private Together() {}

    /**
     * Does all of them, each on a daemon thread of its own.
     *
     * @param limit how long to wait for all together; what is not done by then goes on without us
     * @return whether all are done
     */
    static boolean run(List<Runnable> works, Duration limit) {
        // Real time, whatever clock is injected: threads are waited for, and they do not end by a clock that is turned.
        long begin = System.nanoTime();
        List<Thread> threads = works.stream()
                .map(work -> {
                    Thread thread = new Thread(work, "takt-runtime-close");
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
