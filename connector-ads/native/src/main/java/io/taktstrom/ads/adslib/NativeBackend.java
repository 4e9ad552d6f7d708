package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A backend on Beckhoff's C library. Requests go through ports of a pool, one at a time each; several exchanges follow
 * each other, because a port carries one request and more ports would mean more threads.
 *
 * <p>Nothing here can be called in an order that the library does not survive: once closed or lost, every call is refused
 * before it reaches the library, and the {@link BackendMonitor} frees what there is when the last call has returned. Calls in
 * progress cannot be cut off; they end by their timeouts, and a second later if the library hangs in them.
 */
final class NativeBackend implements AdsBackend, ListenerThread.Owner {

    /** Fixed in the library. */
    static final int TCP_PORT = 48_898;

    /** The library could not send: the connection is dead, and it never comes back. */
    static final int NOT_SENT = -1;

    private static final int PORT_NOT_OPEN = 0x748;
    /** Requests of one connection at once; a process has 128 ports. */
    private static final int MAX_PORTS = 8;

    private static final long ON_ITS_WAY_NANOS = 1_000_000_000;

    private final AdsLibrary library;
    private final AmsAddress target;
    private final String router;
    private final long timeoutNanos;
    private final PortPool ports;
    private final ControlPort control;
    private final ListenerThread deliveries;
    private final BackendMonitor watch;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicReference<@Nullable ConnectorException> failure = new AtomicReference<>();
    private final ConnectionEnd end;
    private volatile long answeredAt = System.nanoTime();

    /** Does not use the library yet. */
    NativeBackend(
            AdsLibrary library,
            LibraryCalls calls,
            NotificationHub hub,
            AdsPort controlPort,
            BackendSettings settings,
            NotificationListener listener,
            boolean byCaller,
            BackendMonitor.Release release) {
        this.library = library;
        this.target = settings.target();
        this.router = settings.router();
        this.timeoutNanos = settings.requestTimeout().toNanos();
        int timeoutMillis = millis(settings.requestTimeout());
        this.ports = new PortPool(within -> open(library, calls, within, timeoutMillis, byCaller), MAX_PORTS);
        this.deliveries = new ListenerThread(this, hub, listener);
        this.control = new ControlPort(
                this,
                new LibraryLane(controlPort, timeoutMillis, false, "takt-adslib-control-" + this),
                hub,
                deliveries,
                timeoutMillis);
        this.watch = new BackendMonitor(this, ports, control, release);
        this.end = new ConnectionEnd(toString());
    }

    private @Nullable LibraryLane open(
            AdsLibrary from, LibraryCalls calls, long withinNanos, int timeoutMillis, boolean byCaller) {
        try {
            AdsPort port = calls.call("AdsPortOpenEx", withinNanos, () -> from.openPort(target), late -> {
                if (late != null) {
                    late.close();
                }
            });
            return port == null ? null : new LibraryLane(port, timeoutMillis, byCaller, "takt-adslib-request-" + this);
        } catch (LibraryHangsException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return target + " by way of " + router + " and " + library.file();
    }

    /** As the library takes durations: whole milliseconds, at least 1. */
    static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
    }

    BackendMonitor watch() {
        return watch;
    }

    ControlPort control() {
        return control;
    }

    @Override
    public long waitingBytes() {
        return deliveries.waitingBytes();
    }

    // ---- commands

