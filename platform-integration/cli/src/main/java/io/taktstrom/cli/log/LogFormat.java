package io.taktstrom.cli.log;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import ch.qos.logback.classic.Level;
import io.taktstrom.cli.terminal.Trace;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** How a log looks. */
public enum LogFormat {
    /** {@code 2026-11-22T20:46:01.123Z WARN  press1: not connected for 5s ...} */
    TEXT {
        @Override
        String of(LogLine line) {
            String begin = "%s %-5s ".formatted(TIME.format(line.time()), word(line.level()));
            return begin + line.name() + ": " + line.message();
        }
    },
    /** A JSON object on each line, in ASCII. */
    JSON {
        @Override
        String of(LogLine line) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("time", TIME.format(line.time()));
            tree.put("level", word(line.level()));
            tree.put("part", line.part());
            if (!line.name().equals(line.part())) {
                tree.put(line.part(), line.name());
            }
            tree.put("message", line.message());
            if (line.thrown() != null) {
                tree.put("trace", Trace.of(line.thrown()));
            }
            return MAPPER.writeValueAsString(tree);
        }
    };

    /** Milliseconds also where they are 0: columns stay where they are. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Without a line feed. What is no text of ours is escaped when it is printed. */
    abstract String of(LogLine line);

    private static String word(Level level) {
        return level.toString();
    }

    /** As it stands on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
