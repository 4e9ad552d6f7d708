package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.kit.session.GuardedConnection;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a connection that calls sinks, and the subscriptions that wait for it. It starts with the first
 * subscription and ends with the connection.
 */
final class Deliveries {

    private final GuardedConnection<?> connection;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean started;
    private boolean ended;

    Deliveries(GuardedConnection<?> connection) {
        this.connection = connection;
    }

    /** Has the thread deliver something. */
    void schedule(Runnable delivery) {
        lock.lock();
        try {
            if (!started) {
                started = true;
                connection.thread("sinks", this::run).begin();
            }
            waiting.add(delivery);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread when it has nothing left to do. */
    void end() {
        lock.lock();
        try {
            ended = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** After {@link #end}: waits until all has been delivered, though not for ever. */
    void awaitEnd(Duration limit) {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (started && left > 0) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Runnable next = take();
        while (next != null) {
            next.run();
            next = take();
        }
    }

    private @Nullable Runnable take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !ended) {
                work.awaitUninterruptibly();
            }
            Runnable next = waiting.poll();
            started = next != null;
            idle.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }
}
