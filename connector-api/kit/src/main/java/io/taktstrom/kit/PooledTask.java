package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Done by threads that all share; hot, as its work may be: its coming round allocates nothing. */
final class PooledTask implements ScheduledTask {

    private final String name;
    private final Agent agent;
    private final Runnable last;
    private final TaskPool threads;
    private final FailureBackOff failures;
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

    /** Where a task is in its life. */
    enum State {
        NEW,
        /** For its moment, or to be woken. */
        WAITING,
        DONE_NOW,
        OVER
    }

    PooledTask(String name, Agent agent, Runnable last, Consumer<Throwable> report, TaskPool threads) {
        this.name = name;
        this.agent = agent;
        this.last = last;
        this.threads = threads;
        failures = new FailureBackOff(name, report);
    }

    /** Does it, on a thread that is named accordingly; returns nanoseconds until it is due again, negative when it is over. */
    long run() {
        Thread.currentThread().setName(name);
        performer = Thread.currentThread();
        long delay;
        try {
            delay = ending ? OVER : agent.doWork();
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

    /** From here on an interrupt that is meant for this task has no effect. */
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
    public boolean isCurrentThread() {
        return performer == Thread.currentThread();
    }

    @Override
    public boolean awaitEnd(Duration limit) {
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
