package io.taktstrom.stream;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.Durations;

/**
 * When to report a failure that lasts: each cause at once, and one that is known after 1, 2, 5, 10, 30 and 60 minutes, then
 * every hour. Causes that differ only in their numbers are one. One thread.
 */
public final class Reminder {

    private static final List<Duration> GAPS = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1));

    /** A peer that answers differently each time gets no more lines than this for it. */
    private static final int MAX_CAUSES = 10;

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final EpochNanoClock clock;
    private final Set<String> known = new HashSet<>();
    private int step;
    private long reportedAt;

    public Reminder(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Whether a failure with this cause is to be reported now. */
    public boolean isDue(String cause) {
        return isNew(kind(cause)) || clock.nanoTime() - reportedAt >= gap().toNanos();
    }

    /** It was reported. */
    public void reported(String cause) {
        if (isNew(kind(cause))) {
            known.add(kind(cause));
            step = 0;
        } else {
            step = Math.min(step + 1, GAPS.size() - 1);
        }
        reportedAt = clock.nanoTime();
    }

    /** For the end of a report: when the same is reported again. */
    public String next(String cause) {
        Duration next = isNew(kind(cause)) ? GAPS.get(0) : GAPS.get(Math.min(step + 1, GAPS.size() - 1));
        return "the next report of this is in " + Durations.format(next);
    }

    /** It works: the next failure is the first one again. */
    public void reset() {
        known.clear();
        step = 0;
    }

    private Duration gap() {
        return GAPS.get(step);
    }

    private boolean isNew(String kind) {
        return known.size() < MAX_CAUSES && !known.contains(kind);
    }

    private static String kind(String cause) {
        return NUMBER.matcher(cause).replaceAll("#");
    }
}
