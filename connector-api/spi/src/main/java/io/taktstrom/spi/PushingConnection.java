package io.taktstrom.spi;

import io.taktstrom.data.RefusingSink;
import io.taktstrom.model.Endpoint;

/**
 * A connection whose device pushes samples: it may hold some that no sink has taken, and its successor may go on where it left
 * off. Thread-safe.
 *
 * <pre>
 *   subscribe --samples--> {@link RefusingSink} refuses: its session was given up
 *   abandon()              ends the session without telling the device
 *   reconnect(...)         opens the successor: subscriptions like ours first deliver what was refused, or was never sent
 * </pre>
 */
public interface PushingConnection extends Connection {

    /**
     * Bytes that the device has pushed and no sink has taken yet, as far as they wait in this process: it grows when a sink is too
     * slow. Sends no request; 0 for connectors that hand over at once what comes.
     */
    default long waitingBytes() {
        return 0;
    }

    /**
     * Ends a session that is lost, or no longer answers, without a request to the device, so that a {@linkplain #reconnect
     * successor} can take over what the device still holds for us. All that has come is handed over to the sinks before this
     * returns, or kept for the successor, unless a sink does not return in time; {@link #close} discards it. Idempotent.
     */
    void abandon();

    /** {@linkplain #abandon() Abandons} a connection of any kind: one that does not push is closed. */
    static void abandon(Connection lost) {
        if (lost instanceof PushingConnection pushing) {
            pushing.abandon();
        } else {
            lost.close();
        }
    }

    /**
     * Opens the connection that takes the place of this one, which was lost or abandoned. May be called again when it fails. By
     * default a new connection that takes nothing over.
     *
     * @param provider of this connection
     * @param endpoint of this connection
     */
    default Connection reconnect(ConnectorProvider provider, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        return provider.connect(endpoint, context);
    }
}
