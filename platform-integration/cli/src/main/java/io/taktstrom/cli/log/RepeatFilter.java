package io.taktstrom.cli.log;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Admits a few lines per minute that differ in their numbers only, and counts the others. Guarded by its user. */
final class RepeatFilter {

    static final int MAX_PER_MINUTE = 5;
    /** Most kinds of lines; those beyond share one kind for each source. */
    static final int MAX_KINDS = 1000;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final class Kind {
        private final LogLine first;
        private final long began;
        private int lines;

        Kind(LogLine first, long began) {
            this.first = first;
            this.began = began;
        }
    }

    private final Map<String, Kind> kinds = new LinkedHashMap<>();

    /** @param now monotonic nanoseconds */
    boolean admits(LogLine line, long now) {
        String source = line.level() + " " + line.name();
        String key = source + " " + NUMBER.matcher(line.message()).replaceAll("#");
        String counted = kinds.size() < MAX_KINDS || kinds.containsKey(key) ? key : source;
        Kind kind = kinds.computeIfAbsent(counted, any -> new Kind(line, now));
        kind.lines++;
        return kind.lines <= MAX_PER_MINUTE;
    }

    /**
     * Summaries of the kinds whose minute is over, of which lines were suppressed; these start over.
     *
     * @param all whether to end each minute now
     * @param time of the summaries
     */
    List<LogLine> summaries(boolean all, long now, Instant time) {
        List<LogLine> lines = new ArrayList<>();
        kinds.values().removeIf(kind -> {
            boolean over = all || now - kind.began >= MINUTE_NANOS;
            int more = kind.lines - MAX_PER_MINUTE;
            if (over && more > 0) {
                LogLine like = kind.first;
                String message = "... " + more + " more in the last minute like: " + like.message();
                lines.add(new LogLine(time, like.level(), like.part(), like.name(), message, null));
            }
            return over;
        });
        return lines;
    }
}
