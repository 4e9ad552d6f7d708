package io.taktstrom.ads.subscribe;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.GuardedThread;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The thread that keeps the subscriptions of a session alive, for as long as there are any: makes those anew that became
 * void, and looks now and then whether some did without a word.
 *
 * <pre>
 *   WATCHING --became void--&gt; back off --&gt; RENEWING --all are well--&gt; WATCHING
 *                               ^---- the device is not ready ----'
 * </pre>
 *
 * <p>What it cannot handle is told, and it begins again, see {@link GuardedThread}.
 *
 * <p>Not the receiving thread: a renewal asks the device many things, and meanwhile other subscriptions want their samples.
 */
final class Upkeep implements Runnable {

    /** What there is to do. */
    interface Work {

        /** Whether there are subscriptions. */
        boolean isNeeded();

        /** Looks for what nothing else would tell of. */
        void check() throws ConnectorException;

        /** Makes anew what is void; whether all are well now. */
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
    private final EpochNanoClock clock;
    private final Consumer<Throwable> report;
    private @Nullable GuardedThread thread;
    private boolean running;
    private boolean due;
    private boolean closed;
    private long backOff;
    private long lastRenewal;

    /** @param report hears what was not foreseen */
    Upkeep(String name, Work work, EpochNanoClock clock, Consumer<Throwable> report) {
        this.name = name;
        this.work = work;
        this.clock = clock;
        this.report = report;
    }

    /** There are subscriptions. */
    synchronized void start() {
        if (!running && !closed) {
            running = true;
            thread = GuardedThread.start(name, this, report, clock);
        }
    }

    /** Something became void, or ended. */
    synchronized void look() {
        due = true;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.end();
        }
        notifyAll();
    }

    @Override
    public void run() {
        while (await()) {
            try {
                if (takeDue()) {
                    renew();
                } else {
                    work.check();
                }
            } catch (ConnectorException e) {
                // Whoever uses the connection hears of it; while there is one, the next look may do better.
                retry();
            } catch (RuntimeException | Error e) {
                retry();
                throw e;
            }
        }
    }

    private void renew() throws ConnectorException {
        long now = System.nanoTime();
        backOff = now - lastRenewal > CALM_NANOS ? 0 : backOff;
        if (backOff > 0) {
            pause(backOff);
        }
        backOff = Math.min(Math.max(2 * backOff, FIRST_BACK_OFF_NANOS), MAX_BACK_OFF_NANOS);
        lastRenewal = System.nanoTime();
        if (!work.renew()) {
            retry();
        }
    }

    private synchronized void retry() {
        due = true;
    }

    private synchronized boolean takeDue() {
        boolean taken = due;
        due = false;
        return taken;
    }

    /** Waits until there is something to do; false when there will not be. */
    private synchronized boolean await() {
        long deadline = System.nanoTime() + CHECK_NANOS;
        while (isWanted() && !due && deadline - System.nanoTime() > 0) {
            sleep(deadline - System.nanoTime());
        }
        running = isWanted();
        return running;
    }

    private synchronized void pause(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (isWanted() && deadline - System.nanoTime() > 0) {
            sleep(deadline - System.nanoTime());
        }
    }

    private boolean isWanted() {
        return !closed && work.isNeeded() && !work.isOver();
    }

    private synchronized void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(nanos, 1_000_000));
        } catch (InterruptedException e) {
            // Nobody has a reason to interrupt us.
            Thread.interrupted();
        }
    }
}
