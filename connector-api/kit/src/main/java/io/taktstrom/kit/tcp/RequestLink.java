package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.GuardedThread;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection on which one request is on its way at a time, and a thread that receives. For protocols where an answer is
 * known by its place, or that are fast enough with one request at a time.
 *
 * <pre>
 *   callers, one after the other --request--> socket
 *        ^-------- answered ------ receiver &lt;-- frames -- socket
 *                                     '--> unasked: what the device pushes
 * </pre>
 *
 * <p>The receiver is also the watch: it notices when the device goes, with no call in flight too, and ends the link when an
 * answer is overdue, because a late one would be taken for that of the next request. Thread-safe; a request allocates
 * nothing.
 */
public final class RequestLink implements AutoCloseable {

    /** Takes frames, on the receiving thread; what it throws ends the link. */
    @FunctionalInterface
    public interface Frames {
        /**
         * Takes one, quickly.
         *
         * @param in the frame is from {@code from} to before {@code to}, big-endian, valid during the call only
         * @return of an answer: whether it was the last frame; of what comes unasked: whether this is no answer
         */
        boolean take(ByteBuffer in, int from, int to) throws ConnectorException;
    }

    /** For devices that send nothing but answers. */
    public static final Frames NOTHING_UNASKED = (in, from, to) -> false;

    private static final int NORMAL_BYTES = 64 * 1024;
    /** How long closing waits for the receiver. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final String where;
    private final Dialed dialed;
    private final Framing framing;
    private final Frames unasked;
    private final Consumer<ConnectorException> onLoss;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final long timeoutNanos;
    private final Inbox inbox = new Inbox(NORMAL_BYTES, ByteOrder.BIG_ENDIAN);
    private final ConnectionEnd end;
    private final GuardedThread receiver;
    private final Object state = new Object();

    // Guarded by state.
    private @Nullable Frames awaited;
    private long sentAt;

    private RequestLink(
            Endpoint endpoint,
            Dialed dialed,
            ConnectContext context,
            Framing framing,
            Frames unasked,
            Consumer<ConnectorException> onLoss) {
        this.where = endpoint.host() + ":" + endpoint.port();
        this.dialed = dialed;
        this.framing = framing;
        this.unasked = unasked;
        this.onLoss = onLoss;
        this.clock = context.clock();
        this.observer = context.observer();
        this.timeoutNanos = CommonOptions.REQUEST_TIMEOUT.of(endpoint).toNanos();
        this.end = new ConnectionEnd(where);
        String name = "takt-" + endpoint.scheme() + "-receiver-" + where;
        this.receiver = GuardedThread.unstarted(
                name, this::receive, () -> {}, failure -> observer.onNotice(name + ": " + failure), clock);
    }

    /**
     * Connects within the endpoint's connect timeout.
     *
     * @param context whose observer hears of round trips
     * @param unasked takes every frame first, see {@link #NOTHING_UNASKED}
     * @param onLoss hears once why the link has ended, unless {@link #close} ended it; on the thread that found it out
     */
    public static RequestLink open(
            Endpoint endpoint,
            ConnectContext context,
            Framing framing,
            Frames unasked,
            Consumer<ConnectorException> onLoss)
            throws ConnectFailedException {
        long deadline = System.nanoTime() + CommonOptions.CONNECT_TIMEOUT.of(endpoint).toNanos();
        Dialed dialed = Dialed.to(
                endpoint.host(), endpoint.port(), endpoint.toString(), "that the device is switched on", deadline);
        RequestLink link = new RequestLink(endpoint, dialed, context, framing, unasked, onLoss);
        link.receiver.begin();
        return link;
    }

    // ---- callers

