package io.taktstrom.runtime.alarm;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.PointConfig;
import org.jspecify.annotations.Nullable;

/** Which rules watch points. Another one takes its place when the deployment has other rules. Thread-safe. */
final class Watchlist {

    static final Watchlist EMPTY = new Watchlist(List.of());

    private static final PointCell[] NONE = {};

    private final List<AlarmState> watching;

    Watchlist(List<AlarmState> alarms) {
        watching = alarms.stream()
                .filter(alarm -> alarm.config().rule() instanceof AlarmRule.OfPoints)
                .toList();
    }

    /** The cells of each of some points; null when none is watched. */
    PointCell @Nullable [][] cellsOf(List<PointConfig> points) {
        PointCell[][] cells = new PointCell[points.size()][];
        boolean any = false;
        for (int point = 0; point < cells.length; point++) {
            List<PointCell> of = new ArrayList<>();
            for (AlarmState alarm : watching) {
                PointCell cell = alarm.cellOf(points.get(point).name());
                if (cell != null) {
                    of.add(cell);
                }
            }
            cells[point] = of.isEmpty() ? NONE : of.toArray(PointCell[]::new);
            any |= !of.isEmpty();
        }
        return any ? cells : null;
    }
}
