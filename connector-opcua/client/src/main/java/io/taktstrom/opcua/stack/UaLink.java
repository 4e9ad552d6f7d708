package io.taktstrom.opcua.stack;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.netty.channel.EventLoop;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.eclipse.milo.opcua.stack.core.UaServiceFaultException;
import org.eclipse.milo.opcua.stack.core.types.UaRequestMessageType;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * One session over one secure channel. Dies once; nothing reconnects. Thread-safe; calls block for at most the request
 * timeout, and none may come from the threads of the stack itself.
 */
public final class UaLink implements AutoCloseable {

    private static final long FAREWELL_MILLIS = 2000;

    private final OneLifeTransport transport;
    private final LinkEncoding encoding;
    private final Login.ActiveSession session;
    private final SessionTicket ticket;
    private final LinkSettings settings;
    private final ConnectionObserver observer;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<@Nullable ConnectorException> cause = new AtomicReference<>();

    private UaLink(Handshake.Opened opened, LinkSettings settings, ConnectionObserver observer) {
        this.transport = opened.transport();
        this.encoding = opened.encoding();
        this.session = opened.session();
        this.ticket = new SessionTicket(session.token(), session.serverNonce(), session.offered());
        this.settings = settings;
        this.observer = observer;
    }

    /**
     * Opens a session, or says why not and what to do.
     *
     * @param ticket of the session of a lost link, to go on with if the server still knows it; null for a new one
     */
    static UaLink open(LinkSettings settings, @Nullable SessionTicket ticket, ConnectionObserver observer)
            throws ConnectFailedException {
        UaLink link = new UaLink(new Handshake(settings, observer::onNotice).open(ticket), settings, observer);
        // Whoever hears of the end may take its time: not on a thread of the stack, nor on one that many share.
        var unused = link.transport.ended().whenCompleteAsync((nothing, failure) -> link.ended(), Threads.OF_ITS_OWN);
        return link;
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
    public boolean isAgain() {
        return session.again();
    }

    /** For the link that follows when this one is lost. */
    public SessionTicket ticket() {
        return ticket;
    }

    /** Where the server is. */
    public String where() {
        return settings.url();
    }

    LinkEncoding encoding() {
        return encoding;
    }

    /** Tells whoever observes the connection. */
    public void tell(String message) {
        observer.onNotice(message);
    }

    private void ended() {
        try {
            tellEnd();
        } catch (RuntimeException | Error e) {
            // Whoever heard of the end failed: the future would keep it.
            Fatal.report(e);
            System.getLogger(UaLink.class.getName())
                    .log(System.Logger.Level.WARNING, "the end of the connection to " + where(), e);
        }
    }

    private void tellEnd() {
        if (closing.get() && cause.get() == null) {
            closed.complete(null);
            return;
        }
        cause.compareAndSet(
                null,
                new ConnectionLostException("the connection to " + where() + " broke" + reason(), encoding.failure()));
        closed.completeExceptionally(lost());
    }

    private String reason() {
        Throwable failure = encoding.failure();
        return transport.reason().isEmpty() && failure != null
                ? ": an answer makes no sense: " + failure.getMessage()
                : transport.reason();
    }

    private ConnectorException lost() {
        ConnectorException known = cause.get();
        return known != null ? known : new ConnectionLostException("the connection to " + where() + " was closed");
    }

    /** Gives the connection up for a reason. */
    public void fail(ConnectorException reason) {
        if (!closing.get()) {
            cause.compareAndSet(null, reason);
            transport.abort();
        }
    }

    /** Completes once: normally after {@link #close}, otherwise with the cause. */
    public CompletionStage<Void> closed() {
        return closed;
    }

    public void requireOpen() throws ConnectionLostException {
        if (closing.get() || transport.ended().isDone()) {
            throw new ConnectionLostException(String.valueOf(lost().getMessage()), cause.get());
        }
    }

    // ---- calls

    RequestHeader header(long timeoutMillis) {
        return new RequestHeader(session.token(), DateTime.now(), uint(0), uint(0), null, uint(timeoutMillis), null);
    }

    /** Sends a request and does not wait. */
    CompletableFuture<UaResponseMessageType> send(UaRequestMessageType request) {
        return transport.sendRequestMessage(request);
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param what the request in words, for messages
     */
    <T extends UaResponseMessageType> T call(
            String what, Class<T> answer, Function<RequestHeader, UaRequestMessageType> request)
            throws ConnectorException {
        requireOpen();
        long timeout = settings.requestTimeout().toMillis();
        String where = what + " at " + where();
        try {
            UaResponseMessageType given = send(request.apply(header(timeout))).get(timeout, TimeUnit.MILLISECONDS);
            answered();
            return answer.cast(given);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestTimeoutException(where + ": interrupted while waiting for the answer", e);
        } catch (TimeoutException e) {
            throw new RequestTimeoutException(where + ": no answer within " + timeout
                    + " ms; check the network and the server's load, or raise requestTimeout");
        } catch (ClassCastException e) {
            throw malformed(where, e);
        } catch (ExecutionException e) {
            ConnectorException failure = Failures.of(where, e, cause.get(), settings.messageLimit());
            if (failure instanceof ConnectionLostException) {
                fail(failure);
            } else if (Failures.root(e) instanceof UaServiceFaultException) {
                answered();
            }
            throw failure;
        }
    }

    /** A request went to the server and was answered, well or not. */
    void answered() {
        observer.onRoundTrips(1);
    }

    /** Gives up a connection whose server answers what makes no sense; the failure is to be thrown. */
    ConnectorException broken(String what) {
        return broken(what, null);
    }

    /** As {@link #broken(String)}, with what showed it. */
    ConnectorException broken(String what, @Nullable Throwable how) {
        ConnectorException failure =
                new ConnectionLostException(what + ", at " + where() + "; the connection is given up", how);
        fail(failure);
        return failure;
    }

    /**
     * What a service answers, one entry for each that was asked for; gives the connection up when it is not.
     *
     * @param what the service in words
     */
    <T> T[] entries(String what, int asked, T @Nullable [] answered) throws ConnectorException {
        if (answered == null || answered.length != asked) {
            throw wrongNumber(what, asked, answered == null ? 0 : answered.length);
        }
        return answered;
    }

    /** As {@link #broken(String)}, of an answer with another number of entries than was asked for. */
    ConnectorException wrongNumber(String what, int asked, int answered) {
        return broken(what + ": the server answers " + answered + " of " + asked + " entries");
    }

    private ConnectorException malformed(String where, ClassCastException e) {
        ConnectorException failure = new ConnectionLostException(where + ": the server answers something else", e);
        fail(failure);
        return failure;
    }

    /** Ends session and channel in order, as far as the server still answers. Idempotent. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true) || transport.ended().isDone()) {
            return;
        }
        long patience = Math.min(FAREWELL_MILLIS, settings.requestTimeout().toMillis());
        if (transport.loop().inEventLoop()) {
            transport.abort();
            return;
        }
        if (waitFor(send(new CloseSessionRequest(header(patience), true)), patience)) {
            waitFor(transport.disconnect(), patience);
        }
        transport.abort();
        waitFor(closed, patience);
    }

    /** Ends a link that nobody can use, but not the session of a lost one: the next attempt may have more luck. */
    public void giveUp() {
        if (isAgain()) {
            abandon();
        } else {
            close();
        }
    }

    /** Ends the connection without a word, so that the server keeps the session for whoever has the {@link #ticket}. */
    public void abandon() {
        closing.set(true);
        transport.abort();
        waitFor(closed, FAREWELL_MILLIS);
    }

    EventLoop loop() {
        return transport.loop();
    }

    long timeoutMillis() {
        return settings.requestTimeout().toMillis();
    }

    boolean isOpen() {
        return !closing.get() && !transport.ended().isDone();
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
            // The server is gone or slow: we end without it.
            return false;
        }
    }

    @Override
    public String toString() {
        return where();
    }
}
