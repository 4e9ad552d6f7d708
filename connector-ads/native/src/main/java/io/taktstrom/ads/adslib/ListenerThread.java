package io.taktstrom.ads.adslib;

import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.backend.DelayedCalls;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The thread that alone calls the listener of a backend: with the samples in its ring, with what was put off, and at last
 * with the loss. There is one from the first notification or call on, to the end of the backend.
 */
final class ListenerThread implements Runnable {

    /** The backend that has the listener. */
    interface Owner {
        boolean isOpen();

        boolean isClosed();

        /** Why its connection is lost, or null. */
        @Nullable
        ConnectorException failure();

        /** The connection is dead; the first cause counts. */
        void lost(ConnectorException cause);
    }

    /** As much as AdsLib itself keeps. */
    private static final int RING_BYTES = 4 * 1024 * 1024;

    private final Owner backend;
    private final NotificationHub hub;
    private final NotificationListener listener;
    private final Thread thread;
    private final DelayedCalls calls = new DelayedCalls();
    private volatile @Nullable NotificationRing ring;
    private volatile boolean waiting;
    private boolean started;

    ListenerThread(Owner backend, NotificationHub hub, NotificationListener listener) {
        this.backend = backend;
        this.hub = hub;
        this.listener = listener;
        this.thread = LibraryCalls.daemon(this, "takt-adslib-listener-" + backend);
    }

    /** Where samples go; from now on they are delivered. */
    synchronized NotificationRing ring() {
        NotificationRing current = ring;
        if (current == null) {
            current = new NotificationRing(hub, RING_BYTES, this::unpark);
            ring = current;
        }
        start();
        return current;
    }

    long waitingBytes() {
        NotificationRing current = ring;
        return current == null ? 0 : Math.max(0, current.waitingBytes());
    }

    static int mostBytes() {
        return NotificationRing.mostBytes(RING_BYTES);
    }

    private synchronized void start() {
        if (!started) {
            started = true;
            thread.start();
        }
    }

    void callLater(long at, Runnable call) {
        calls.add(at, call);
        start();
        unpark();
    }

    /** The backend has come to its end. A listener hears of a loss, whether or not it has had samples. */
    void wake() {
        if (!backend.isClosed()) {
            start();
        }
        unpark();
    }

    private void unpark() {
        if (waiting) {
            LockSupport.unpark(thread);
        }
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        try {
            while (backend.isOpen()) {
                doWork();
            }
            deliver();
            tellLost();
        } catch (RuntimeException | Error e) {
            backend.lost(new ConnectionLostException("notifications of " + backend + ": a listener failed: " + e, e));
            throw e;
        }
    }

    /** One step: delivers what has come, makes calls that are due, then waits. */
    void doWork() {
        deliver();
        makeCalls();
        await(calls.next());
    }

    private void deliver() {
        NotificationRing current = ring;
        if (current != null && !backend.isClosed()) {
            current.drain(listener);
        }
    }

    private void tellLost() {
        ConnectorException cause = backend.failure();
        if (cause != null && !backend.isClosed()) {
            listener.lost(cause);
        }
    }

    private void await(long deadline) {
        waiting = true;
        NotificationRing current = ring;
        if ((current == null || current.isEmpty()) && !calls.isChanged() && backend.isOpen()) {
            LockSupport.parkNanos(this, deadline - System.nanoTime());
        }
        waiting = false;
        // An interrupt has no meaning here; with the flag set, the thread would not wait any more.
        Thread.interrupted();
    }

    private void makeCalls() {
        for (Runnable due = calls.due(); due != null && backend.isOpen(); due = calls.due()) {
            due.run();
        }
    }
}
