package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.tcp.ReadGoal;
import io.taktstrom.opcua.channel.UaChannel;
import io.taktstrom.opcua.service.MonitoredItems;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a connection that calls sinks. While it has nothing to deliver it reads the channel, so what the server
 * pushes goes from the socket to the sink without another thread. Starts with the first subscription and ends with the
 * connection.
 *
 * <pre>
 *   doWork:  MonitoredItems.step: what has arrived --> backlogs --> schedule     then one delivery to a sink
 *   idle:    read until something arrives, or, while a caller reads, wait
 * </pre>
 */
final class PushAgent {

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final GuardedConnection<?> connection;
    private final UaChannel channel;
    private final MonitoredItems items;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReadGoal work = this::hasWork;
    private volatile @Nullable RestartingThread thread;
    private volatile boolean ended;

    PushAgent(GuardedConnection<?> connection, UaChannel channel, MonitoredItems items) {
        this.connection = connection;
        this.channel = channel;
        this.items = items;
    }

    /** Starts the thread, unless it has been started. */
    synchronized void begin() {
        if (thread == null) {
            RestartingThread started = connection.thread("sinks", this::run);
            thread = started;
            channel.setReader(started.thread());
            started.begin();
        }
    }

    /** Has the thread deliver something. */
    void schedule(Runnable delivery) {
        waiting.add(delivery);
        wake();
    }

    /** Ends the thread when it has nothing left to do. */
    void end() {
        ended = true;
        wake();
    }

    /** After {@link #end}: waits until all has been delivered, up to a limit. */
    void awaitEnd(Duration limit) {
        RestartingThread started = thread;
        if (started == null || started.thread() == Thread.currentThread()) {
            return;
        }
        try {
            // Its result plays no part: after this long the end does not wait for a sink.
            var unused = over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void wake() {
        RestartingThread started = thread;
        if (started != null && started.thread() != Thread.currentThread()) {
            channel.wakeReader();
            LockSupport.unpark(started.thread());
        }
    }

    private boolean hasWork() {
        return ended || !waiting.isEmpty() || items.hasWork();
    }

    /** One step; whether there was something to deliver. */
    boolean doWork() {
        if (items.hasWork()) {
            items.step();
        }
        Runnable next = waiting.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    private void run() {
        while (doWork() || !ended) {
            if (!hasWork()) {
                idle();
            }
        }
        channel.setReader(null);
        over.countDown();
    }

    private void idle() {
        if (channel.isOver() || !channel.leadUntil(work, System.nanoTime() + IDLE_NANOS)) {
            LockSupport.parkNanos(this, IDLE_NANOS);
        }
    }
}
