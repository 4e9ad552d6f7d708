package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection and the requests in flight on it, shared by all its users. A protocol extends it by what its frames mean.
 * Hot: a request allocates nothing. Thread-safe.
 *
 * <pre>
 *   caller:  lockSending - free - room - submit - ... - flush - unlockSending - await - release
 *                             |  |                                                       |
 *                   RequestTable |                                    ReadRole: the caller reads, or the
 *                    (in flight) '--- limit reached: awaitTurn        thread that already does hands over
 * </pre>
 *
 * <p>One thread at a time sends, one at a time reads. Each request has its own deadline. {@link #peek} is one step without a
 * request: a shared thread calls it for all idle connections.
 *
 * @param <R> the protocol's requests
 */
public abstract class RequestEngine<R extends Request> implements SharedLinks.Link {

    private final String name;
    private final Dialed dialed;
    private final FrameReader inbox;
    private final RequestTable table;
    private final ReadRole reading;
    private final SilenceProbe<R> probe;
    private final boolean keepsUnanswered;
    private final FrameSender sender;
    private volatile LinkUser[] users = {};
    private final LinkFailure failure;

    /** @param name of the peer, for messages */
    protected RequestEngine(
            String name, Dialed dialed, FrameReader inbox, EngineLimits limits, Supplier<? extends R> newRequest) {
        this.name = name;
        this.dialed = dialed;
        this.inbox = inbox;
        failure = new LinkFailure(name);
        table = new RequestTable(limits.inFlight(), limits.idBits(), newRequest);
        reading = new ReadRole(this, table, dialed, inbox, limits.frameTimeoutNanos());
        probe = new SilenceProbe<>(this, table, limits.heartbeatNanos());
        keepsUnanswered = limits.keepsUnanswered();
        sender = new FrameSender(dialed, inbox.buffer().order(), failure, this::fail, reading::poll);
    }

    @Override
    public final String toString() {
        return name;
    }

    // ---- what a protocol adds

    /** Takes a complete frame; called by the reading thread. */
    protected abstract void take(ByteBuffer in, int frame, int bytes) throws ConnectorException;

    /** The end of the stream was read. */
    protected abstract ConnectionLostException closedByPeer();

    /** The peer sent bytes that are no frame, or a frame that has no meaning. */
    protected abstract MalformedFrameException malformed(MalformedFrameException cause);

    /**
     * A request was not answered in time; may {@link #fail} the connection.
     *
     * @param request may be used by another thread already if the protocol keeps unanswered requests
     * @param silent no frame was received since it was sent
     */
    protected abstract RequestTimeoutException timedOut(R request, boolean silent);

    /** How much of an incomplete frame has arrived, for messages. */
    protected String describePartial(ByteBuffer in, int frame, int available) {
        return available + " bytes";
    }

    /** No thread reads, and none waits for an answer. */
    protected void onNoReader() {}

    /** Sends a heartbeat, without waiting; null when it cannot be sent now. */
    protected @Nullable R sendHeartbeat(long deadline) {
        return null;
    }

    protected long heartbeatTimeoutNanos() {
        return 0;
    }

    /** The heartbeat was not answered. */
    protected ConnectionLostException heartbeatLost() {
        return new ConnectionLostException("connection to " + name + ": no answer to the heartbeat");
    }

    // ---- sending

    protected final void lockSending() {
        sender.lock();
    }

    protected final void unlockSending() {
        sender.unlock();
    }

    /**
     * An entry for a request, to be submitted at once; null at the limit, see {@link #awaitTurn}. With the send lock.
     *
     * @param user null for a heartbeat
     * @throws ConnectionLostException when the connection has failed, or the user has closed
     */
    @SuppressWarnings("unchecked")
    protected final @Nullable R free(@Nullable LinkUser user) throws ConnectionLostException {
        // Requests that were submitted before must be sent, or the peer would never answer them.
        if (sender.isEmpty() && (failure.isSet() || (user != null && user.isClosed()))) {
            table.leaveQueue();
            throw failure.isSet() || user == null ? failure.lost() : LinkFailure.closed(user);
        }
        return (R) table.free();
    }

    /** Room for a frame, behind those that are not flushed yet, at the buffer's position. With the send lock. */
    protected final ByteBuffer room(int bytes, long deadline) throws ConnectorException {
        return sender.room(bytes, deadline);
    }

    /** The request, whose frame has been written at the position of {@link #room}, is in flight from now on. With the send lock. */
    protected final void submit(R request, @Nullable LinkUser user, int frameBytes) throws ConnectionLostException {
        table.submit(request, user, inbox.frames());
        // A thread that fails the connection sees this entry, or we see the failure.
        if (failure.isSet()) {
            request.withdraw(false);
            table.release(request);
            throw failure.lost();
        }
        sender.add(frameBytes);
    }

    /** Sends the frames. With the send lock. */
    protected final void flush(long deadline) throws ConnectorException {
        sender.flush(deadline);
    }

    /** Sends all of these bytes. With the send lock. */
    protected final void flush(ByteBuffer bytes, long deadline) throws ConnectorException {
        sender.flush(bytes, deadline);
    }

    /** Sends a frame without waiting, for a peer that can do without. */
    protected final void trySend(ByteBuffer frame) {
        sender.trySend(frame);
    }

    /**
     * Waits until the user may send, reading meanwhile if no other thread does; threads take turns in their order. Without the
     * send lock.
     *
     * @return false when time is up
     */
    protected final boolean awaitTurn(LinkUser user, long deadline) throws ConnectorException {
        ReadGoal turn = user.turn;
        if (turn == null) {
            throw new IllegalStateException(user + " is not attached");
        }
        sender.lock();
        table.joinQueue();
        sender.unlock();
        if (turn.reached()) {
            // There is a permit, but the threads whose requests were answered have not released their entries yet.
            LockSupport.parkNanos(this, FrameSender.PAUSE_NANOS);
        }
        boolean interrupted = false;
        while (!turn.reached() && !failure.isSet() && deadline - System.nanoTime() > 0) {
            reading.leadOrFollow(turn, deadline);
            interrupted |= Thread.interrupted();
        }
        reading.handOver();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (table.isTurn() && !failure.isSet()) {
            return true;
        }
        sender.lock();
        table.leaveQueue();
        sender.unlock();
        requireOpen(user);
        return false;
    }

    // ---- waiting

    /**
     * Waits for the answer, reading if no other thread does.
     *
     * @throws ConnectorException when there was none; the request is released then, and otherwise by the caller
     */
    protected final void await(R request, LinkUser user, long deadline) throws ConnectorException {
        boolean interrupted = Thread.interrupted();
        boolean silent = false;
        boolean late = false;
        while (!request.isDone() && !late) {
            reading.leadOrFollow(request, deadline);
            interrupted |= Thread.interrupted();
            if (!request.isDone() && (user.isClosed() || System.nanoTime() - deadline >= 0)) {
                silent = request.framesBefore() == inbox.frames();
                late = request.withdraw(keepsUnanswered);
            }
        }
        reading.handOver();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (late) {
            throw unanswered(request, user, silent);
        }
        ConnectorException cause = request.failure();
        if (cause != null) {
            release(request);
            throw cause;
        }
    }

    private ConnectorException unanswered(R request, LinkUser user, boolean silent) {
        ConnectorException cause = user.isClosed() ? LinkFailure.closed(user) : timedOut(request, silent);
        if (!keepsUnanswered) {
            release(request);
        }
        return cause;
    }

    /** The peer counts as silent from now on, for a request that waits behind others. */
    protected final void restartSilence(R request) {
        request.setFramesBefore(inbox.frames());
    }

    /** Gives back an entry that is done, or was withdrawn. */
    protected final void release(R request) {
        if (table.release(request)) {
            dialed.selector().wakeup();
        }
    }

    /** Gives back an entry whose answer is of no use any more, once no frame of it is being taken. */
    protected final void drop(R request) {
        boolean withdrawn = request.withdraw(keepsUnanswered);
        while (!withdrawn && !request.isDone()) {
            Thread.onSpinWait();
            withdrawn = request.withdraw(keepsUnanswered);
        }
        if (!withdrawn || !keepsUnanswered) {
            release(request);
        }
    }

    // ---- reading

    /** Hands an answer to its request; false when no request has this id. Only in {@link #take}. */
    protected final boolean answer(int id, ByteBuffer in, int at, int bytes) throws ConnectorException {
        return table.answer(id, in, at, bytes);
    }

    /** Hands an answer without an id to the request that has been in flight longest; false when there is none. Only in {@link #take}. */
    protected final boolean answerOldest(ByteBuffer in, int at, int bytes) throws ConnectorException {
        Request oldest = table.oldest();
        return oldest != null && table.answer(oldest.id(), in, at, bytes);
    }

    /** Accepts frames of this size from now on. */
    protected final void expect(int frameBytes) {
        inbox.expect(frameBytes);
    }

    /** Reads until a goal is reached or time is up, unless another thread reads; returns whether it read. */
    public final boolean leadUntil(ReadGoal goal, long deadline) {
        return reading.leadUntil(goal, deadline);
    }

    /** Whether a thread reads. */
    public final boolean isLed() {
        return reading.isLed();
    }

    /** Has the thread that reads look at its goal. */
    public final void wakeReader() {
        dialed.selector().wakeup();
    }

    @Override
    public final void peek() {
        reading.poll();
        probe.step();
    }

    /** Number of frames received so far. */
    protected final long framesReceived() {
        return inbox.frames();
    }

    String partialFrame() {
        return describePartial(inbox.buffer(), inbox.position(), inbox.partialBytes());
    }

    // ---- life

    /** From now on the user may send, and hears of the end of the connection. */
    public final void attach(LinkUser user) throws ConnectorException {
        user.turn = () -> user.isClosed() || table.isTurn();
        synchronized (this) {
            users = Arrays.copyOf(users, users.length + 1);
            users[users.length - 1] = user;
        }
        requireOpen();
    }

    /** Ends the calls of a user that has closed. */
    public final void detach(LinkUser user) {
        synchronized (this) {
            users = Arrays.stream(users).filter(one -> one != user).toArray(LinkUser[]::new);
        }
        sender.lock();
        table.wakeAll();
        sender.unlock();
        dialed.selector().wakeup();
    }

    protected final LinkUser[] users() {
        return users;
    }

    public final void requireOpen() throws ConnectionLostException {
        if (failure.isSet()) {
            throw failure.lost();
        }
    }

    /** Fails when the connection has failed, or the user has closed. */
    protected final void requireOpen(LinkUser user) throws ConnectorException {
        if (failure.isSet()) {
            throw failure.forRequest();
        }
        if (user.isClosed()) {
            throw LinkFailure.closed(user);
        }
    }

    public final @Nullable ConnectorException failure() {
        return failure.cause();
    }

    @Override
    public final boolean isOver() {
        return failure.isSet();
    }

    final LinkFailure ending() {
        return failure;
    }

    /** Ends the connection; the first cause counts. All requests fail, all users hear of it. */
    public final void fail(ConnectorException cause) {
        LinkUser[] concerned;
        synchronized (this) {
            if (!failure.set(cause)) {
                return;
            }
            concerned = users;
        }
        dialed.close();
        table.failAll(failure::forRequest);
        for (LinkUser user : concerned) {
            user.linkFailed(cause);
        }
        failed(concerned.length > 0);
    }

    /** All users have heard of the end. */
    protected void failed(boolean hadUsers) {}

    @Override
    public final void giveUp(Throwable cause) {
        fail(failure.unexpected(cause));
    }

    @Override
    public void close() {
        fail(new ConnectionLostException("connection to " + name + " was closed"));
    }
}
