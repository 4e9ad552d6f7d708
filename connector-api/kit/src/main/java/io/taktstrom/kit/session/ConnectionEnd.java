package io.taktstrom.kit.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection: it comes once, the first cause counts, and only its owner can cause it.
 *
 * <pre>
 *   open --begin(cause)--> ending: calls are refused, subscribers are told --complete()--> over: closed() completes
 * </pre>
 *
 * <p>Thread-safe. Asking whether it is open allocates nothing.
 */
public final class ConnectionEnd {

    /** @param cause null when its user closed it */
    private record Begun(@Nullable ConnectorException cause) {}

    private static final System.Logger LOG = System.getLogger(ConnectionEnd.class.getName());

    private final String where;
    private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /** @param where whom the connection is to, for messages */
    public ConnectionEnd(String where) {
        this.where = where;
    }

    /**
     * Calls are refused from now on.
     *
     * @param cause of a loss; null when the user closed the connection
     * @return whether the end has not begun before, so that the caller is the one to {@link #complete} it
     */
    public boolean begin(@Nullable ConnectorException cause) {
        return begun.compareAndSet(null, new Begun(cause));
    }

    /**
     * Completes {@link #closed} on a thread of this connection's own, named {@code takt-end-WHERE}: a listener that blocks holds up
     * neither the caller nor the end of another connection, and work of the application in the common pool holds up no
     * listener. Idempotent.
     */
    public void complete() {
        ScheduledTask.pooled("takt-end-" + where, this::announce, () -> {}, this::report)
                .begin();
    }

    private long announce() {
        ConnectorException cause = cause();
        if (cause == null) {
            over.complete(null);
        } else {
            over.completeExceptionally(cause);
        }
        return ScheduledTask.OVER;
    }

    private void report(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, "announcing the end of the connection to " + where + " failed", failure);
    }

    /** Whether it has begun. */
    public boolean hasBegun() {
        return begun.get() != null;
    }

    /** Why the connection was lost; null while it is open, and when its user closed it. */
    public @Nullable ConnectorException cause() {
        Begun end = begun.get();
        return end == null ? null : end.cause();
    }

    /**
     * Fails once the end has begun. Hot.
     *
     * @throws ConnectionLostException with the cause
     */
    public void requireOpen() throws ConnectionLostException {
        Begun end = begun.get();
        if (end != null) {
            ConnectorException cause = end.cause();
            throw cause == null
                    ? new ConnectionLostException("the connection to " + where + " was closed; open a new one")
                    : new ConnectionLostException(
                            "the connection to " + where + " is lost: " + cause.getMessage(), cause);
        }
    }

    /** A view for listeners: completing it changes nothing for others. It fails with the bare cause. */
    public CompletionStage<Void> closed() {
        CompletableFuture<Void> view = new CompletableFuture<>();
        var unused = over.whenComplete((nothing, cause) -> {
            if (cause == null) {
                view.complete(null);
            } else {
                view.completeExceptionally(cause);
            }
        });
        return view;
    }
}
