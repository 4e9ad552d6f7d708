package io.taktstrom.simulation;

import java.time.Duration;

/**
 * How many clients a simulated device accepts.
 *
 * @param connections at the same time; {@link ConnectionAdmission} says who has to go for one more
 * @param silence how long a client may stay that asks for nothing; see {@link ClientConnection#isKnown}
 */
public record ConnectionLimits(int connections, Duration silence) {

    /**
     * 256 connections, more than any of the real devices has; and 30 s, after which S7 stations notice that their partner is gone
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

    /** The same, with another number of connections. */
    public ConnectionLimits withConnections(int number) {
        return new ConnectionLimits(number, silence);
    }

    /** The same, with another time. */
    public ConnectionLimits withSilence(Duration time) {
        return new ConnectionLimits(connections, time);
    }
}
