package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.List;

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

    public static final List<Option<?>> ALL = List.of(CONNECT_TIMEOUT, REQUEST_TIMEOUT);

    private CommonOptions() {}
}
