package io.taktstrom.ads.adslib;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.spi.ConnectorException;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * The port of a backend that has its notifications, and on which it looks whether the target is still there. The library
 * knows no sum command for notifications: each takes a round trip.
 */
final class ControlPort {

    /** How long to wait, for each notification, for a connection that is dead anyway. */
    private static final int DEAD_MILLIS = 1;

    private record Live(int handle, SampleInlet inlet) {}

    private final NativeBackend backend;
    private final LibraryLane lane;
    private final NotificationHub hub;
    private final ListenerThread deliveries;
    private final int timeoutMillis;

    /** One request at a time. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by itself: ending a notification must not wait for requests of others. */
    private final Map<AdsNotification, Live> live = new HashMap<>();
    /** To be deleted: the target did not answer the first request to do so. */
    private final Queue<Integer> leftOver = new ConcurrentLinkedQueue<>();

    private volatile boolean freed;

    ControlPort(
            NativeBackend backend,
            LibraryLane lane,
            NotificationHub hub,
            ListenerThread deliveries,
            int timeoutMillis) {
        this.backend = backend;
        this.lane = lane;
        this.hub = hub;
        this.deliveries = deliveries;
        this.timeoutMillis = timeoutMillis;
        lane.in(LibraryLane.STATE_BYTES);
    }

    void add(List<AdsNotification> notifications) throws ConnectorException {
        NotificationRing ring = deliveries.ring();
        lock.lock();
        try {
            for (AdsNotification notification : notifications) {
                backend.requireOpen();
                if (notification.length() > ListenerThread.mostBytes()) {
                    notification.added(AdsErrorCode.INVALID_WATCH_SIZE, 0);
                } else {
                    add(notification, ring);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void add(AdsNotification notification, NotificationRing ring) throws ConnectorException {
        ring.expect(notification.key());
        // Before the library is told: samples may come before it returns.
        SampleInlet inlet = hub.enter(ring, notification.key(), notification.length());
        boolean added = false;
        try {
            int code = lane.addNotification(
                    notification.indexGroup(),
                    notification.indexOffset(),
                    notification.length(),
                    notification.mode(),
                    notification.maxDelay(),
                    notification.cycleTime(),
                    inlet.user());
            backend.checked(
                    code, AdsCommand.ADD_DEVICE_NOTIFICATION, notification.indexGroup(), notification.indexOffset());
            added = code == AdsErrorCode.NO_ERROR;
            notification.added(code, added ? lane.port().handle() : 0);
            if (added) {
                synchronized (live) {
                    live.put(notification, new Live(lane.port().handle(), inlet));
                }
            }
        } catch (LibraryHangsException e) {
            throw backend.hangs(e, AdsCommand.ADD_DEVICE_NOTIFICATION);
        } finally {
            if (!added) {
                hub.leave(inlet);
            }
        }
    }

    /** No longer than two requests may take, whatever others do: what is left then, the watch deletes later. */
    void delete(List<AdsNotification> notifications) throws ConnectorException {
        // First all of them for us: none brings a sample after this, however long the target takes.
        synchronized (live) {
            for (AdsNotification notification : notifications) {
                Live one = live.remove(notification);
                if (one != null && !freed) {
                    notification.deleted();
                    hub.leave(one.inlet());
                    leftOver.add(one.handle());
                }
            }
        }
        if (leftOver.isEmpty()) {
            return;
        }
        backend.requireOpen();
        if (tryLock()) {
            try {
                backend.requireOpen();
                deleteLeftOver(System.nanoTime() + timeoutMillis * NANOS_PER_MILLI);
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean tryLock() {
        try {
            return lock.tryLock(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Stops at the first that the target does not answer to, and when it is too late. */
    private void deleteLeftOver(long deadline) throws ConnectorException {
        while (deadline - System.nanoTime() > 0) {
            Integer handle = leftOver.poll();
            if (handle == null) {
                return;
            }
            try {
                backend.checked(lane.deleteNotification(handle), AdsCommand.DELETE_DEVICE_NOTIFICATION, 0, 0);
            } catch (LibraryHangsException e) {
                throw backend.hangs(e, AdsCommand.DELETE_DEVICE_NOTIFICATION);
            }
        }
    }

    /** Asks the target for its state; gives the return code, whatever it says, or -1 when the backend has ended. */
    int ask(int withinMillis) {
        lock.lock();
        try {
            if (freed || !backend.isOpen()) {
                return NativeBackend.NOT_SENT;
            }
            lane.setTimeout(withinMillis);
            int code = lane.request(AdsCommand.READ_STATE, 0, 0, LibraryLane.STATE_BYTES, 0);
            lane.setTimeout(timeoutMillis);
            return code;
        } catch (LibraryHangsException e) {
            backend.hangs(e, AdsCommand.READ_STATE);
            return NativeBackend.NOT_SENT;
        } finally {
            lock.unlock();
        }
    }

    /** Deletes what could not be deleted before; only when the target answers. */
    void tidy() throws ConnectorException {
        lock.lock();
        try {
            if (!freed && backend.isOpen()) {
                deleteLeftOver(System.nanoTime() + timeoutMillis * NANOS_PER_MILLI);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends all notifications and closes the port; nothing uses it after that. Takes as long as the library does. */
    void free() {
        lock.lock();
        try {
            synchronized (live) {
                freed = true;
                for (Live one : live.values()) {
                    hub.leave(one.inlet());
                    leftOver.add(one.handle());
                }
                live.clear();
            }
        } finally {
            lock.unlock();
        }
        lane.awaitReturn();
        boolean dead = backend.failure() != null;
        for (Integer handle = leftOver.poll(); handle != null; handle = leftOver.poll()) {
            try {
                lane.setTimeout(dead ? DEAD_MILLIS : timeoutMillis);
                dead |= NativeBackend.isSilence(lane.deleteNotification(handle));
            } catch (LibraryHangsException e) {
                dead = true;
                lane.awaitReturn();
            }
        }
        lane.close();
    }
}
