package io.taktstrom.kit;

import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;

/**
 * Work that is done when it is due or woken, by one thread at a time, and holds no thread in between. A failure is reported
 * and counted, and the work is repeated after a pause that doubles; only a {@linkplain Fatal fatal} error ends the task.
 *
 * <pre>
 *   begin --&gt; due --doWork--&gt; returns nanoseconds --&gt; waits, without a thread --wake, or time--&gt; due
 *                    |   |
 *                    |   '--throws--&gt; reported, counted --&gt; waits (100 ms, doubling to 30 s)
 *                    '--OVER, or end() was called--&gt; last --&gt; over
 * </pre>
 *
 * <p>A task that waits most of the time is {@linkplain #pooled pooled}: there are as many threads as tasks that run at the same
 * time, and one that waits for the next due time. A task that needs microsecond precision, or another clock, gets
 * {@linkplain #dedicated a thread of its own}. A simulation brings tasks of its own, which it steps one by one. Thread-safe.
 */
public sealed interface ScheduledTask permits PooledTask, DedicatedTask, ScheduledTask.Stepped {

    /** Returned by an agent that has finished. */
    long OVER = -1;

    /** Returned by an agent that has nothing to do until it is woken. */
    long UNTIL_WOKEN = Long.MAX_VALUE;

    /** A loop as a step. */
    @FunctionalInterface
    interface Agent {

        /**
         * Does what is due; may block. Called by one thread at a time; each call sees the effects of the previous one.
         *
         * @return nanoseconds until it is due again, {@link #UNTIL_WOKEN} or {@link #OVER}
         */
        long doWork();
    }

    /** A task that a simulation steps. */
    non-sealed interface Stepped extends ScheduledTask {}

    /** How a dedicated thread waits. */
    @FunctionalInterface
    interface Waiting {

        /** Waits until a time of its clock or less; returns soon when the thread is unparked. */
        void until(long deadlineNanos);
    }

    /**
     * A task on the shared threads of this process. It is due as soon as it has begun.
     *
     * @param name of the thread while it runs this task
     * @param last runs once when the task ends, whatever the reason
     * @param report receives failures, on the thread that ran the task
     */
    static ScheduledTask pooled(String name, Agent agent, Runnable last, Consumer<Throwable> report) {
        return new PooledTask(name, agent, last, report, TaskPool.OF_THIS_JVM);
    }

    /** A task on a thread of its own, on which it is due by this clock; otherwise as {@link #pooled}. */
    static ScheduledTask dedicated(
            String name,
            Agent agent,
            Runnable last,
            Consumer<Throwable> report,
            EpochNanoClock clock,
            Waiting waiting) {
        return new DedicatedTask(name, agent, last, report, clock, waiting);
    }

    /** Begins; once. */
    void begin();

    /** Makes it due now; if it is running, it runs once more. */
    void wake();

    /** Ends the task; a step in progress is not cut off. Then {@code last} runs. Idempotent. */
    void end();

    /** Interrupts the thread that runs it now, if any; no other task of that thread is affected. */
    void interrupt();

    /** Whether the calling thread is running it. */
    boolean isCurrentThread();

    /** Waits until it has ended and {@code last} has run, for so long at most; whether it has. An interrupt ends the wait. */
    boolean awaitEnd(Duration limit);

    /** Number of failures. */
    long failures();
}
