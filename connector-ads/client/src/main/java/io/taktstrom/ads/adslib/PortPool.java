package io.taktstrom.ads.adslib;

import org.jspecify.annotations.Nullable;

/**
 * The ports of a backend that requests go through: one request at a time each, because of two on the same port the library
 * fails one. Opened when needed, kept until the end. Lending allocates nothing. Thread-safe.
 */
final class PortPool {

    /** What may open another port. */
    interface Opening {
        @Nullable
        Lane open();
    }

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Opening opening;
    private final @Nullable Lane[] free;
    private int freeCount;
    private int all;
    private int waiting;
    private boolean closed;

    /** @param most ports at once */
    PortPool(Opening opening, int most) {
        this.opening = opening;
        this.free = new @Nullable Lane[most];
    }

    /**
     * A port for the caller alone, until it is {@linkplain #give given} back.
     *
     * @return null when the pool is closed, or all ports are lent for that long
     */
    synchronized @Nullable Lane take(long withinNanos) {
        return freeCount == 0 || closed ? await(withinNanos) : free[--freeCount];
    }

    private @Nullable Lane await(long withinNanos) {
        long deadline = System.nanoTime() + withinNanos;
        boolean interrupted = false;
        while (!closed && freeCount == 0 && !openOne()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            waiting++;
            try {
                wait(left / NANOS_PER_MILLI + 1);
            } catch (InterruptedException e) {
                interrupted = true;
            } finally {
                waiting--;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return closed || freeCount == 0 ? null : free[--freeCount];
    }

    private boolean openOne() {
        Lane opened = all < free.length ? opening.open() : null;
        if (opened == null) {
            return false;
        }
        all++;
        free[freeCount++] = opened;
        return true;
    }

    synchronized void give(Lane lane) {
        free[freeCount++] = lane;
        // Mostly there is nobody, and each request would pay.
        if (waiting > 0 || closed) {
            notifyAll();
        }
    }

    /** Whether a request is on its way, or an answer. */
    synchronized boolean areLent() {
        return freeCount < all;
    }

    /** Lends no more; whoever waits for a port gets none. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** After {@link #close}: waits for the ports that are lent, whose requests end by their timeouts. */
    void awaitAll() {
        synchronized (this) {
            while (freeCount < all) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // Nobody has a reason to interrupt the thread that does this, and it must not give up.
                    Thread.interrupted();
                }
            }
        }
        for (Lane lane : free) {
            if (lane != null) {
                lane.awaitReturn();
            }
        }
    }

    /** After {@link #awaitAll}: frees them. */
    synchronized void closePorts() {
        for (int i = 0; i < freeCount; i++) {
            Lane lane = free[i];
            if (lane != null) {
                lane.close();
            }
        }
        freeCount = 0;
        all = 0;
    }
}
