package io.taktstrom.ads.adslib;

import java.time.Duration;

/** Durations as the library takes them: whole milliseconds, 32 bits. */
final class Timeouts {

    private Timeouts() {}

    /** At least 1. */
    static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
    }
}
