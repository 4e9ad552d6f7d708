package io.taktstrom.benchmarks.paired;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/** Slices as raw figures, and as a table with the first contender as the limit. */
public final class PairedTable {

    private PairedTable() {}

    /** As JSON takes them: a list of lines for each contender. */
    public static Map<String, Object> figures(Map<String, List<Slice>> slices) {
        Map<String, Object> figures = new LinkedHashMap<>();
        slices.forEach((name, rounds) ->
                figures.put(name, rounds.stream().map(Slice::line).toList()));
        return figures;
    }

    /** The slices of {@link #figures}. */
    public static Map<String, List<Slice>> slices(Map<String, Object> figures) {
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        figures.forEach((name, rounds) -> slices.put(name, parsed(rounds)));
        return slices;
    }

    /** The slices of one contender; none of one that has none. */
    public static List<Slice> parsed(@Nullable Object rounds) {
        return rounds instanceof List<?> list
                ? list.stream().map(String::valueOf).map(Slice::parse).toList()
                : List.of();
    }

    /** A line for each contender; medians over the rounds. */
    public static List<String> lines(Map<String, List<Slice>> slices, int valuesPerOperation) {
        List<Slice> limit = slices.values().iterator().next();
        List<String> lines = new ArrayList<>();
        lines.add("| contender | operations/s | values/s | p50 µs | p99 µs | B/operation | CPU µs/operation"
                + " | of the limit (95 % interval) |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---|");
        slices.forEach((name, rounds) -> {
            double perSecond = median(rounds, Slice::perSecond);
            Ratio ratio = Ratio.of(rounds, limit);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %.1f | %.1f | %s | %.1f | %s |",
                    name,
                    perSecond,
                    perSecond * valuesPerOperation,
                    median(rounds, slice -> slice.p50() / 1e3),
                    median(rounds, slice -> slice.p99() / 1e3),
                    bytes(median(rounds, Slice::allocatedPerOperation)),
                    median(rounds, Slice::cpuMicrosPerOperation),
                    ratio.text()));
        });
        return lines;
    }

    private static String bytes(double bytes) {
        return Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%,.1f", bytes);
    }

    /** Of one figure, over the rounds. */
    public static double median(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        return Ratio.median(slices.stream().map(figure::applyAsDouble).toList());
    }
}
