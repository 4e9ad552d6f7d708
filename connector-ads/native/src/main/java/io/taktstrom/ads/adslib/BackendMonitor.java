package io.taktstrom.ads.adslib;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * The thread that looks after a backend: asks the target for its state when nothing was heard of it for a while, because
 * the library never tells that a connection is lost; and in the end frees everything, in the one order that the library
 * survives.
 *
 * <pre>
 *   no more requests -> all ports idle -> notifications deleted -> ports closed -> route deleted (by the last on the host)
 * </pre>
 */
final class BackendMonitor implements Runnable {

    /** What remains when all ports are closed, and whom a loss concerns. */
    interface Release {
        /** The connection is dead. */
        void lost(ConnectorException cause);

        /** All ports are closed. */
        void released();
    }

    /** Of the first question: on a connection that the peer has closed, only the second one fails. */
    private static final int FIRST_MILLIS = 2_000;

    private static final long NEVER_NANOS = TimeUnit.DAYS.toNanos(3650);

    private final NativeBackend backend;
    private final PortPool ports;
    private final ControlPort control;
    private final Release release;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean suspected;
    private long intervalNanos = NEVER_NANOS;
    private int withinMillis = FIRST_MILLIS;
    private int requestMillis = FIRST_MILLIS;

    BackendMonitor(NativeBackend backend, PortPool ports, ControlPort control, Release release) {
        this.backend = backend;
        this.ports = ports;
        this.control = control;
        this.release = release;
        this.thread = LibraryCalls.daemon(this, "takt-adslib-watch-" + backend);
    }

    /** Begins, once the target has been asked for the first time. */
    void start(BackendSettings settings) {
        if (!settings.heartbeatInterval().isZero()) {
            intervalNanos = settings.heartbeatInterval().toNanos();
        }
        withinMillis = NativeBackend.millis(settings.heartbeatTimeout());
        requestMillis = NativeBackend.millis(settings.requestTimeout());
        thread.start();
    }

    /** A request had no answer in time: have a look now. */
    synchronized void suspect() {
        suspected = true;
        notifyAll();
    }

    /** The backend has come to its end. */
    synchronized void wake() {
        notifyAll();
    }

    /** The connection is dead, for all who use it. */
    void report(ConnectorException cause) {
        release.lost(cause);
    }

    void awaitEnd(long withinNanos) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!ended.await(withinNanos, TimeUnit.NANOSECONDS)) {
                System.getLogger(BackendMonitor.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> backend + " is freed when its last request has ended");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            while (doWork()) {
                // One step after the other.
            }
        } finally {
            free();
        }
    }

    /** One step: waits until the target is to be asked, and asks; false at the end. */
    boolean doWork() {
        if (!awaitNext()) {
            return false;
        }
        ask();
        return true;
    }

    /** Waits until it is time to ask; false when the backend has come to its end instead. */
    private synchronized boolean awaitNext() {
        while (backend.isOpen()) {
            long left = backend.answeredAt() + intervalNanos - System.nanoTime();
            if (suspected || left <= 0) {
                suspected = false;
                return true;
            }
            try {
                wait(left / NANOS_PER_MILLI + 1);
            } catch (InterruptedException e) {
                // An interrupt has no meaning here.
                Thread.interrupted();
            }
        }
        return false;
    }

    private void ask() {
        int first = Math.min(FIRST_MILLIS, withinMillis);
        int code = control.ask(first);
        int waited = first;
        if (code == AdsErrorCode.CLIENT_TIMEOUT) {
            // On a connection that the peer has closed, the library notices it when it sends for the second time.
            // A long answer may be on its way over a slow link, and this one behind it: as patient as who waits for
            // that one.
            int second =
                    ports.areLent() ? Math.max(withinMillis, requestMillis) : Math.max(first, withinMillis - first);
            code = control.ask(second);
            waited += second;
        }
        if (!backend.isOpen()) {
            // Ended meanwhile, which says nothing about the connection.
            return;
        }
        if (NativeBackend.isSilence(code)) {
            report(new ConnectionLostException("connection to " + backend + " is lost: "
                    + (code == AdsErrorCode.CLIENT_TIMEOUT
                            ? "no answer to the heartbeat within " + waited
                                    + " ms; check the network and that the target runs, or raise heartbeatTimeout"
                            : "the library cannot send any more (" + AdsErrorCode.hex(code)
                                    + "); check the network and that the target runs")));
            return;
        }
        backend.answered();
        try {
            control.tidy();
        } catch (ConnectorException e) {
            // The next look will tell what that means.
            suspect();
        }
    }

    private void free() {
        try {
            ports.close();
            ports.awaitAll();
            control.free();
            ports.closePorts();
            release.released();
        } finally {
            ended.countDown();
        }
    }
}
