package io.taktstrom.simulation;

import java.time.Duration;

/**
 * How many clients a simulated device accepts.
 *
 * @param connections at the same time; {@link Connections} tells which is closed for one more
 * @param silence how long a client may stay that sends no request; see {@link ClientConnection#isKnown}
 */
public record ConnectionLimits(int connections, Duration silence) {

    /**
     * 256 connections, more than any of the real devices has; and 30 s, after which S7 stations detect the loss of their partner
     * (docs.tia.siemens.cloud, "Keepalive frames for TCP and ISO-on-TCP connections": 30 s by default).
     */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(256, Duration.ofSeconds(30));

    public ConnectionLimits {
        if (connections < 1) {
            throw new IllegalArgumentException(connections + " connections: a device needs at least one");
        }
        if (silence.isNegative() || silence.isZero() || silence.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a silence of " + silence + " is not in 1ns..24h");
        }
    }

    /** The same limits, with another number of connections. */
    public ConnectionLimits withConnections(int number) {
        return new ConnectionLimits(number, silence);
    }

    /** The same limits, with another time. */
    public ConnectionLimits withSilence(Duration time) {
        return new ConnectionLimits(connections, time);
    }
}
