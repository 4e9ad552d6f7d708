package io.taktstrom.kit.tcp;

import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** One user of a shared {@link RequestEngine}. {@link #toString} names the peer, for messages. */
public abstract class LinkUser {

    /** Set when the user is attached: its turn to send has come, or it is closed. */
    @Nullable
    ReadGoal turn;

    /** Whether its requests fail from now on. */
    public abstract boolean isClosed();

    /** The connection has failed; called once, by the thread that noticed, and must return quickly. */
    protected abstract void linkFailed(ConnectorException cause);
}
