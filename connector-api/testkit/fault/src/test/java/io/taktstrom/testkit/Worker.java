package io.taktstrom.testkit;

import java.util.concurrent.locks.LockSupport;

import static org.awaitility.Awaitility.await;

/** A thread that allocates on demand, and only then: asking it allocates nothing on either side. */
final class Worker implements AutoCloseable {

    private static final int PAUSE_NANOS = 20_000;

    private final Thread thread = new Thread(this::work, "worker");
    private volatile long asked;
    private volatile long done;
    private volatile boolean closed;
    private volatile byte[] kept = new byte[1000];

    Worker() {
        thread.setDaemon(true);
        thread.start();
    }

    boolean is(Thread other) {
        return other == thread;
    }

    void allocateOneKilobyte() {
        long ticket = asked + 1;
        asked = ticket;
        while (done < ticket) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void work() {
        while (!closed) {
            if (done < asked) {
                kept = new byte[kept.length];
                done = asked;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        await().until(() -> !thread.isAlive());
    }
}
