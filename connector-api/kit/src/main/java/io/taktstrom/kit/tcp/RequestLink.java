package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RequestEngine} for one user with one request in flight: for protocols where an answer is known by its place, or
 * that are fast enough with one request at a time.
 *
 * <pre>
 *   device that only answers:  the caller reads its answer; a shared thread checks idle links four times a second
 *   device that pushes:        a receiving thread takes what is pushed, and hands the caller its answer
 * </pre>
 *
 * <p>A device that goes is noticed with no call in flight too, and an overdue answer ends the link, because a late one would
 * be taken for that of the next request. Thread-safe; a request allocates nothing.
 */
public final class RequestLink implements AutoCloseable {

    /** Takes frames, on the thread that reads; what it throws ends the link. */
    @FunctionalInterface
    public interface Frames {
        /**
         * Takes one, quickly.
         *
         * @param in the frame is from {@code from} to before {@code to}, big-endian, valid during the call only
         * @return of an answer: whether it was the last frame; of what comes unasked: whether this is not an answer
         */
        boolean take(ByteBuffer in, int from, int to) throws ConnectorException;
    }

    /** For devices that send nothing but answers. */
    public static final Frames NOTHING_UNASKED = (in, from, to) -> false;

    private static final SilenceWatch WATCH = new SilenceWatch("takt-links-silence");
    /** How long closing waits for the receiving thread. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final String where;
    private final Frames unasked;
    private final ConnectionObserver observer;
    private final long timeoutNanos;
    private final ConnectionEnd end;
    private final User user;
    private final Engine engine;
    private @Nullable RestartingThread receiver;

    private RequestLink(
            Endpoint endpoint,
            Dialed dialed,
            ConnectContext context,
            FrameReader inbox,
            Frames unasked,
            Consumer<ConnectorException> onLoss) {
        this.where = endpoint.host() + ":" + endpoint.port();
        this.unasked = unasked;
        this.observer = context.observer();
        this.timeoutNanos = CommonOptions.REQUEST_TIMEOUT.of(endpoint).toNanos();
        this.end = new ConnectionEnd(where);
        this.user = new User(onLoss);
        this.engine = new Engine(dialed, inbox);
    }

    /**
     * Connects within the endpoint's connect timeout.
     *
     * @param context whose observer hears of round trips
     * @param maxFrameBytes a longer frame ends the link
     * @param unasked takes every frame first, see {@link #NOTHING_UNASKED}
     * @param onLoss hears once why the link has ended, unless {@link #close} ended it; on the thread that found it out
     */
    public static RequestLink open(
            Endpoint endpoint,
            ConnectContext context,
            Framing framing,
            int maxFrameBytes,
            Frames unasked,
            Consumer<ConnectorException> onLoss)
            throws ConnectorException {
        long deadline =
                System.nanoTime() + CommonOptions.CONNECT_TIMEOUT.of(endpoint).toNanos();
        Dialed dialed = Dialed.to(
                endpoint.host(), endpoint.port(), endpoint.toString(), "that the device is switched on", deadline);
        FrameReader inbox = new FrameReader(framing, ByteOrder.BIG_ENDIAN, maxFrameBytes);
        RequestLink link = new RequestLink(endpoint, dialed, context, inbox, unasked, onLoss);
        link.begin("takt-" + endpoint.scheme() + "-receiver-" + link.where, context);
        return link;
    }

    private void begin(String threadName, ConnectContext context) throws ConnectorException {
        engine.attach(user);
        if (unasked == NOTHING_UNASKED) {
            WATCH.add(engine);
            return;
        }
        RestartingThread thread = RestartingThread.unstarted(
                threadName,
                this::receive,
                () -> {},
                failure -> observer.onNotice(threadName + ": " + failure),
                context.clock());
        receiver = thread;
        thread.begin();
    }

    private void receive() {
        while (!engine.isOver()) {
            doWork();
        }
    }

    /** One step of the receiving thread: reads, or waits while a caller reads. */
    private void doWork() {
        if (!engine.leadUntil(engine::isOver, System.nanoTime() + timeoutNanos)) {
            LockSupport.parkNanos(this, timeoutNanos);
        }
    }

