package io.taktstrom.kit;

import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.DeviceErrorException;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one connection may hold for what its device says: tables of symbols and types, names, images of
 * values. Whatever a device's figures decide the size of is taken from here <em>before</em> it is allocated, and given
 * back when it is let go. So a device that lies costs itself, and no other.
 *
 * <p>A {@linkplain #part part} of it is for one thing of many parts, such as a table: taken as it grows, given back all at once.
 *
 * <p>Counts what its callers say, not what the heap knows; a caller adds what objects cost around the bytes. Thread-safe;
 * allocates nothing but the exception.
 */
public final class MemoryBudget implements AutoCloseable {

    private static final long MAX_BY_DEFAULT = 256L << 20;
    private static final int PART_OF_HEAP = 8;
    private static final long CLOSED = -1;

    private final long limit;
    private final @Nullable MemoryBudget whole;
    /** Bytes, or {@link #CLOSED}. */
    private final AtomicLong held = new AtomicLong();

    /** @param limit in bytes */
    public MemoryBudget(long limit) {
        this(limit, null);
    }

    private MemoryBudget(long limit, @Nullable MemoryBudget whole) {
        if (limit <= 0) {
            throw new IllegalArgumentException("a budget of " + limit + " bytes");
        }
        this.limit = limit;
        this.whole = whole;
    }

    /** A part, which holds nothing yet. */
    public MemoryBudget part() {
        return new MemoryBudget(limit, this);
    }

    /** As the endpoint's option {@code maxMemory} says. */
    public static MemoryBudget of(Endpoint endpoint) {
        long wanted = CommonOptions.MAX_MEMORY.of(endpoint);
        return new MemoryBudget(
                wanted > 0 ? wanted : byDefault(Runtime.getRuntime().maxMemory()));
    }

    static long byDefault(long heap) {
        return Math.min(MAX_BY_DEFAULT, Math.max(1, heap / PART_OF_HEAP));
    }

    /**
     * Takes bytes if they are there.
     *
     * @param bytes what a device's figures come to; a negative number, as an overflow gives, is never granted
     */
    public boolean tryTake(long bytes) {
        if (bytes < 0 || (whole != null && !whole.tryTake(bytes))) {
            return false;
        }
        long before = held.get();
        while (before != CLOSED && bytes <= limit - before) {
            if (held.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = held.get();
        }
        if (whole != null) {
            whole.giveBack(bytes);
        }
        return false;
    }

    /**
     * Takes bytes for a request as a whole.
     *
     * @param what is being done and where, for the message
     * @throws DeviceErrorException with {@code Bad_EncodingLimitsExceeded} when they are not there
     */
    public void take(long bytes, String what) throws DeviceErrorException {
        if (!tryTake(bytes)) {
            throw refused(bytes, what);
        }
    }

    /** The exception with which {@link #take} refuses, to be thrown by who took in vain. */
    public DeviceErrorException refused(long bytes, String what) {
        return new DeviceErrorException(refusal(bytes, what), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED, 0);
    }

    /** The words with which {@link #take} refuses, for who must refuse otherwise. */
    public String refusal(long bytes, String what) {
        if (whole != null) {
            return whole.refusal(bytes, what);
        }
        String wanted = bytes < 0 ? "more bytes than can be counted" : bytes + " bytes";
        return what + ": the device asks for " + wanted + ", and " + held + " of " + ByteSize.format(limit)
                + " are in use; a larger maxMemory grants more, if the device is to be trusted";
    }

    /** Gives back what was taken. */
    public void giveBack(long bytes) {
        if (bytes < 0 || held.addAndGet(-bytes) < 0) {
            throw new IllegalArgumentException("gave back " + bytes + " bytes that were not taken");
        }
    }

    /** Bytes that are held now. */
    public long held() {
        return Math.max(0, held.get());
    }

    /** Of a part: gives all of it back, and takes nothing any more. Idempotent. */
    @Override
    public void close() {
        long bytes = held.getAndSet(CLOSED);
        if (whole != null && bytes != CLOSED) {
            whole.giveBack(bytes);
        }
    }

    /** Bytes that may be held. */
    public long limit() {
        return limit;
    }
}
