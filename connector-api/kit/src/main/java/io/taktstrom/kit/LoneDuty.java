package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;

/** With a thread of its own; hot, as its work may be: waiting allocates nothing. */
final class LoneDuty implements Duty {

    private final Work work;
    private final EpochNanoClock clock;
    private final Waiting waiting;
    private final GuardedThread guard;
    private volatile boolean woken;
    private volatile boolean ending;

    LoneDuty(String name, Work work, Runnable last, Consumer<Throwable> report, EpochNanoClock clock, Waiting waiting) {
        this.work = work;
        this.clock = clock;
        this.waiting = waiting;
        guard = GuardedThread.unstarted(name, this::run, last, report, clock);
    }

    private void run() {
        while (!ending) {
            woken = false;
            long delay = work.perform();
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
            waiting.until(
                    delay == UNTIL_WOKEN ? since + passed + Duration.ofDays(1).toNanos() : since + delay);
            // Whoever interrupts us has said so otherwise too; left set, it would keep the thread from parking.
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
    public boolean isDoneHere() {
        return Thread.currentThread() == guard.thread();
    }

    @Override
    public boolean awaitOver(Duration limit) {
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
