package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;

/**
 * A subscription of a {@link GuardedConnection}: ends once, whether it is closed itself, with its group or with the
 * connection, and hears once of a loss. A connector says how samples come, and hands
 * them to a {@link SinkGate}.
 *
 * <pre>
 *   close(), of this, its group or its connection --> silence() --> the connection's endSubscriptions --> endAtDevice()
 *   loss of the connection -----------------------> connectionLost(cause)
 * </pre>
 */
public abstract class GuardedSubscription<G extends ResolvedGroup> implements Subscription {

    private final GuardedConnection<G> connection;
    private final G group;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean();

    protected GuardedSubscription(GuardedConnection<G> connection, G group) {
        this.connection = connection;
        this.group = group;
    }

    /** The connection that has it. */
    protected final GuardedConnection<G> connection() {
        return connection;
    }

    @Override
    public final G group() {
        return group;
    }

    /** Whether it was closed; the sink is not called any more, or at most until {@link #close} returns. */
    public final boolean isClosed() {
        return closed.get();
    }

    @Override
    public final int statusAt(int point) {
        return closed.get() ? StatusCode.BAD_CONNECTION_CLOSED : status(point);
    }

    /** As {@link #statusAt}, while it is open. */
    protected abstract int status(int point);

    /** Keeps the sink from being called from now on, and waits for a call that it is in, though not for ever. Once. */
    protected abstract void silence();

    /** Has the device push no more; once, after {@link #silence}. A lost connection is not a failure. */
    protected abstract void endAtDevice() throws ConnectorException;

    /** The connection is lost: the last batch says so of all points. Once, by any thread; must not wait for the sink. */
    protected abstract void connectionLost(ConnectorException cause);

    /** Waits until all that has come is with the sink, though no longer than this. */
    protected void deliverAll(Duration limit) {
        // By default nothing waits.
    }

    /** Bytes that have come, and wait to be delivered. */
    protected long waitingBytes() {
        return 0;
    }

    /** It is being ended, perhaps not for the first time; called by the ending thread. */
    protected void ending() {
        // By default that makes no difference.
    }

    final boolean silenceOnce() {
        ending();
        boolean first = closed.compareAndSet(false, true);
        if (first) {
            silence();
        }
        return first;
    }

    final void loseOnce(ConnectorException cause) {
        if (lost.compareAndSet(false, true)) {
            connectionLost(cause);
        }
    }

    @Override
    public final void close() {
        connection.end(List.of(this));
    }
}