    @Override
    public int read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ, indexGroup, indexOffset, null, into, into.remaining());
    }

    @Override
    public int write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE, indexGroup, indexOffset, from, null, 0);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_WRITE, indexGroup, indexOffset, from, into, into.remaining());
    }

    @Override
    public int readState(ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_STATE, 0, 0, null, into, LibraryLane.STATE_BYTES);
    }

    @Override
    public int writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE_CONTROL, adsState, deviceState, from, null, 0);
    }

    @Override
    public int readDeviceInfo(ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_DEVICE_INFO, 0, 0, null, into, LibraryLane.DEVICE_BYTES);
    }

    private int request(
            int command, int first, int second, @Nullable ByteBuffer from, @Nullable ByteBuffer into, int readLength)
            throws ConnectorException {
        LibraryLane lane = take(command);
        try {
            int sent = from == null ? 0 : fill(lane, from);
            ByteBuffer in = lane.in(readLength);
            int code = checked(lane.request(command, first, second, readLength, sent), command, first, second);
            if (code == AdsErrorCode.NO_ERROR && into != null) {
                copy(in, LibraryLane.answered(lane.port(), command, readLength), into, command);
            }
            return code;
        } catch (LibraryHangsException e) {
            throw hangs(e, command);
        } finally {
            ports.give(lane);
        }
    }

    private LibraryLane take(int command) throws ConnectorException {
        requireOpen();
        LibraryLane lane = ports.take(timeoutNanos);
        if (lane == null) {
            requireOpen();
            throw new RequestTimeoutException(AdsCommand.name(command) + " at " + this
                    + ": no port of the library became free in time; use fewer threads");
        }
        return lane;
    }

    /** The connection broke in a way that the library never recovers from; its port is in use for ever. */
    ConnectionLostException hangs(LibraryHangsException cause, int command) {
        watch.report(new ConnectionLostException(
                AdsCommand.name(command) + " at " + this + ": the library hangs, as it does when a connection breaks in"
                        + " the middle of an answer: " + cause.what()
                        + "; until this process is restarted, only backend java connects to " + router + " again",
                cause));
        return lost();
    }

    private static int fill(LibraryLane lane, ByteBuffer from) {
        int length = from.remaining();
        lane.port().out(length).put(0, from, from.position(), length);
        return length;
    }

    private void copy(ByteBuffer in, int length, ByteBuffer into, int command) throws MalformedFrameException {
        if (length > into.remaining()) {
            throw new MalformedFrameException(
                    AdsCommand.name(command) + " at " + this + " gave " + length + " bytes where " + into.remaining()
                            + " were asked for",
                    0);
        }
        into.put(into.position(), in, 0, length);
        into.position(into.position() + length);
    }

    /** The code, if it comes from the target or a router, not from the library. */
    int checked(int code, int command, int first, int second) throws ConnectorException {
        if (code == NOT_SENT || code == PORT_NOT_OPEN) {
            watch.report(new ConnectionLostException("connection to " + this
                    + " is lost: the library cannot send any more; check the network and that the target runs"));
            throw lost();
        }
        if (code == AdsErrorCode.CLIENT_TIMEOUT) {
            watch.suspect();
            throw new RequestTimeoutException(AdsCommand.name(command) + " 0x" + Integer.toHexString(first) + ":0x"
                    + Integer.toHexString(second) + " at " + this + ": no answer in time; check that the target runs");
        }
        answeredAt = System.nanoTime();
        return code;
    }

    /** Whether the code says that the connection may be dead. */
    static boolean isSilence(int code) {
        return code == NOT_SENT || code == PORT_NOT_OPEN || code == AdsErrorCode.CLIENT_TIMEOUT;
    }

    /** When the target was last heard of. */
    long answeredAt() {
        return answeredAt;
    }

    void answered() {
        answeredAt = System.nanoTime();
    }

    // ---- notifications

    @Override
    public void addNotifications(List<AdsNotification> notifications) throws ConnectorException {
        requireOpen();
        control.add(notifications);
    }

    @Override
    public void deleteNotifications(List<AdsNotification> notifications) throws ConnectorException {
        control.delete(notifications);
    }

    @Override
    public void callLater(long delayNanos, Runnable call) throws ConnectorException {
        requireOpen();
        deliveries.callLater(System.nanoTime() + delayNanos, call);
    }

    /** A thread of the library hands samples over, beside the answers, and on a busy machine it has to wait for its turn. */
    @Override
    public long onItsWayNanos() {
        return ON_ITS_WAY_NANOS;
    }

    // ---- life

    @Override
    public void lost(ConnectorException cause) {
        if (!closed.get() && failure.compareAndSet(null, cause)) {
            ports.close();
            deliveries.wake();
            watch.wake();
            end(cause);
        }
    }

    @Override
    public @Nullable ConnectorException failure() {
        return failure.get();
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public boolean isOpen() {
        return failure.get() == null && !closed.get();
    }

    private ConnectionLostException lost() {
        ConnectorException cause = failure.get();
        return cause == null
                ? new ConnectionLostException("connection to " + this + " was closed")
                : new ConnectionLostException(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public void requireOpen() throws ConnectionLostException {
        if (!isOpen()) {
            throw lost();
        }
    }

    @Override
    public CompletionStage<Void> closed() {
        return end.closed();
    }

    /** Refuses calls from now on, and has everything freed; false if that was done before. */
    boolean beginClose() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        ports.close();
        deliveries.wake();
        watch.wake();
        return true;
    }

    /** Waits until the library has let go of everything, but not longer than a request may take. */
    @Override
    public void close() {
        close(timeoutNanos);
    }

    void close(long withinNanos) {
        if (beginClose()) {
            if (!deliveries.isCurrentThread()) {
                watch.awaitEnd(withinNanos);
            }
            end(failure.get());
        }
    }

    private void end(@Nullable ConnectorException cause) {
        if (end.begin(cause)) {
            end.complete();
        }
    }
}
