package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.taktstrom.stream.IdleStrategy;

/**
 * How a connection is kept up.
 *
 * @param firstBackOff bound of the random wait after the first failure; it doubles with each further one
 * @param maxBackOff where it stops to double
 * @param stableAfter how long a session lives until failures before it are forgotten; one that dies earlier was no
 *     success, and trying at once would only repeat it
 * @param heartbeat how long a device may be silent before it is asked whether it lives, and how long it has to answer; zero for
 *     what the endpoint's options {@code heartbeatInterval} and {@code heartbeatTimeout} state
 * @param closeTimeout how long closing may take
 * @param seed of the random waits
 * @param pollIdle how pollers wait for their moment
 * @param idle how the connection itself waits; parking, but for tests
 * @param ringsFromOldest whether a ring in the device is first read from the oldest sample that it holds, as by who takes over from
 *     another process, and not from its newest
 */
public record ManagedSettings(
        Duration firstBackOff,
        Duration maxBackOff,
        Duration stableAfter,
        Duration heartbeat,
        Duration closeTimeout,
        long seed,
        IdleStrategy pollIdle,
        IdleStrategy idle,
        boolean ringsFromOldest) {

    /** With waits that differ from process to process. */
    public static ManagedSettings standard() {
        return new ManagedSettings(
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ZERO,
                Duration.ofSeconds(5),
                ThreadLocalRandom.current().nextLong(),
                IdleStrategy.PARK,
                IdleStrategy.PARK,
                false);
    }

    public ManagedSettings {
        if (heartbeat.isNegative() || stableAfter.isNegative() || closeTimeout.isNegative()) {
            throw new IllegalArgumentException("heartbeat " + heartbeat + ", stableAfter " + stableAfter
                    + " and closeTimeout " + closeTimeout + " must not be negative");
        }
    }

    public ManagedSettings withBackOff(Duration first, Duration max) {
        return new ManagedSettings(
                first, max, stableAfter, heartbeat, closeTimeout, seed, pollIdle, idle, ringsFromOldest);
    }

    public ManagedSettings withStableAfter(Duration after) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, after, heartbeat, closeTimeout, seed, pollIdle, idle, ringsFromOldest);
    }

    public ManagedSettings withHeartbeat(Duration every) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, stableAfter, every, closeTimeout, seed, pollIdle, idle, ringsFromOldest);
    }

    public ManagedSettings withCloseTimeout(Duration limit) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, stableAfter, heartbeat, limit, seed, pollIdle, idle, ringsFromOldest);
    }

    public ManagedSettings withSeed(long from) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, stableAfter, heartbeat, closeTimeout, from, pollIdle, idle, ringsFromOldest);
    }

    public ManagedSettings withIdle(IdleStrategy polls, IdleStrategy others) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, stableAfter, heartbeat, closeTimeout, seed, polls, others, ringsFromOldest);
    }

    public ManagedSettings withRingsFromOldest(boolean on) {
        return new ManagedSettings(
                firstBackOff, maxBackOff, stableAfter, heartbeat, closeTimeout, seed, pollIdle, idle, on);
    }
}
