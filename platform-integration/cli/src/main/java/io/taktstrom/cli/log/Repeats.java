package io.taktstrom.cli.log;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Lets a few lines that are alike but for their numbers pass in a minute, and counts the others. Guarded by its user. */
final class Repeats {

    static final int MAX_IN_A_MINUTE = 5;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    /** Most kinds of lines; those beyond share one kind for each logger. */
    static final int MAX_KINDS = 1000;

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
        String key = line.level() + " " + line.name() + " "
                + NUMBER.matcher(line.message()).replaceAll("#");
        if (kinds.size() >= MAX_KINDS && !kinds.containsKey(key)) {
            key = line.level() + " " + line.name();
        }
        Kind kind = kinds.computeIfAbsent(key, any -> new Kind(line, now));
        kind.lines++;
        return kind.lines <= MAX_IN_A_MINUTE;
    }

    /**
     * Lines about those whose minute is over, of which some were kept back; they start over.
     *
     * @param time of the lines
     */
    List<LogLine> due(long now, Instant time) {
        return take(kind -> now - kind.began >= MINUTE_NANOS, time);
    }

    /** The same of all, because there is no more to come. */
    List<LogLine> last(Instant time) {
        return take(kind -> true, time);
    }

    private List<LogLine> take(Predicate<Kind> wanted, Instant time) {
        List<LogLine> lines = new ArrayList<>();
        for (Iterator<Kind> all = kinds.values().iterator(); all.hasNext(); ) {
            Kind kind = all.next();
            if (wanted.test(kind)) {
                all.remove();
                int more = kind.lines - MAX_IN_A_MINUTE;
                if (more > 0) {
                    LogLine first = kind.first;
                    String message = "... " + more + " more in the last minute like: " + first.message();
                    lines.add(new LogLine(time, first.level(), first.part(), first.name(), message, null));
                }
            }
        }
        return lines;
    }
}
