package io.taktstrom.kit;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.spi.RequestTimeoutException;

/**
 * By when work of many requests must be done, so that a device that answers each of them in time, but without end, does
 * not hold us for ever. Immutable, for any thread.
 */
public final class Deadline {

    private final EpochNanoClock clock;
    private final Duration limit;
    private final String option;
    /** Before it began. */
    private final long spentNanos;

    private final long begin;

    private Deadline(EpochNanoClock clock, Duration limit, String option, long spentNanos) {
        this.clock = clock;
        this.limit = limit;
        this.option = option;
        this.spentNanos = spentNanos;
        begin = clock.nanoTime();
    }

    /**
     * Begins now.
     *
     * @param option the option that sets the limit, for the message
     */
    public static Deadline after(EpochNanoClock clock, Duration limit, String option) {
        return new Deadline(clock, limit, option, 0);
    }

    /** The same limit, of which so much has been used up before; it begins now. For work whose caller makes pauses. */
    public Deadline resumed(long usedNanos) {
        return new Deadline(clock, limit, option, usedNanos);
    }

    /** How much has been used up. */
    public long usedNanos() {
        return spentNanos + clock.nanoTime() - begin;
    }

    public boolean isOver() {
        return leftNanos() <= 0;
    }

    /** Not positive once it is over. */
    public long leftNanos() {
        return limit.toNanos() - usedNanos();
    }

    /**
     * Fails once it is over.
     *
     * @param work what is being done and where, for example {@code upload the symbols of 5.1.2.3.1.1:851}
     * @throws RequestTimeoutException once it is over
     */
    public void check(String work) throws RequestTimeoutException {
        if (isOver()) {
            throw new RequestTimeoutException(work + ": not done after " + limit.toMillis()
                    + " ms, though the device still answers; a larger " + option + " gives it more time");
        }
    }
}
