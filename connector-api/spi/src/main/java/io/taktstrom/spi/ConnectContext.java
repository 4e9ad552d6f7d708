package io.taktstrom.spi;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * What a connection gets from whoever opens it.
 *
 * @param clock for time stamps and deadlines
 * @param observer hears what the connection does
 * @param predecessor an {@linkplain Connection#abandon abandoned} or lost connection of the same provider to the same
 *     endpoint, the place of which the new one takes: subscriptions alike to its own may go on where it left off, first with
 *     what their sinks have not taken. Null for none
 * @param name of the connection in its deployment, for what is measured; empty for none
 */
public record ConnectContext(
        EpochNanoClock clock,
        ConnectionObserver observer,
        @Nullable Connection predecessor,
        String name) {

    /** For a connection that follows none, and has no name. */
    public ConnectContext(EpochNanoClock clock, ConnectionObserver observer) {
        this(clock, observer, null, "");
    }

    /** The system's clocks, and nobody listening. */
    public static ConnectContext standard() {
        return new ConnectContext(EpochNanoClock.system(), ConnectionObserver.NONE);
    }

    /** The same for the connection that takes the place of a lost one. */
    public ConnectContext after(Connection lost) {
        return new ConnectContext(clock, observer, lost, name);
    }

    /** The same for a connection of this name. */
    public ConnectContext named(String newName) {
        return new ConnectContext(clock, observer, predecessor, newName);
    }
}
