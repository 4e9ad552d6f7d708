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
        AdsPort open();
    }

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Opening opening;
    private final @Nullable AdsPort[] free;
    private int freeCount;
    private int all;
    private boolean closed;

    /** @param most ports at once */
    PortPool(Opening opening, int most) {
        this.opening = opening;
        this.free = new @Nullable AdsPort[most];
    }

    /**
     * A port for the caller alone, until it is {@linkplain #give given} back.
     *
     * @return null when the pool is closed, or all ports are lent until then
     */
    synchronized @Nullable AdsPort take(long deadline) {
        boolean interrupted = false;
        while (!closed && freeCount == 0 && !openOne()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                wait(left / NANOS_PER_MILLI + 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return closed || freeCount == 0 ? null : free[--freeCount];
    }

    private boolean openOne() {
        AdsPort opened = all < free.length ? opening.open() : null;
        if (opened == null) {
            return false;
        }
        all++;
        free[freeCount++] = opened;
        return true;
    }

    synchronized void give(AdsPort port) {
        free[freeCount++] = port;
        notifyAll();
    }

    /** Lends no more; whoever waits for a port gets none. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** After {@link #close}: waits for the ports that are lent, whose requests end by their timeouts. */
    synchronized void awaitAll() {
        while (freeCount < all) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt the thread that does this, and it must not give up.
                Thread.interrupted();
            }
        }
    }

    /** After {@link #awaitAll}: frees them. */
    synchronized void closePorts() {
        while (freeCount > 0) {
            AdsPort port = free[--freeCount];
            if (port != null) {
                port.close();
            }
        }
        all = 0;
    }
}
