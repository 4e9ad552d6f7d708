package io.taktstrom.opcua.stack;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import io.netty.channel.EventLoop;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.MemoryGrant;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
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
    private final Login.Session session;
    private final SessionTicket ticket;
    private final LinkSettings settings;
    private final Consumer<String> notice;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<@Nullable ConnectorException> cause = new AtomicReference<>();
    private final Attributes attributes;
    private final References references;
    private final DataTypes dataTypes;
    private final Methods methods;
    private final History history;
    private final MonitoredItems monitoredItems;
    private volatile String runningSince = "";
    private volatile ServerProfile profile = ServerProfile.GENERIC;

    private UaLink(Handshake.Opened opened, LinkSettings settings, Consumer<String> notice) {
        this.transport = opened.transport();
        this.encoding = opened.encoding();
        this.session = opened.session();
        this.ticket = new SessionTicket(session.token(), session.serverNonce(), session.offered());
        this.settings = settings;
        this.notice = notice;
        this.attributes = new Attributes(this, settings.maxNodesPerRequest());
        this.references = new References(this, settings.maxNodesPerRequest());
        this.dataTypes = new DataTypes(this);
        this.methods = new Methods(this);
        this.history = new History(this, settings.maxNodesPerRequest());
        this.monitoredItems = new MonitoredItems(this, settings);
    }

    /**
     * Opens a session, or says why not and what to do.
     *
     * @param ticket of the session of a lost link, to go on with if the server still knows it; null for a new one
     * @param before a lost link to the same server, from what it learned of the server's limits; null for none
     */
    public static UaLink open(
            LinkSettings settings, @Nullable SessionTicket ticket, @Nullable UaLink before, Consumer<String> notice)
            throws ConnectFailedException {
        UaLink link = new UaLink(new Handshake(settings, notice).open(ticket), settings, notice);
        if (before != null) {
            link.attributes.learn(before.attributes);
            link.references.learn(before.references);
        }
        // Whoever hears of the end may take its time: not on a thread of the stack, nor on one that many share.
        var unused = link.transport.ended().whenCompleteAsync((nothing, failure) -> link.ended(), Threads.OF_ITS_OWN);
        try {
            link.keepToLimits();
        } catch (ConnectorException e) {
            link.giveUp();
            throw new ConnectFailedException(
                    "connect to " + link.where() + ", ask for the server's limits: " + e.getMessage(), e);
        }
        return link;
    }

    private void keepToLimits() throws ConnectorException {
        ServerLimits limits = ServerLimits.ask(this, settings.profile());
        attributes.limit(limits);
        references.limit(limits);
        monitoredItems.limit(limits);
        runningSince = limits.runningSince();
        profile = limits.profile();
    }

    /** What the server's figures may make us hold. */
    public MemoryGrant memory() {
        return settings.budget().memory();
    }

    /** For work of many requests that begins now. */
    public Deadline deadline() {
        return settings.budget().deadline();
    }

    /** What is known of such servers. */
    public ServerProfile profile() {
        return profile;
    }

    /** Whether the session is that of a lost link. */
    public boolean isAgain() {
        return session.again();
    }

    /** For the link that follows when this one is lost. */
    public SessionTicket ticket() {
        return ticket;
    }

    /** When the server began to run, as it says; empty when it does not. After a restart its numbers mean other things. */
    public String runningSince() {
        return runningSince;
    }

    /** Reading and writing. */
    public Attributes attributes() {
        return attributes;
    }

    /** Browsing. */
    public References references() {
        return references;
    }

    /** Subscriptions. */
    public MonitoredItems monitoredItems() {
        return monitoredItems;
    }

    /** Calling methods. */
    public Methods methods() {
        return methods;
    }

    /** Reading the past. */
    public History history() {
        return history;
    }

    /** The server's data types. */
    public DataTypes dataTypes() {
        return dataTypes;
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
        notice.accept(message);
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
            return answer.cast(send(request.apply(header(timeout))).get(timeout, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestTimeoutException(where + ": interrupted while waiting for the answer", e);
        } catch (TimeoutException e) {
            throw new RequestTimeoutException(where + ": no answer within " + timeout
                    + " ms; check the network and the server's load, or raise requestTimeout");
        } catch (ClassCastException e) {
            throw malformed(where, e);
        } catch (ExecutionException e) {
            ConnectorException failure = Failures.of(where, e, cause.get());
            if (failure instanceof ConnectionLostException) {
                fail(failure);
            }
            throw failure;
        }
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

    /** The namespace URIs of the server, by index. */
    public List<String> namespaces() throws ConnectorException {
        return attributes.texts(NodeIds.NAMESPACE_ARRAY);
    }
}
