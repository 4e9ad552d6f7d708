package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.kit.tcp.RequestEngine;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * What a link does about notifications: a queue, and a {@link Receiver} while there are notifications. Thread-safe.
 */
final class LinkNotifications {

    /** Those that share the link. */
    interface Targets {

        /** The notifications of the one that a frame is addressed to, by our AMS port in it; null when that port is closed. */
        @Nullable
        FrameTarget target(ByteBuffer buffer, int frame);

        /** Last act of the receiver. */
        void tellLost(ConnectorException cause);
    }

    /** The notifications of one of them. */
    interface FrameTarget {

        /** A frame was dropped because the queue is full; called by the reading thread. */
        void dropped(ByteBuffer buffer, int frame, NotificationQueue queue);

        /** Whether a frame has handles that may be about to become known; called by the receiver. */
        boolean mustHold(ByteBuffer buffer, int frame);

        /** Hands the samples of a checked frame to the listener, unless that is closed; called by the receiver. Hot. */
        void deliver(ByteBuffer buffer, int frame);
    }

    private final RequestEngine<?> link;
    private final Targets targets;
    private final NotificationQueue queue = new NotificationQueue();
    private final StaleHandles stale = new StaleHandles();
    private volatile @Nullable Receiver receiver;
    private volatile int watchers;

    LinkNotifications(RequestEngine<?> link, Targets targets) {
        this.link = link;
        this.targets = targets;
    }

    /** A checked frame; only with the read role. */
    void take(ByteBuffer buffer, int frame, int bytes) {
        Receiver current = receiver;
        if (current == null) {
            stale.found(buffer, frame);
            return;
        }
        if (!queue.add(buffer, frame, bytes)) {
            FrameTarget target = targets.target(buffer, frame);
            if (target != null) {
                target.dropped(buffer, frame, queue);
            }
        }
        current.wake();
    }

    /** From now on the receiver reads, until as many were unwatched. */
    synchronized Receiver watch(int notifications) {
        watchers += notifications;
        return started();
    }

    private Receiver started() {
        Receiver current = receiver;
        if (current == null) {
            current = new Receiver(link, targets, this, queue);
            receiver = current;
            current.start();
        }
        return current;
    }

    synchronized void unwatch(int notifications) {
        watchers -= notifications;
    }

    boolean isWatched() {
        return watchers > 0;
    }

    /** Lets the receiver end if there are no notifications any more. */
    synchronized boolean retire() {
        if (watchers == 0) {
            receiver = null;
        }
        return watchers == 0;
    }

    /** The link is lost: the receiver tells all listeners, and ends. */
    synchronized void end() {
        started().wake();
    }

    /** Has the receiver look for work, if it waits. */
    void wake() {
        Receiver current = receiver;
        if (current != null) {
            current.wake();
        }
    }

    StaleHandles stale() {
        return stale;
    }
}
