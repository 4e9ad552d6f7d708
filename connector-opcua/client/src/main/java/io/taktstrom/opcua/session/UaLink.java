package io.taktstrom.opcua.session;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.opcua.channel.Exchange;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.channel.ServiceHeader;
import io.taktstrom.opcua.channel.UaChannel;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.UaMessageType;
import org.eclipse.milo.opcua.stack.core.types.UaRequestMessageType;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSessionResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.jspecify.annotations.Nullable;

/**
 * One session over one secure channel. Ends once; nothing reconnects. Thread-safe; calls block for at most the request
 * timeout. A call made by hand ({@link #begin}, {@link #exchange}, {@link #end}) allocates nothing.
 */
public final class UaLink implements AutoCloseable {

    private static final long CLOSE_MILLIS = 2000;

    private final UaChannel channel;
    private final LinkSettings settings;
    private final ConnectionObserver observer;
    private final long connectDeadline;
    private final ObjectPool<Exchange> exchanges = new ObjectPool<>(Exchange::new);
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private volatile NodeId token = NodeId.NULL_VALUE;
    private volatile byte[] tokenBytes = {};
    private volatile @Nullable SessionTicket ticket;
    private volatile boolean resumed;

    /** @param connectDeadline by {@link System#nanoTime}, for calls before the session is active */
    UaLink(UaChannel channel, LinkSettings settings, ConnectionObserver observer, long connectDeadline) {
        this.channel = channel;
        this.settings = settings;
        this.observer = observer;
        this.connectDeadline = connectDeadline;
        var unused = channel.ended().thenAccept(this::ended);
    }

    /**
     * Opens a session, or says why not and what to do.
     *
     * @param ticket of the session of a lost link, to resume it if the server still knows it; null for a new one
     */
    public static UaLink open(LinkSettings settings, @Nullable SessionTicket ticket, ConnectionObserver observer)
            throws ConnectFailedException {
        return new Handshake(settings, observer).open(ticket);
    }

    /** From now on requests are those of this session. */
    void activated(SessionTicket session, boolean isResumed) {
        token = session.token;
        tokenBytes = MiloEncoding.encode(session.token);
        ticket = session;
        resumed = isResumed;
        channel.established();
    }

    private boolean isActive() {
        return ticket != null;
    }

    /** What the server's figures may make us hold. */
    public MemoryBudget memory() {
        return settings.budget().memory();
    }

    /** For work of many requests that begins now. */
    public Deadline deadline() {
        return settings.budget().deadline();
    }

    /** Whether the session is that of a lost link. */
    public boolean isResumed() {
        return resumed;
    }

    /** For the link that follows when this one is lost; null before the session is active. */
    public @Nullable SessionTicket ticket() {
        return ticket;
    }

    /** Where the server is. */
    public String where() {
        return settings.url();
    }

    /** What reads while nothing is asked, and is stepped when idle. */
    public UaChannel channel() {
        return channel;
    }

    /** Tells the observer of the connection. */
    public void tell(String message) {
        observer.onNotice(message);
    }

    // ---- the end

    private void ended(ConnectorException why) {
        if (closing.get()) {
            closed.complete(null);
        } else {
            closed.completeExceptionally(why);
        }
    }

    /** Gives the connection up for a reason. */
    public void fail(ConnectorException reason) {
        channel.fail(reason);
    }

    /** Completes once: normally after {@link #close}, otherwise with the cause. */
    public CompletionStage<Void> closed() {
        return closed;
    }

    public boolean isOpen() {
        return !closing.get() && !channel.isOver();
    }

    public void requireOpen() throws ConnectionLostException {
        if (closing.get()) {
            throw new ConnectionLostException("the connection to " + where() + " was closed");
        }
        channel.requireOpen();
    }

    /** Ends session and channel in order, as far as the server still answers. Idempotent. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true) || channel.isOver()) {
            return;
        }
        long patience = Math.min(CLOSE_MILLIS, timeoutMillis());
        try {
            if (isActive()) {
                send(
                        token,
                        "close the session",
                        CloseSessionResponse.class,
                        patience,
                        header -> new CloseSessionRequest(header, true));
            }
            channel.closeInOrder(patience);
        } catch (ConnectorException e) {
            // The server is gone or slow: this ends without it.
            channel.close();
        }
        waitFor(closed, patience);
    }

    /** Ends a link that cannot be used, but not the session of a lost one: the next attempt may have more luck. */
    public void giveUp() {
        if (isResumed()) {
            abandon();
        } else {
            close();
        }
    }

    /** Ends the connection without telling the server, so that it keeps the session for the owner of the {@link #ticket}. */
    public void abandon() {
        closing.set(true);
        channel.close();
        waitFor(closed, CLOSE_MILLIS);
    }

