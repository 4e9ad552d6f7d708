package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** By how much counters have grown in the last minute or two. Thread-safe. */
public final class Lately {

    /** What it looks back on, once or twice. */
    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

    private Map<String, Long> before = new HashMap<>();
    private Map<String, Long> atBegin = new HashMap<>();
    private Map<String, Long> latest = new HashMap<>();
    private long began = Long.MIN_VALUE;

    /**
     * By how much a counter has grown, which is told what it stands at.
     *
     * @param counter its name; one that is new began at 0
     * @param count what it stands at
     * @param now monotonic nanoseconds
     */
    public synchronized long growth(String counter, long count, long now) {
        if (began == Long.MIN_VALUE || now - began >= 2 * WINDOW_NANOS) {
            before = latest;
            atBegin = latest;
            latest = new HashMap<>(latest);
            began = now;
        } else if (now - began >= WINDOW_NANOS) {
            before = atBegin;
            atBegin = latest;
            latest = new HashMap<>(latest);
            began = now;
        }
        latest.put(counter, count);
        return Math.max(0, count - before.getOrDefault(counter, 0L));
    }
}
