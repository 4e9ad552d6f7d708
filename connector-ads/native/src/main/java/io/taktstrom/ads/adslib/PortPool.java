package io.taktstrom.ads.adslib;

import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * The ports of a backend that requests go through: one request at a time each, because of two on the same port the library
 * fails one. Opened when needed, kept until the end. Lending allocates nothing. Thread-safe.
 */
final class PortPool {

    /** What may open another port; null if there is none. Takes no longer than it is allowed to. */
    interface Opening {
        @Nullable
        LibraryLane open(long withinNanos);
    }

    private final Opening opening;
    private final @Nullable LibraryLane[] free;
    private int freeCount;
    private int all;
    private int waiting;
    private boolean closed;

    /** @param most ports at once */
    PortPool(Opening opening, int most) {
        this.opening = opening;
        this.free = new @Nullable LibraryLane[most];
    }

    /**
     * A port for the caller alone, until it is {@linkplain #give given} back.
     *
     * @return null when the pool is closed, or all ports are lent for that long
     */
    @Nullable
    LibraryLane take(long withinNanos) {
        synchronized (this) {
            if (freeCount > 0 && !closed) {
                return free[--freeCount];
            }
        }
        return await(withinNanos);
    }

    private @Nullable LibraryLane await(long withinNanos) {
        long deadline = System.nanoTime() + withinNanos;
        boolean mayOpen = true;
        while (true) {
            synchronized (this) {
                boolean inTime = awaitFree(deadline, mayOpen);
                if (closed || !inTime) {
                    return null;
                }
                if (freeCount > 0) {
                    return free[--freeCount];
                }
                all++;
            }
            // Not under our lock, which giving one back needs.
            LibraryLane opened = opening.open(deadline - System.nanoTime());
            synchronized (this) {
                if (opened != null && !closed) {
                    return opened;
                }
                if (opened == null) {
                    all--;
                    mayOpen = false;
                    notifyAll();
                } else {
                    give(opened);
                }
            }
        }
    }

    /** Waits until a port is free, or one may be opened, or all is over; false when it takes too long. */
    private synchronized boolean awaitFree(long deadline, boolean mayOpen) {
        boolean interrupted = false;
        waiting++;
        try {
            while (!closed && freeCount == 0 && !(mayOpen && all < free.length)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    wait(left / NANOS_PER_MILLI + 1);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            waiting--;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    synchronized void give(LibraryLane lane) {
        free[freeCount++] = lane;
        // Mostly no thread waits, and each request would pay.
        if (waiting > 0 || closed) {
            notifyAll();
        }
    }

    /** Whether a request is on its way, or an answer. */
    synchronized boolean areLent() {
        return freeCount < all;
    }

    /** Lends no more; waiting callers get none. */
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
                    // An interrupt has no meaning here, and the thread must not give up.
                    Thread.interrupted();
                }
            }
        }
        for (LibraryLane lane : free) {
            if (lane != null) {
                lane.awaitReturn();
            }
        }
    }

    /** After {@link #awaitAll}: frees them. */
    synchronized void closePorts() {
        for (int i = 0; i < freeCount; i++) {
            LibraryLane lane = free[i];
            if (lane != null) {
                lane.close();
            }
        }
        freeCount = 0;
        all = 0;
    }
}