    /**
     * Sends a request, or several, and waits until the answer has taken its last frame; holds this object's monitor meanwhile,
     * so a caller that does, too, has several requests in a row for itself. Not to be called by the receiving thread.
     *
     * @param bytes from position to limit; the position moves behind them
     * @param answer takes all frames that come until it says that it has the last one
     * @throws RequestTimeoutException when it has not within the endpoint's request timeout; the link has ended then
     */
    public synchronized void request(ByteBuffer bytes, Frames answer) throws ConnectorException {
        end.requireOpen();
        engine.exchange(bytes, answer, System.nanoTime() + timeoutNanos);
        observer.onRoundTrips(1);
    }

    /** Fails once the link has ended. */
    public void requireOpen() throws ConnectionLostException {
        end.requireOpen();
    }

    /** Ends the link, and waits for the receiving thread unless this is it; calls in progress fail. Idempotent. */
    @Override
    public void close() {
        end.begin(null);
        engine.detach(user);
        engine.close();
        RestartingThread thread = receiver;
        if (thread != null && Thread.currentThread() != thread.thread()) {
            try {
                thread.thread().join(LONGEST_WAIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String toString() {
        return where;
    }

    private final class User extends LinkUser {
        private final Consumer<ConnectorException> onLoss;

        User(Consumer<ConnectorException> onLoss) {
            this.onLoss = onLoss;
        }

        @Override
        public boolean isClosed() {
            return end.hasBegun();
        }

        @Override
        protected void linkFailed(ConnectorException cause) {
            if (end.begin(cause)) {
                onLoss.accept(cause);
            }
        }

        @Override
        public String toString() {
            return where;
        }
    }

    private static final class Exchange extends Request {
        private final String where;
        private Frames answer = NOTHING_UNASKED;

        Exchange(String where) {
            this.where = where;
        }

        @Override
        protected boolean take(ByteBuffer in, int at, int bytes) throws ConnectorException {
            return answer.take(in, at, at + bytes);
        }

        @Override
        protected void clear() {
            answer = NOTHING_UNASKED;
        }

        @Override
        public String toString() {
            return "received from " + where;
        }
    }

    private final class Engine extends RequestEngine<Exchange> {

        Engine(Dialed dialed, FrameReader inbox) {
            super(
                    where,
                    dialed,
                    inbox,
                    new EngineLimits(1, Short.SIZE, false, timeoutNanos, 0),
                    () -> new Exchange(where));
        }

        void exchange(ByteBuffer bytes, Frames answer, long deadline) throws ConnectorException {
            Exchange exchange = send(bytes, answer, deadline);
            await(exchange, user, deadline);
            release(exchange);
        }

        private Exchange send(ByteBuffer bytes, Frames answer, long deadline) throws ConnectorException {
            lockSending();
            try {
                Exchange exchange = free(user);
                if (exchange == null) {
                    throw new IllegalStateException(where + ": a request is in flight already");
                }
                exchange.answer = answer;
                submit(exchange, user, 0);
                flush(bytes, deadline);
                return exchange;
            } finally {
                unlockSending();
            }
        }

        @Override
        protected void take(ByteBuffer in, int frame, int bytes) throws ConnectorException {
            if (!unasked.take(in, frame, frame + bytes) && !answerOldest(in, frame, bytes)) {
                throw new MalformedFrameException("an answer that no request waits for", 0);
            }
        }

        @Override
        protected void onNoReader() {
            RestartingThread thread = receiver;
            if (thread != null) {
                LockSupport.unpark(thread.thread());
            }
        }

        @Override
        protected RequestTimeoutException timedOut(Exchange request, boolean silent) {
            RequestTimeoutException cause = new RequestTimeoutException(where + " did not answer within "
                    + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                    + " ms; check the device, or raise requestTimeout");
            fail(cause);
            return cause;
        }

        @Override
        protected ConnectionLostException closedByPeer() {
            return new ConnectionLostException(where + " closed the connection; connect again");
        }

        @Override
        protected MalformedFrameException malformed(MalformedFrameException cause) {
            return new MalformedFrameException("received from " + where, cause);
        }
    }
}
