package io.taktstrom.kit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.PooledTask.State;
import org.jspecify.annotations.Nullable;

/**
 * The threads that do shared tasks. One of them, the leader, waits for the next moment, and does itself what is due then,
 * once another one leads: so no work is handed from thread to thread, and none waits for another.
 *
 * <pre>
 *   waiting (by moment)          leader: parks until the first is due
 *   [12 ms][40 ms][1 s] ...        |  due --&gt; the next free one leads (if none is free, a new one) --&gt; does it --.
 *         ^                        |                                                                            |
 *         '---- back, with its next moment &lt;----------------------------------------------------------- returns -'
 * </pre>
 *
 * <p>Tasks may block, so the number of threads is unlimited; but beyond a few dozen one is started per millisecond, because
 * most running tasks finish by then. Idle threads end after a while, and all with the last task. Thread-safe; a turn of a
 * task allocates nothing.
 */
final class TaskPool {

    static final TaskPool OF_THIS_JVM = new TaskPool();

    private static final String IDLE_NAME = "takt-kit-shared";

    /** Up to so many threads are begun without hesitation. */
    private static final int PROMPT = 32;

    private static final long PATIENCE_NANOS = 1_000_000;
    private static final long KEPT_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long FURTHEST_NANOS = Duration.ofDays(365).toNanos();

    // All guarded by this.
    private final PriorityQueue<PooledTask> waiting = new PriorityQueue<>((a, b) -> Long.signum(a.due - b.due));
    private final ArrayDeque<Worker> free = new ArrayDeque<>();
    private @Nullable Worker leader;
    private int threads;
    private int tasks;
    private long begunAt = System.nanoTime() - PATIENCE_NANOS;

    private final class Worker implements Runnable {

        final Thread thread = new Thread(null, this, IDLE_NAME, 0, false);
        boolean isFree;

        @Override
        public void run() {
            for (PooledTask task = next(this); task != null; task = next(this)) {
                boolean lives = false;
                long delay = ScheduledTask.OVER;
                try {
                    delay = task.run();
                    lives = true;
                } finally {
                    // Only what is fatal ends a thread, and its task with it.
                    returned(task, delay, lives);
                }
            }
        }
    }

    /** How many threads there are now. */
    synchronized int count() {
        return threads;
    }

    synchronized void begin(PooledTask task) {
        tasks++;
        add(task, 0);
        seeTo(task);
    }

    synchronized void wake(PooledTask task) {
        if (task.state == State.DONE_NOW) {
            task.again = true;
        } else if (task.state == State.WAITING) {
            waiting.remove(task);
            add(task, 0);
            seeTo(task);
        }
    }

    private synchronized void returned(PooledTask task, long delay, boolean lives) {
        if (delay < 0) {
            task.state = State.OVER;
            tasks--;
            if (tasks == 0) {
                dismissAll();
            }
        } else {
            add(task, task.again ? 0 : delay);
        }
        task.again = false;
        if (!lives) {
            threads--;
        }
        if (leader != null || !lives) {
            seeTo(task);
        }
        // Else this thread leads, at once.
    }

    private void add(PooledTask task, long delay) {
        task.state = State.WAITING;
        if (delay != ScheduledTask.UNTIL_WOKEN) {
            task.due = System.nanoTime() + Math.min(delay, FURTHEST_NANOS);
            waiting.add(task);
        }
    }

    /** Has what is waiting now done in time. */
    private void seeTo(PooledTask added) {
        Worker current = leader;
        if (current == null && !waiting.isEmpty()) {
            appoint();
        } else if (current != null && waiting.peek() == added) {
            LockSupport.unpark(current.thread);
        }
    }

    private void appoint() {
        if (!appointFree()) {
            appointNew();
        }
    }

    /** The one that was free last, so that those end which are not needed. */
    private boolean appointFree() {
        Worker next = free.pollLast();
        if (next == null) {
            return false;
        }
        next.isFree = false;
        leader = next;
        LockSupport.unpark(next.thread);
        return true;
    }

    private void appointNew() {
        Worker next = new Worker();
        next.thread.setDaemon(true);
        // The class loader of the caller must not be kept in memory by it.
        next.thread.setContextClassLoader(TaskPool.class.getClassLoader());
        next.thread.start();
        threads++;
        begunAt = System.nanoTime();
        leader = next;
    }

    private void dismissAll() {
        free.forEach(worker -> LockSupport.unpark(worker.thread));
        Worker current = leader;
        if (current != null) {
            LockSupport.unpark(current.thread);
        }
    }

    /** What this thread is to do next, once it is due; null when it is not needed any more. */
    private @Nullable PooledTask next(Worker worker) {
        long since = System.nanoTime();
        while (true) {
            long wait;
            synchronized (this) {
                long now = System.nanoTime();
                if (leader == null) {
                    leader = worker;
                }
                boolean leads = leader == worker;
                if (leads) {
                    // Otherwise it could appoint itself as its own successor, and no thread would wait for the next
                    // moment.
                    take(worker);
                }
                PooledTask first = waiting.peek();
                boolean isDue = first != null && first.due - now <= 0;
                if (first != null && isDue && (!leads || hasSuccessor(now))) {
                    take(worker);
                    waiting.poll();
                    first.state = State.DONE_NOW;
                    return first;
                }
                wait = KEPT_NANOS - (now - since);
                if (!leads) {
                    give(worker);
                } else if (first != null) {
                    wait = isDue ? PATIENCE_NANOS : first.due - now;
                }
                if (tasks == 0 || wait <= 0) {
                    leave(worker);
                    return null;
                }
            }
            idle(worker, wait);
        }
    }

    /** Whether another one leads from now on, if there is anything to lead. */
    private boolean hasSuccessor(long now) {
        if (appointFree()) {
            return true;
        }
        if (waiting.size() == 1) {
            leader = null;
            return true;
        }
        if (threads >= PROMPT && now - begunAt < PATIENCE_NANOS) {
            return false;
        }
        try {
            appointNew();
        } catch (OutOfMemoryError e) {
            // There are no more threads to be had. What is due is done all the same; who returns first leads.
            Fatal.report(e);
            leader = null;
        }
        return true;
    }

    private void give(Worker worker) {
        if (!worker.isFree) {
            worker.isFree = true;
            free.addLast(worker);
        }
    }

    private void take(Worker worker) {
        if (worker.isFree) {
            worker.isFree = false;
            free.remove(worker);
        }
    }

    private void leave(Worker worker) {
        take(worker);
        threads--;
        if (leader == worker) {
            leader = null;
        }
    }

    private void idle(Worker worker, long nanos) {
        if (!worker.thread.getName().equals(IDLE_NAME)) {
            worker.thread.setName(IDLE_NAME);
        }
        LockSupport.parkNanos(this, nanos);
        // An interrupt has no meaning for an idle thread; with the flag set, it would not park any more.
        Thread.interrupted();
    }
}
