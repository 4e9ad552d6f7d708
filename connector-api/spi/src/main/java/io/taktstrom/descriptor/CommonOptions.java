package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.List;

import io.taktstrom.model.Endpoint;

/** Options that every connector has. */
public final class CommonOptions {

    public static final Option<Duration> CONNECT_TIMEOUT = Option.time(
            "connectTimeout",
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            "How long one attempt to connect may take.");

    public static final Option<Duration> REQUEST_TIMEOUT = Option.time(
            "requestTimeout",
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            "How long the device may take to answer a request.");

    public static final Option<Duration> HEARTBEAT_INTERVAL = Option.time(
            "heartbeatInterval",
            Duration.ZERO,
            Duration.ofMinutes(10),
            Duration.ofSeconds(2),
            "How long the device may send nothing before it is asked whether it is still there; 0s for never.");

    public static final Option<Duration> HEARTBEAT_TIMEOUT = Option.time(
            "heartbeatTimeout",
            Duration.ZERO,
            Duration.ofMinutes(10),
            Duration.ZERO,
            "How long the device may take to answer the heartbeat before the connection is given up; 0s for as long as"
                    + " requestTimeout.");

    public static final Option<Duration> BROWSE_TIMEOUT = Option.time(
            "browseTimeout",
            Duration.ofMillis(100),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            "How long the device may take, all requests together, to say what it has: for an upload of symbols and types,"
                    + " for finding points, for a whole browse.");

    public static final Option<Long> MAX_MEMORY = Option.size(
            "maxMemory",
            0,
            1L << 40,
            0,
            "How much memory may be held for what the device says of itself and for its values; what is beyond is refused."
                    + " 0B stands for an eighth of the heap, at most 256MiB.");

    public static final List<Option<?>> ALL = List.of(
            CONNECT_TIMEOUT, REQUEST_TIMEOUT, HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, BROWSE_TIMEOUT, MAX_MEMORY);

    private CommonOptions() {}

    /** How long this device may take to answer the heartbeat. */
    public static Duration heartbeatTimeout(Endpoint endpoint) {
        Duration stated = HEARTBEAT_TIMEOUT.of(endpoint);
        return stated.isZero() ? REQUEST_TIMEOUT.of(endpoint) : stated;
    }
}
