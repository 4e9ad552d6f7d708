package io.taktstrom.cli.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Something of a process that must not grow.
 *
 * @param bound what it may grow by in an hour, in its unit; the slope must be below that with 95 %
 */
record Quantity(String name, String unit, double bound, ToDoubleFunction<Footprint> value) {

    /** Fewer minutes say nothing: a buffer that a library takes once and keeps looks like growth in them. */
    private static final int ENOUGH = 30;

    /**
     * In the first minutes of a process classes are loaded and compiled, and buffers reach their size; so they do when a fault comes for
     * the first time: one round of the faults is left out.
     */
    private static final double WARM_UP_MINUTES =
            SoakFault.all().stream().filter(fault -> !fault.ends()).count();

    static final List<Quantity> ALL = List.of(
            new Quantity("heap after a collection", "MiB", 1, footprint -> footprint.heap() / 1024.0),
            new Quantity("direct memory", "MiB", 1, footprint -> footprint.direct() / 1024.0),
            new Quantity("native memory (NMT, without heap)", "MiB", 4, footprint -> footprint.nativeMemory() / 1024.0),
            new Quantity("resident memory (RSS)", "MiB", 8, footprint -> footprint.resident() / 1024.0),
            new Quantity("threads", "", 1, Footprint::threads),
            new Quantity("file descriptors", "", 1, Footprint::files));

    /**
     * Whether it grew.
     *
     * @param text a row of the report
     */
    record Verdict(boolean grew, String text) {}

    /** @param run what one process took, in the order of time */
    Verdict judge(List<Footprint> run) {
        double begun = run.isEmpty() ? 0 : run.get(0).minute();
        List<Footprint> judged = run.stream()
                .filter(each -> each.atRest() && each.minute() >= begun + WARM_UP_MINUTES)
                .toList();
        double[] hours = judged.stream().mapToDouble(each -> each.minute() / 60).toArray();
        double[] values = judged.stream().mapToDouble(value).toArray();
        if (values.length < ENOUGH) {
            return new Verdict(
                    false,
                    "| %s | %s | – | too short to judge: %d of %d minutes |"
                            .formatted(name, range(values), values.length, ENOUGH));
        }
        Slope slope = Slope.of(hours, values);
        boolean grew = slope.low() > bound;
        String verdict =
                grew ? "**grows**" : slope.high() <= bound ? "flat" : "not shown to grow; the interval is wide";
        return new Verdict(
                grew,
                String.format(
                        Locale.ROOT,
                        "| %s | %s | %+.2f (%+.2f to %+.2f) %s/h, bound %.0f | %s |",
                        name,
                        range(values),
                        slope.perHour(),
                        slope.low(),
                        slope.high(),
                        unit,
                        bound,
                        verdict));
    }

    private String range(double[] values) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double each : values) {
            least = Math.min(least, each);
            most = Math.max(most, each);
        }
        return values.length == 0 ? "–" : String.format(Locale.ROOT, "%.1f to %.1f %s", least, most, unit);
    }
}
