package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Done by threads that all share; hot, as its work may be: its coming round allocates nothing. */
final class SharedDuty implements Duty {

    private final String name;
    private final Work work;
    private final Runnable last;
    private final DutyThreads threads;
    private final Failures failures;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean ending;

    /** Changes under this, so that an interrupt finds who is meant. */
    private volatile @Nullable Thread performer;

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
        this.threads = threads;
        failures = new Failures(name, report);
    }

    /** Does it, on a thread that is named accordingly; returns nanoseconds until it is due again, negative when it is over. */
    long perform() {
        Thread.currentThread().setName(name);
        performer = Thread.currentThread();
        long delay;
        try {
            delay = ending ? OVER : work.perform();
        } catch (Throwable e) {
            failures.add(e);
            if (Fatal.is(e)) {
                finish();
                throw e;
            }
            delay = failures.rest(System.nanoTime());
        }
        if (delay < 0 || ending) {
            finish();
            return OVER;
        }
        leave();
        return delay;
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
            failures.add(e);
            Fatal.rethrow(e);
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
        return failures.count();
    }
}