    /**
     * Sends a request, or several, and waits until the answer has taken its last frame; holds this object's monitor meanwhile,
     * so a caller that does, too, has several requests in a row for itself. Not to be called by the receiving thread.
     *
     * @param bytes from position to limit; the position moves behind them
     * @param answer takes all frames that come until it says that it has the last one
     * @throws RequestTimeoutException when it has not within the endpoint's request timeout; the link has ended then
     */
    public synchronized void request(ByteBuffer bytes, Frames answer) throws ConnectorException {
        synchronized (state) {
            end.requireOpen();
            awaited = answer;
            sentAt = clock.nanoTime();
        }
        send(bytes);
        boolean interrupted = false;
        synchronized (state) {
            while (awaited != null && !end.hasBegun()) {
                try {
                    state.wait();
                } catch (InterruptedException e) {
                    // The wait is bounded; who waits for the answer gets it, and hears of this afterwards.
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        requireAnswered();
        observer.onRoundTrips(1);
    }

    private void requireAnswered() throws ConnectorException {
        synchronized (state) {
            if (awaited == null) {
                return;
            }
            awaited = null;
        }
        ConnectorException cause = end.cause();
        if (cause != null && !(cause instanceof ConnectionLostException)) {
            throw cause;
        }
        end.requireOpen();
    }

    private void send(ByteBuffer bytes) {
        try {
            if (!dialed.write(bytes, System.nanoTime() + timeoutNanos)) {
                // Half a request is on its way: nothing can follow it.
                end(new RequestTimeoutException(where + " takes no more bytes; the connection is given up"));
            }
        } catch (IOException e) {
            end(new ConnectionLostException("send to " + where + ": " + e.getMessage() + "; connect again", e));
        }
    }

    /** Fails once the link has ended. */
    public void requireOpen() throws ConnectionLostException {
        end.requireOpen();
    }

    // ---- the receiver

    private void receive() {
        try {
            while (!end.hasBegun()) {
                dialed.select(System.nanoTime() + Math.max(TimeUnit.MILLISECONDS.toNanos(1), timeoutNanos / 4));
                if (inbox.fill(dialed.channel(), framing.maxBytes() + 1) < 0) {
                    throw new ConnectionLostException(where + " closed the connection; connect again");
                }
                dispatch();
                checkOverdue();
            }
        } catch (MalformedFrameException e) {
            end(new MalformedFrameException("received from " + where, e));
        } catch (ConnectorException e) {
            end(e);
        } catch (ClosedSelectorException e) {
            // It was closed, as whoever did so has said.
            end(new ConnectionLostException(where + ": the connection was closed", e));
        } catch (IOException e) {
            end(new ConnectionLostException("receive from " + where + ": " + e.getMessage() + "; connect again", e));
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            end(new ConnectionLostException(
                    where + ": the connection is given up: an error that nobody foresaw: " + e + "; please report it",
                    e));
        }
    }

    private void dispatch() throws ConnectorException {
        int frameEnd = framing.end(inbox.buffer(), inbox.start(), inbox.end());
        while (frameEnd != Framing.INCOMPLETE) {
            take(inbox.start(), frameEnd);
            inbox.skip(frameEnd - inbox.start());
            frameEnd = framing.end(inbox.buffer(), inbox.start(), inbox.end());
        }
        if (inbox.length() > framing.maxBytes()) {
            throw new MalformedFrameException(
                    "a frame that does not end after " + framing.maxBytes() + " bytes", inbox.length());
        }
    }

    private void take(int from, int to) throws ConnectorException {
        if (unasked.take(inbox.buffer(), from, to)) {
            return;
        }
        synchronized (state) {
            // After the end, a caller's batch is no longer ours to fill.
            Frames answer = awaited;
            if (end.hasBegun()) {
                return;
            }
            if (answer == null) {
                throw new MalformedFrameException("an answer that nobody waits for", 0);
            }
            if (answer.take(inbox.buffer(), from, to)) {
                awaited = null;
                state.notifyAll();
            }
        }
    }

    private void checkOverdue() throws RequestTimeoutException {
        synchronized (state) {
            if (awaited != null && clock.nanoTime() - sentAt > timeoutNanos) {
                throw new RequestTimeoutException(where + " did not answer within "
                        + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                        + " ms; check the device, or raise requestTimeout");
            }
        }
    }

    private void end(ConnectorException cause) {
        if (begin(cause)) {
            onLoss.accept(cause);
        }
    }

    private boolean begin(@Nullable ConnectorException cause) {
        boolean first;
        synchronized (state) {
            first = end.begin(cause);
            state.notifyAll();
        }
        dialed.close();
        return first;
    }

    /** Ends the link, and waits for the receiving thread unless this is it; calls in progress fail. Idempotent. */
    @Override
    public void close() {
        begin(null);
        if (Thread.currentThread() != receiver.thread()) {
            try {
                receiver.thread().join(LONGEST_WAIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString() {
        return where;
    }
}
