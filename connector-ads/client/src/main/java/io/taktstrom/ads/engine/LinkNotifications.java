package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * What a link does about notifications: a queue, and a {@link Receiver} while there are notifications. Thread-safe.
 */
final class LinkNotifications {

    private final RouterLink link;
    private final NotificationQueue queue = new NotificationQueue();
    private final StaleHandles stale = new StaleHandles();
    private volatile @Nullable Receiver receiver;
    private volatile int watchers;

    LinkNotifications(RouterLink link) {
        this.link = link;
    }

    /** A checked frame; only with the read role. */
    void take(ByteBuffer buffer, int frame, int bytes) {
        Receiver current = receiver;
        if (current == null) {
            stale.found(buffer, frame);
            return;
        }
        if (!queue.add(buffer, frame, bytes)) {
            JavaBackend backend = link.target(buffer, frame);
            if (backend != null) {
                backend.notifications().dropped(buffer, frame, queue);
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
            current = new Receiver(link, this, queue);
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
