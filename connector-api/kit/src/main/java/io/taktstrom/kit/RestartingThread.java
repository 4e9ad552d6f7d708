package io.taktstrom.kit;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;

/**
 * A daemon thread for work that goes on for as long as its owner lives. What the work throws is reported and counted,
 * and it begins again after a pause that doubles; so no unforeseen exception ends it in silence. Only what is
 * {@linkplain Fatal fatal} ends the thread.
 *
 * <pre>
 *   start --> work --returns--> over
 *              ^ |
 *              | '--throws--> reported, counted --> pause (100 ms, doubling to 30 s; short again once it ran that long)
 *              '-----------------------------------'
 * </pre>
 */
public final class RestartingThread {

    private final Runnable work;
    private final Runnable last;
    private final EpochNanoClock clock;
    private final Thread thread;
    private final FailureBackOff failures;
    private volatile boolean ending;

    private RestartingThread(
            String name, Runnable work, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        this.work = work;
        this.last = last;
        this.clock = clock;
        failures = new FailureBackOff(name, report);
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param work is done when it returns; called again after it has thrown, so it begins where it can
     * @param report hears what it threw, on this thread
     */
    public static RestartingThread start(String name, Runnable work, Consumer<Throwable> report, EpochNanoClock clock) {
        RestartingThread guarded = unstarted(name, work, () -> {}, report, clock);
        guarded.begin();
        return guarded;
    }

    /**
     * As {@link #start}, for an owner that must know its thread before it runs; {@link #begin} starts it.
     *
     * @param last is done once, on this thread, when it ends, whatever ends it
     */
    public static RestartingThread unstarted(
            String name, Runnable work, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        return new RestartingThread(name, work, last, report, clock);
    }

    /** Starts it; once. */
    public void begin() {
        thread.start();
    }

    /** How often the work has thrown. */
    public long failures() {
        return failures.count();
    }

    /** The thread itself. */
    public Thread thread() {
        return thread;
    }

    /** Whether the thread has ended: its work was done, it was told to end, or something fatal happened. */
    public boolean isOver() {
        return !thread.isAlive();
    }

    /** Does not begin again, and cuts a pause short; what is being done now is told by its owner to end, or ends by itself. */
    public void end() {
        ending = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            repeat();
        } finally {
            try {
                last.run();
            } catch (Throwable e) {
                failures.add(e);
                Fatal.rethrow(e);
            }
        }
    }

    private void repeat() {
        // At least once: a thread that starts late must still do what waits for it, as one that was told a moment
        // later.
        do {
            try {
                work.run();
                return;
            } catch (Throwable e) {
                failures.add(e);
                Fatal.rethrow(e);
            }
            rest(failures.rest(clock.nanoTime()));
        } while (!ending);
    }

    /** An interrupt was meant for the work that has just failed: it does not keep the next from being done. */
    private void rest(long nanos) {
        Thread.interrupted();
        long begin = clock.nanoTime();
        for (long left = nanos; left > 0 && !ending; left = nanos - (clock.nanoTime() - begin)) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted();
        }
    }
}
