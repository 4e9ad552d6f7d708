package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Done by threads that all share; hot, as its work may be: its coming round allocates nothing. */
final class SharedDuty implements Duty {

    private final String name;
    private final Work work;
    private final Runnable last;
    private final Consumer<Throwable> report;
    private final DutyThreads threads;
    private final AtomicLong failures = new AtomicLong();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean ending;

    /** Changes under this, so that an interrupt finds who is meant. */
    private volatile @Nullable Thread performer;

    // Of whoever performs it.
    private long pause = GuardedThread.FIRST_PAUSE_NANOS;
    private long failedAt;

    /** When it is due, by {@link System#nanoTime}; guarded by the threads, as is all below. */
    long due;

    /** Where it is. */
    State state = State.NEW;

    /** Woken while it was being done. */
    boolean again;

    /** Where a duty is in its life. */
    enum State {
        NEW,
        /** For its moment, or to be woken. */
        WAITING,
        DONE_NOW,
        OVER
    }

    SharedDuty(String name, Work work, Runnable last, Consumer<Throwable> report, DutyThreads threads) {
        this.name = name;
        this.work = work;
        this.last = last;
        this.report = report;
        this.threads = threads;
    }

    /** Does it, on a thread that is named accordingly; returns nanoseconds until it is due again, negative when it is over. */
    long perform() {
        Thread.currentThread().setName(name);
        performer = Thread.currentThread();
        long delay;
        try {
            delay = ending ? OVER : work.perform();
        } catch (Throwable e) {
            if (Fatal.is(e)) {
                failures.incrementAndGet();
                finish();
                throw e;
            }
            delay = failed(e);
        }
        if (delay < 0 || ending) {
            finish();
            return OVER;
        }
        leave();
        return delay;
    }

    private long failed(Throwable failure) {
        failures.incrementAndGet();
        GuardedThread.tell(report, failure, name);
        long now = System.nanoTime();
        if (now - failedAt > 2 * GuardedThread.LONGEST_PAUSE_NANOS) {
            pause = GuardedThread.FIRST_PAUSE_NANOS;
        }
        failedAt = now;
        long wait = pause;
        pause = Math.min(2 * pause, GuardedThread.LONGEST_PAUSE_NANOS);
        return wait;
    }

    /** From here on an interrupt that is meant for this duty reaches nobody. */
    private synchronized void leave() {
        performer = null;
        Thread.interrupted();
    }

    private void finish() {
        try {
            last.run();
        } catch (Throwable e) {
            Fatal.rethrow(e);
            failures.incrementAndGet();
            GuardedThread.tell(report, e, name);
        } finally {
            leave();
            over.countDown();
        }
    }

    @Override
    public void begin() {
        threads.begin(this);
    }

    @Override
    public void wake() {
        threads.wake(this);
    }

    @Override
    public void end() {
        ending = true;
        threads.wake(this);
    }

    @Override
    public synchronized void interrupt() {
        Thread current = performer;
        if (current != null) {
            current.interrupt();
        }
    }

    @Override
    public boolean isDoneHere() {
        return performer == Thread.currentThread();
    }

    @Override
    public boolean awaitOver(Duration limit) {
        try {
            return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return over.getCount() == 0;
        }
    }

    @Override
    public long failures() {
        return failures.get();
    }
}
