package io.taktstrom.spi;

import io.taktstrom.data.EpochNanoClock;

/**
 * What a connection gets from whoever opens it.
 *
 * @param clock for time stamps and deadlines
 * @param observer hears what the connection does
 */
public record ConnectContext(EpochNanoClock clock, ConnectionObserver observer) {

    /** The system's clocks, and nobody listening. */
    public static ConnectContext standard() {
        return new ConnectContext(EpochNanoClock.system(), ConnectionObserver.NONE);
    }
}
