package io.taktstrom.cli.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Lets a few lines that are alike but for their numbers pass in a minute, and counts the others. Guarded by its user. */
final class Repeats {

    static final int MAX_IN_A_MINUTE = 5;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MAX_KINDS = 1000;
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
        Kind kind = kinds.get(key);
        if (kind == null) {
            if (kinds.size() >= MAX_KINDS) {
                return true;
            }
            kind = new Kind(line, now);
            kinds.put(key, kind);
        }
        kind.lines++;
        return kind.lines <= MAX_IN_A_MINUTE;
    }

    /** Lines about those whose minute is over, of which some were kept back; they begin anew. */
    List<LogLine> due(long now) {
        List<LogLine> lines = new ArrayList<>();
        for (Iterator<Kind> all = kinds.values().iterator(); all.hasNext(); ) {
            Kind kind = all.next();
            if (now - kind.began >= MINUTE_NANOS) {
                all.remove();
                int more = kind.lines - MAX_IN_A_MINUTE;
                if (more > 0) {
                    LogLine first = kind.first;
                    lines.add(new LogLine(
                            first.time(),
                            first.level(),
                            first.part(),
                            first.name(),
                            "... " + more + " more in the last minute like: " + first.message(),
                            null));
                }
            }
        }
        return lines;
    }
}
