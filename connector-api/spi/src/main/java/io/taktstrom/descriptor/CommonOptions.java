package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.List;

import io.taktstrom.model.Endpoint;

/** Options that every connector has. */
public final class CommonOptions {

    private static final DeclaredOptions OPTIONS = new DeclaredOptions();

    public static final Option<Duration> CONNECT_TIMEOUT =
            OPTIONS.time("connectTimeout", "10ms", "5m", "5s", "How long one attempt to connect may take.");

    public static final Option<Duration> REQUEST_TIMEOUT =
            OPTIONS.time("requestTimeout", "10ms", "5m", "5s", "How long the device may take to answer a request.");

    public static final Option<Duration> HEARTBEAT_INTERVAL = OPTIONS.time(
            "heartbeatInterval",
            "0s",
            "10m",
            "2s",
            "How long the device may send nothing before it is asked whether it is still there; 0s for never.");

    public static final Option<Duration> HEARTBEAT_TIMEOUT = OPTIONS.time(
            "heartbeatTimeout",
            "0s",
            "10m",
            "0s",
            "How long the device may take to answer the heartbeat before the connection is given up; 0s for as long as"
                    + " requestTimeout.");

    public static final Option<Duration> BROWSE_TIMEOUT = OPTIONS.time(
            "browseTimeout",
            "100ms",
            "1h",
            "1m",
            "How long the device may take, all requests together, to say what it has: for an upload of symbols and types,"
                    + " for finding points, for a whole browse.");

    public static final Option<Long> MAX_MEMORY = OPTIONS.size(
            "maxMemory",
            "0B",
            "1TiB",
            "0B",
            "How much memory may be held for what the device says of itself and for its values; what is beyond is refused."
                    + " 0B stands for an eighth of the heap, at most 256MiB.");

    public static final List<Option<?>> ALL = OPTIONS.all();

    private CommonOptions() {}

    /** How long this device may take to answer the heartbeat. */
    public static Duration heartbeatTimeout(Endpoint endpoint) {
        Duration stated = HEARTBEAT_TIMEOUT.of(endpoint);
        return stated.isZero() ? REQUEST_TIMEOUT.of(endpoint) : stated;
    }
}
