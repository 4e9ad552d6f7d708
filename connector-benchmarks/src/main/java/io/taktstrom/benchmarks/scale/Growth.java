package io.taktstrom.benchmarks.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** How costs grow with the number of connections, or of points, and what one more costs: between the two largest sizes. */
final class Growth {

    private static final List<String> HEAD = List.of(
            "| way | from → to | threads | memory | load | last point | stop | CPU | one more: memory kB | load µs | last point µs |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");

    private Growth() {}

    /** A table; factors are those by which a cost is greater. */
    static List<String> table(Map<String, Object> figures, List<Size> byConnections, List<Size> byPoints) {
        List<String> lines = new ArrayList<>(HEAD);
        for (Way way : Way.values()) {
            row(figures, way, byConnections, "connections", lines);
            row(figures, way, byPoints, "points", lines);
        }
        return lines.size() == HEAD.size() ? List.of() : lines;
    }

    private static void row(Map<String, Object> figures, Way way, List<Size> sizes, String what, List<String> lines) {
        List<Size> measured = sizes.stream()
                .filter(size -> figures.get(size.key(way)) != null)
                .toList();
        if (measured.size() < 2) {
            return;
        }
        Size small = measured.get(measured.size() - 2);
        Size large = measured.get(measured.size() - 1);
        boolean byConnections = small.connections() != large.connections();
        int from = byConnections ? small.connections() : small.all();
        int to = byConnections ? large.connections() : large.all();
        Step step = new Step(new Cost(figures.get(small.key(way))), new Cost(figures.get(large.key(way))), to - from);
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %,d → %,d %s | %s | %s | %s | %s | %s | %s | %,.1f | %,.0f | %,.0f |",
                way.text,
                from,
                to,
                what,
                step.factor(Cost::threads),
                step.factor(Cost::megabytes),
                step.factor(Cost::loadMillis),
                step.factor(Cost::lastPointMillis),
                step.factor(Cost::stopMillis),
                step.factor(Cost::cpuPercent),
                step.oneMore(Cost::megabytes) * 1e3,
                step.oneMore(Cost::loadMillis) * 1e3,
                step.oneMore(Cost::lastPointMillis) * 1e3));
    }

    /** From one size to the next. */
    private record Step(Cost small, Cost large, int more) {

        String factor(ToDoubleFunction<Cost> cost) {
            return String.format(Locale.ROOT, "× %.1f", cost.applyAsDouble(large) / cost.applyAsDouble(small));
        }

        double oneMore(ToDoubleFunction<Cost> cost) {
            return (cost.applyAsDouble(large) - cost.applyAsDouble(small)) / more;
        }
    }
}
