package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.stream.source.PointStatusVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Reports each point of a connection that becomes Bad, with the reason, and each that has a value again. The first {@value #NAMED}
 * in a minute by name, the rest as one count; what changes after that is compared again when the minute is over, so points that
 * come and go fill no log. The loss of a device is not reported for its points. One thread.
 */
public final class PointNotices {

    static final int NAMED = 10;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final EpochNanoClock clock;
    private final Consumer<String> warnings;
    private final Consumer<String> notices;
    /** The status that was reported last, of points that are Bad. */
    private final Map<String, Integer> reported = new HashMap<>();

    private long begun;
    private int named;

    /**
     * @param warnings hear of points that are Bad
     * @param notices hear of points that are Good again
     */
    public PointNotices(EpochNanoClock clock, Consumer<String> warnings, Consumer<String> notices) {
        this.clock = clock;
        this.warnings = warnings;
        this.notices = notices;
        begun = clock.nanoTime();
    }

    /**
     * Looks now.
     *
     * @param points shows all that are sampled; of a device that is connected
     */
    public void look(Consumer<PointStatusVisitor> points) {
        long now = clock.nanoTime();
        if (now - begun >= MINUTE_NANOS) {
            begun = now;
            named = 0;
        }
        if (named < NAMED) {
            compare(points);
        }
    }

    private void compare(Consumer<PointStatusVisitor> points) {
        List<BadPoint> bad = new ArrayList<>();
        List<BadPoint> good = new ArrayList<>();
        Set<String> sampled = new HashSet<>();
        points.accept((scanClass, point, status) -> {
            Integer before = reported.get(point.name());
            if (before != null) {
                sampled.add(point.name());
            }
            if (!StatusCode.isBad(status)) {
                if (before != null) {
                    good.add(BadPoint.of(point, status));
                }
            } else if (isNews(StatusCode.codeOf(status), before)) {
                bad.add(BadPoint.of(point, status));
            }
        });
        // Points that a reload has removed.
        reported.keySet().retainAll(sampled);
        bad.forEach(point -> reported.put(point.name(), point.status()));
        good.forEach(point -> reported.remove(point.name()));
        tell(bad, "is Bad", warnings, true);
        tell(good, "is Good again", notices, false);
    }

    private static boolean isNews(int status, @Nullable Integer before) {
        return switch (status) {
            case StatusCode.BAD_NO_COMMUNICATION,
                    StatusCode.BAD_NOT_CONNECTED,
                    StatusCode.BAD_WAITING_FOR_INITIAL_DATA -> false;
            default -> before == null || before != status;
        };
    }

    private void tell(List<BadPoint> points, String what, Consumer<String> listener, boolean withReasons) {
        int first = Math.min(points.size(), Math.max(0, NAMED - named));
        for (BadPoint point : points.subList(0, first)) {
            listener.accept("point " + point.where() + " " + what + (withReasons ? ": " + point.reason() : ""));
        }
        List<BadPoint> rest = points.subList(first, points.size());
        if (!rest.isEmpty()) {
            listener.accept((first == 0 ? "" : "and ")
                    + Counted.of(rest.size(), first == 0 ? "point" : "more point") + " "
                    + (rest.size() == 1 ? what : what.replaceFirst("is", "are"))
                    + (withReasons ? ": " + reasons(rest) + "; 'takt run FILE --dry' lists all" : ""));
        }
        named += points.size();
    }

    private static String reasons(List<BadPoint> points) {
        return points.stream()
                .collect(Collectors.groupingBy(BadPoint::reason, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
