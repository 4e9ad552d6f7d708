package io.taktstrom.kit;

import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;

/**
 * Work that comes round: done when it is due, or when somebody wakes it, by one thread at a time, and between two times by
 * none. What it throws is reported and counted, and it is done again after a pause that doubles; only what is
 * {@linkplain Fatal fatal} ends it.
 *
 * <pre>
 *   begin --&gt; due --perform--&gt; returns nanoseconds --&gt; waits, without a thread --wake, or time--&gt; due
 *                     |   |
 *                     |   '--throws--&gt; reported, counted --&gt; waits (100 ms, doubling to 30 s)
 *                     '--OVER, or end() was called--&gt; last --&gt; over
 * </pre>
 *
 * <p>Work that waits for others most of the time {@linkplain #shared shares} threads: there are as many as works are being
 * done at once, and one that waits for the next moment. Work that must be done at its moment to the microsecond, or by
 * another clock, is done {@linkplain #alone by a thread of its own}. Thread-safe.
 */
public sealed interface Duty permits SharedDuty, LoneDuty {

    /** What is returned by work that is done. */
    long OVER = -1;

    /** What is returned by work that has nothing to do until it is woken. */
    long UNTIL_WOKEN = Long.MAX_VALUE;

    /** What is to be done. */
    @FunctionalInterface
    interface Work {

        /**
         * Does what is due; may block. Called by one thread at a time, each call sees what the last has left.
         *
         * @return nanoseconds until it is due again, {@link #UNTIL_WOKEN} or {@link #OVER}
         */
        long perform();
    }

    /** How a thread of its own waits. */
    @FunctionalInterface
    interface Waiting {

        /** Waits for a moment of its clock, or less; returns soon when the thread is unparked. */
        void until(long deadlineNanos);
    }

    /**
     * One that shares threads with all others of this process. It is due as soon as it has begun.
     *
     * @param name of the thread, while it is being done
     * @param last is done once, when it ends, whatever ends it
     * @param report hears what it threw, on the thread that did it
     */
    static Duty shared(String name, Work work, Runnable last, Consumer<Throwable> report) {
        return new SharedDuty(name, work, last, report, DutyThreads.OF_THIS_JVM);
    }

    /** One with a thread of its own, on which it is due by this clock; otherwise as {@link #shared}. */
    static Duty alone(
            String name, Work work, Runnable last, Consumer<Throwable> report, EpochNanoClock clock, Waiting waiting) {
        return new LoneDuty(name, work, last, report, clock, waiting);
    }

    /** Begins; once. */
    void begin();

    /** Makes it due now; if it is being done, once more when that has returned. */
    void wake();

    /** Ends it: what is being done now is told by its owner to end, or ends by itself; then comes the last. Idempotent. */
    void end();

    /** Interrupts the thread that does it now, if one does. No other work of that thread notices. */
    void interrupt();

    /** Whether the calling thread is doing it. */
    boolean isDoneHere();

    /** Waits until it is over and its last is done, for so long at most; whether it is. An interrupt ends the wait. */
    boolean awaitOver(Duration limit);

    /** How often it has thrown. */
    long failures();
}
