package io.taktstrom.kit;

import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.spi.DeviceErrorException;

/**
 * What one thing of many parts, such as a table, holds of a {@link MemoryBudget}: taken as it grows, given back all at
 * once. Thread-safe.
 */
public final class MemoryReservation implements AutoCloseable {

    private static final long CLOSED = -1;

    private final MemoryBudget grant;
    /** Bytes, or {@link #CLOSED}. */
    private final AtomicLong held = new AtomicLong();

    public MemoryReservation(MemoryBudget grant) {
        this.grant = grant;
    }

    /** Takes bytes if they are there; see {@link MemoryBudget#tryTake}. Nothing is there once this is closed. */
    public boolean tryTake(long bytes) {
        if (!grant.tryTake(bytes)) {
            return false;
        }
        long before = held.get();
        while (before != CLOSED) {
            if (held.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = held.get();
        }
        grant.giveBack(bytes);
        return false;
    }

    /** Takes bytes for a request as a whole; see {@link MemoryBudget#take}. */
    public void take(long bytes, String what) throws DeviceErrorException {
        if (!tryTake(bytes)) {
            throw grant.refused(bytes, what);
        }
    }

    /** Bytes that this holds. */
    public long held() {
        return Math.max(0, held.get());
    }

    /** Gives all of it back. Idempotent. */
    @Override
    public void close() {
        long bytes = held.getAndSet(CLOSED);
        if (bytes != CLOSED) {
            grant.giveBack(bytes);
        }
    }
}
