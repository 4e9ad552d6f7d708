package io.taktstrom.cli.log;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import io.taktstrom.cli.terminal.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of a log.
 *
 * @param part the kind of source: {@code connection}, {@code sink}, {@code takt}; of a library its logger
 * @param name which one; of {@code takt} and of a library the part again
 * @param message may hold what devices say
 * @param thrown shown by its stack trace; null for none
 */
record LogLine(
        Instant time,
        Level level,
        String part,
        String name,
        String message,
        @Nullable Throwable thrown) {

    /** With milliseconds even where they are 0, so that columns are aligned. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** What a library logs. */
    static LogLine of(ILoggingEvent event, boolean withTrace) {
        Throwable thrown =
                withTrace && event.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
        return new LogLine(
                event.getInstant(),
                event.getLevel(),
                event.getLoggerName(),
                event.getLoggerName(),
                event.getFormattedMessage(),
                thrown);
    }

    LogLine at(Instant now) {
        return new LogLine(now, level, part, name, message, thrown);
    }

    /** Printable, with a line feed; a stack trace follows on lines of its own, but in JSON. */
    String format(LogFormat format) {
        if (format == LogFormat.TEXT) {
            String line = "%s %-5s %s: %s".formatted(TIME.format(time), level, name, message);
            return Printable.of(line) + "\n" + (thrown == null ? "" : Printable.trace(thrown));
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("time", TIME.format(time));
        object.put("level", level.toString());
        object.put("part", part);
        if (!name.equals(part)) {
            object.put(part, name);
        }
        object.put("message", message);
        if (thrown != null) {
            object.put("trace", Printable.trace(thrown));
        }
        return MAPPER.writeValueAsString(object) + "\n";
    }
}
