package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/**
 * The thread of a link that has notifications: reads when nobody else does, and alone calls the listeners. It does not
 * hold the read role while it calls them, so a listener may send requests, and others need not wait for a slow one.
 */
final class Receiver implements Runnable, RouterLink.Goal {

    private final RouterLink link;
    private final NotificationQueue queue;
    private final Thread thread;
    private volatile boolean waiting;
    private ByteBuffer draining = ByteBuffer.allocate(0);
    /** The frame to deliver next has handles that are only about to become known. */
    private boolean held;

    Receiver(RouterLink link, NotificationQueue queue) {
        this.link = link;
        this.queue = queue;
        this.thread = new Thread(this, "takt-ads-" + link);
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
            work();
        } catch (RuntimeException | Error e) {
            link.fail(new ConnectionLostException("notifications of " + link + ": a listener failed: " + e, e));
            throw e;
        }
    }

    private void work() {
        while (true) {
            deliver();
            ConnectorException failure = link.failure();
            if (failure != null) {
                link.tellLost(failure);
                return;
            }
            if (link.retire(this)) {
                return;
            }
            if (!link.leadUntil(this)) {
                await();
            }
        }
    }

    private void await() {
        waiting = true;
        if (!reached() && link.isLed() && link.failure() == null) {
            LockSupport.park(this);
        }
        waiting = false;
    }

    /** Whether the receiver has something better to do than to read. */
    @Override
    public boolean reached() {
        return !link.isWatched() || (held ? !isHeld() : !queue.isEmpty());
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

    private void tellGaps() {
        for (NotificationQueue.Gap gap : queue.gaps()) {
            gap.backend().overflow(gap.key());
        }
        queue.gaps().clear();
    }

    private boolean isHeld() {
        int frame = draining.position();
        JavaBackend backend = link.target(draining, frame);
        return backend != null && backend.mustHold(draining, frame);
    }

    private void deliverFrame(ByteBuffer buffer, int frame) {
        buffer.position(frame + (int) AmsHeader.frameBytes(buffer, frame));
        JavaBackend backend = link.target(buffer, frame);
        if (backend != null) {
            backend.deliver(buffer, frame);
        } else {
            link.foundStale(buffer, frame);
        }
    }
}
