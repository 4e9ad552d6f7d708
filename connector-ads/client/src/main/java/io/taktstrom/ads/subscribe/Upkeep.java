package io.taktstrom.ads.subscribe;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the subscriptions of a session alive, for as long as there are any: renews those that became void, and checks
 * regularly whether some did without a signal.
 *
 * <pre>
 *   WATCHING --became void--&gt; back off --&gt; RENEWING --all are well--&gt; WATCHING
 *                               ^---- the device is not ready ----'
 * </pre>
 *
 * <p>What it cannot handle is told, and it begins again, see {@link ScheduledTask}.
 *
 * <p>Not by the receiving thread: a renewal asks the device many things, and meanwhile other subscriptions want their samples.
 */
final class Upkeep {

    /** What there is to do. */
    interface Work {

        /** Whether there are subscriptions. */
        boolean isNeeded();

        /** Looks for what nothing else would tell of. */
        void check() throws ConnectorException;

        /** Renews what is void; whether all are valid now. */
        boolean renew() throws ConnectorException;

        /** Whether the connection is gone, so that there is nothing to be done any more. */
        boolean isOver();
    }

    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_BACK_OFF_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** After so much time without a renewal, the next need not wait. */
    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final Work work;
    private final Consumer<Throwable> report;
    private @Nullable ScheduledTask task;
    private boolean running;
    private boolean due;
    private boolean closed;

    // Of the task.
    private long backOff;
    private long lastRenewal;
    private boolean planned;
    private long renewAt;
    private long checkAt;

    /** @param report hears what was not foreseen */
    Upkeep(String name, Work work, Consumer<Throwable> report) {
        this.name = name;
        this.work = work;
        this.report = report;
    }

    /** There are subscriptions. */
    synchronized void start() {
        if (!running && !closed) {
            running = true;
            checkAt = System.nanoTime() + CHECK_NANOS;
            task = ScheduledTask.pooled(name, this::doWork, () -> {}, report);
            task.begin();
        }
    }

    /** Something became void, or ended. */
    synchronized void look() {
        due = true;
        wake();
    }

    synchronized void close() {
        closed = true;
        wake();
    }

    private void wake() {
        if (task != null) {
            task.wake();
        }
    }

    private long doWork() {
        if (!goesOn()) {
            return ScheduledTask.OVER;
        }
        long now = System.nanoTime();
        boolean renewal = isDue();
        if (renewal && !planned) {
            planned = true;
            backOff = now - lastRenewal > CALM_NANOS ? 0 : backOff;
            renewAt = now + backOff;
        }
        long left = (renewal ? renewAt : checkAt) - now;
        if (left > 0) {
            return left;
        }
        boolean done = false;
        try {
            done = renewal ? renew(now) : check();
        } catch (ConnectorException e) {
            // Callers of the connection get the error; the next attempt may succeed.
        } finally {
            if (!done) {
                setDue(true);
            }
        }
        checkAt = System.nanoTime() + CHECK_NANOS;
        return isDue() ? 0 : CHECK_NANOS;
    }

    private boolean renew(long now) throws ConnectorException {
        setDue(false);
        planned = false;
        backOff = Math.min(Math.max(2 * backOff, FIRST_BACK_OFF_NANOS), MAX_BACK_OFF_NANOS);
        lastRenewal = now;
        return work.renew();
    }

    private boolean check() throws ConnectorException {
        work.check();
        return true;
    }

    private synchronized boolean isDue() {
        return due;
    }

    private synchronized void setDue(boolean isDue) {
        due = isDue;
    }

    /** False when there will be nothing to do. */
    private synchronized boolean goesOn() {
        running = !closed && work.isNeeded() && !work.isOver();
        return running;
    }
}
