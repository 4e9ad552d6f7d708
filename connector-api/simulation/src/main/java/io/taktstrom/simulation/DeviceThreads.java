package io.taktstrom.simulation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The threads of a simulated device: they keep no process alive, and end with the device. Thread-safe. */
public final class DeviceThreads {

    /** None takes so long to notice. */
    private static final long END_MILLIS = 5000;

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** Starts one. */
    public void start(Runnable work, String name) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } finally {
                        threads.remove(Thread.currentThread());
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        try {
            thread.start();
        } catch (Error e) {
            threads.remove(thread);
            throw e;
        }
    }

    /** Waits until all have ended, but for the caller's own: a thread of the device may close it. */
    public void awaitEnd() {
        try {
            for (Thread thread : threads) {
                if (thread != Thread.currentThread()) {
                    thread.join(END_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