    /** Whether it completed normally within the limit. */
    public static boolean waitFor(CompletableFuture<?> future, long millis) {
        try {
            future.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    // ---- calls by hand

    public long timeoutMillis() {
        return isActive()
                ? settings.requestTimeout().toMillis()
                : Math.max(1, TimeUnit.NANOSECONDS.toMillis(connectDeadline - System.nanoTime()));
    }

    /** Memory with the header of a request of this type; {@link #end} gives it back. Hot. */
    public Exchange begin(int type) throws ConnectionLostException {
        requireOpen();
        Exchange exchange = exchanges.take();
        header(exchange.request(), type, timeoutMillis());
        return exchange;
    }

    /** Begins a request of this session. */
    public WireWriter header(WireWriter out, int type, long timeoutMillis) {
        return ServiceHeader.begin(out, type, tokenBytes, timeoutMillis);
    }

    /**
     * Sends the request and waits for its answer. Hot.
     *
     * @param answerType of the answer
     * @return the answer, behind its header
     */
    public WireReader exchange(String what, Exchange exchange, int answerType) throws ConnectorException {
        exchange(what, exchange.request().buffer(), exchange, timeoutMillis());
        WireReader answer = exchange.answer();
        int status;
        try {
            status = ServiceHeader.read(answer, answerType);
        } catch (MalformedFrameException e) {
            throw broken(what, e);
        }
        requireGood(what, status);
        return answer;
    }

    private void exchange(String what, ByteBuffer message, Exchange exchange, long timeoutMillis)
            throws ConnectorException {
        try {
            channel.exchange(what, message, exchange, timeoutMillis);
        } catch (ConnectionLostException | MalformedFrameException e) {
            if (!isActive() && e instanceof ConnectionLostException) {
                throw e;
            }
            throw new ConnectionLostException(what + " at " + where() + ": " + e.getMessage(), e);
        }
        answered();
    }

    private void requireGood(String what, int status) throws ConnectorException {
        if (!StatusCode.isBad(status)) {
            return;
        }
        String message = (isActive() ? what + " at " + where() + ": " : "")
                + Failures.name(status)
                + (isActive() ? "" : Failures.remedy(status));
        if (isActive() && Failures.isSessionLoss(status)) {
            ConnectorException loss = new ConnectionLostException(message);
            fail(loss);
            throw loss;
        }
        throw new DeviceErrorException(message, status, status & 0xFFFF_FFFFL);
    }

    /** Gives the memory back. */
    public void end(Exchange exchange) {
        if (exchange.isWorthKeeping()) {
            exchanges.giveBack(exchange);
        }
    }

    // ---- calls by Milo

    /**
     * Sends a request and waits for the answer.
     *
     * @param what the request in words, for messages
     */
    public <T extends UaResponseMessageType> T call(
            String what, Class<T> answer, Function<RequestHeader, UaRequestMessageType> request)
            throws ConnectorException {
        return callAs(token, what, answer, request);
    }

    /** As {@link #call}, for a session that is not active yet. */
    <T extends UaResponseMessageType> T callAs(
            NodeId session, String what, Class<T> answer, Function<RequestHeader, UaRequestMessageType> request)
            throws ConnectorException {
        requireOpen();
        try {
            return send(session, what, answer, timeoutMillis(), request);
        } catch (ConnectorException e) {
            throw isActive() ? e : settings.failed(what, e);
        }
    }

    private <T extends UaResponseMessageType> T send(
            NodeId session,
            String what,
            Class<T> type,
            long timeoutMillis,
            Function<RequestHeader, UaRequestMessageType> request)
            throws ConnectorException {
        RequestHeader header = ServiceHeader.of(session, timeoutMillis);
        Exchange exchange = exchanges.take();
        exchange(what, MiloEncoding.encode(request.apply(header)), exchange, timeoutMillis);
        UaMessageType answer;
        try {
            answer = MiloEncoding.decode(exchange.answer());
        } catch (MalformedFrameException e) {
            throw broken(what, e);
        }
        end(exchange);
        if (answer instanceof UaResponseMessageType response) {
            requireGood(
                    what, (int) response.getResponseHeader().getServiceResult().value());
        }
        if (!type.isInstance(answer)) {
            throw broken(what + ": the server answers something else");
        }
        return type.cast(answer);
    }

    /** For a request that is sent without {@link #call}. */
    public RequestHeader requestHeader() {
        return ServiceHeader.of(token, timeoutMillis());
    }

    /** A request went to the server and was answered, well or not. */
    public void answered() {
        observer.onRoundTrips(1);
    }

    /** Gives up a connection whose server answers what has no meaning; the failure is to be thrown. */
    public ConnectorException broken(String what) {
        return broken(what, null);
    }

    /** As {@link #broken(String)}, with what showed it. */
    public ConnectorException broken(String what, @Nullable Throwable how) {
        String reason = how instanceof ConnectorException known ? ": " + known.getMessage() : "";
        ConnectorException failure =
                new ConnectionLostException(what + " at " + where() + reason + "; the connection is given up", how);
        fail(failure);
        return failure;
    }

    /**
     * What a service answers, one entry for each that was asked for; gives the connection up when it is not.
     *
     * @param what the service in words
     */
    public <T> T[] entries(String what, int asked, T @Nullable [] answered) throws ConnectorException {
        if (answered == null || answered.length != asked) {
            throw wrongNumber(what, asked, answered == null ? 0 : answered.length);
        }
        return answered;
    }

    /** As {@link #broken(String)}, of an answer with another number of entries than was asked for. */
    public ConnectorException wrongNumber(String what, int asked, int answered) {
        return broken(what + ": the server answers " + answered + " of " + asked + " entries");
    }

    @Override
    public String toString() {
        return where();
    }
}
