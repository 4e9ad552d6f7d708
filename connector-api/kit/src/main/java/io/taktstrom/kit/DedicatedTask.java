package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;

/** With a thread of its own; hot, as its work may be: waiting allocates nothing. */
final class DedicatedTask implements ScheduledTask {

    private static final long LONGEST_WAIT_NANOS = Duration.ofDays(1).toNanos();

    private final Agent agent;
    private final EpochNanoClock clock;
    private final Waiting waiting;
    private final RestartingThread guard;
    private volatile boolean woken;
    private volatile boolean ending;

    DedicatedTask(
            String name,
            Agent agent,
            Runnable last,
            Consumer<Throwable> report,
            EpochNanoClock clock,
            Waiting waiting) {
        this.agent = agent;
        this.clock = clock;
        this.waiting = waiting;
        guard = RestartingThread.unstarted(name, this::run, last, report, clock);
    }

    private void run() {
        while (!ending) {
            woken = false;
            long delay = agent.doWork();
            if (delay < 0) {
                return;
            }
            long now = clock.nanoTime();
            await(now, delay);
        }
    }

    private void await(long since, long delay) {
        while (!woken && !ending) {
            long passed = clock.nanoTime() - since;
            if (passed >= delay) {
                return;
            }
            waiting.until(delay == UNTIL_WOKEN ? since + passed + LONGEST_WAIT_NANOS : since + delay);
            // The reason for the interrupt is checked above; left set, the flag would keep the thread from parking.
            Thread.interrupted();
        }
    }

    @Override
    public void begin() {
        guard.begin();
    }

    @Override
    public void wake() {
        woken = true;
        LockSupport.unpark(guard.thread());
    }

    @Override
    public void end() {
        ending = true;
        guard.end();
    }

    @Override
    public void interrupt() {
        guard.thread().interrupt();
    }

    @Override
    public boolean isCurrentThread() {
        return Thread.currentThread() == guard.thread();
    }

    @Override
    public boolean awaitEnd(Duration limit) {
        try {
            guard.thread().join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return guard.isOver();
    }

    @Override
    public long failures() {
        return guard.failures();
    }
}
