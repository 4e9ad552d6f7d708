package io.taktstrom.cli.log;

import java.time.Instant;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * One line of a log.
 *
 * @param part what kind of thing speaks: {@code connection}, {@code sink}, {@code takt}; of a library its logger
 * @param name which one; of {@code takt} and of a library the part once more
 * @param message may hold what devices say
 * @param thrown shown by its trace; null for none
 */
record LogLine(
        Instant time,
        Level level,
        String part,
        String name,
        String message,
        @Nullable Throwable thrown) {}
