package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.backend.DelayedCalls;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.tcp.ReadGoal;
import io.taktstrom.kit.tcp.RequestEngine;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/**
 * The thread of a link that has notifications: reads when no other thread does, and alone calls the listeners. It does not
 * hold the read role while it calls them, so a listener may send requests, and others need not wait for a slow one. What a
 * listener throws ends the link, and all of them hear of it.
 */
final class Receiver implements Runnable, ReadGoal {

    private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

    private final RequestEngine<?> link;
    private final LinkNotifications.Targets targets;
    private final LinkNotifications notifications;
    private final NotificationQueue queue;
    private final Thread thread;
    private final DelayedCalls calls = new DelayedCalls();
    private volatile boolean waiting;
    private ByteBuffer draining = ByteBuffer.allocate(0);
    /** The frame to deliver next has handles that are only about to become known. */
    private boolean held;

    Receiver(
            RequestEngine<?> link,
            LinkNotifications.Targets targets,
            LinkNotifications notifications,
            NotificationQueue queue) {
        this.link = link;
        this.targets = targets;
        this.notifications = notifications;
        this.queue = queue;
        this.thread = new Thread(this, "takt-ads-receiver-" + link);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** There may be something to do. */
    void wake() {
        if (waiting) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        try {
            while (doWork()) {
                // One step after the other.
            }
        } catch (Throwable e) {
            ConnectionLostException cause = new ConnectionLostException(
                    "notifications of " + link + ": a listener failed; the log says how", e);
            link.fail(cause);
            Fatal.rethrow(e);
            LOG.log(System.Logger.Level.ERROR, cause.getMessage(), e);
            // No thread receives any more, so the other listeners must be told here.
            targets.tellLost(cause);
        }
    }

    /** One step: delivers what has come, makes calls that are due, then reads or waits; false at the end. */
    boolean doWork() {
        deliver();
        makeCalls();
        ConnectorException failure = link.failure();
        if (failure != null) {
            deliverRest();
            targets.tellLost(failure);
            return false;
        }
        if (notifications.retire()) {
            return false;
        }
        long deadline = calls.next();
        if (!link.leadUntil(this, deadline)) {
            await(deadline);
        }
        return true;
    }

    private void await(long deadline) {
        waiting = true;
        if (!reached() && link.isLed() && link.failure() == null) {
            LockSupport.parkNanos(this, deadline - System.nanoTime());
        }
        waiting = false;
        // An interrupt has no meaning here; with the flag set, the thread would not wait any more.
        Thread.interrupted();
    }

    /** Has a call made by this thread; the caller wakes it. */
    void callLater(long at, Runnable call) {
        calls.add(at, call);
    }

    private void makeCalls() {
        for (Runnable due = calls.due(); due != null; due = calls.due()) {
            due.run();
        }
    }

    /** Whether the receiver has something better to do than to read. */
    @Override
    public boolean reached() {
        return calls.isChanged() || !notifications.isWatched() || (held ? !isHeld() : !queue.isEmpty());
    }

    private void deliver() {
        while (true) {
            while (draining.hasRemaining()) {
                held = isHeld();
                if (held) {
                    return;
                }
                deliverFrame(draining, draining.position());
            }
            tellGaps();
            if (queue.isEmpty()) {
                return;
            }
            draining = queue.swap();
        }
    }

    /** Nothing more will come: what came while the connection was lost, and what waits for handles that will not be known. */
    private void deliverRest() {
        while (draining.hasRemaining() || !queue.isEmpty()) {
            while (draining.hasRemaining()) {
                deliverFrame(draining, draining.position());
            }
            tellGaps();
            draining = queue.swap();
        }
        tellGaps();
    }

    private void tellGaps() {
        // Almost always empty, and iterating an empty set would allocate.
        if (!queue.gaps().isEmpty()) {
            queue.gaps().forEach(gap -> gap.listener().overflow(gap.key()));
            queue.gaps().clear();
        }
    }

    private boolean isHeld() {
        int frame = draining.position();
        LinkNotifications.FrameTarget target = targets.target(draining, frame);
        return target != null && target.mustHold(draining, frame);
    }

    private void deliverFrame(ByteBuffer buffer, int frame) {
        buffer.position(frame + (int) AmsHeader.frameBytes(buffer, frame));
        LinkNotifications.FrameTarget target = targets.target(buffer, frame);
        if (target != null) {
            target.deliver(buffer, frame);
        } else {
            notifications.stale().found(buffer, frame);
        }
    }
}
