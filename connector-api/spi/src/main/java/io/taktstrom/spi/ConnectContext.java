package io.taktstrom.spi;

import io.taktstrom.data.EpochNanoClock;

/**
 * What a connection gets from its caller.
 *
 * @param clock for time stamps and deadlines
 * @param observer hears what the connection does
 * @param name of the connection in its deployment, for what is measured; empty for none
 */
public record ConnectContext(EpochNanoClock clock, ConnectionObserver observer, String name) {

    /** For a connection without a name. */
    public ConnectContext(EpochNanoClock clock, ConnectionObserver observer) {
        this(clock, observer, "");
    }

    /** The system's clocks, and no observer. */
    public static ConnectContext standard() {
        return new ConnectContext(EpochNanoClock.system(), ConnectionObserver.NONE);
    }

    /** The same for a connection of this name. */
    public ConnectContext named(String newName) {
        return new ConnectContext(clock, observer, newName);
    }
}
