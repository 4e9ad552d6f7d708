package io.taktstrom.benchmarks.s7;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import org.jspecify.annotations.Nullable;

/** A line for each contender: medians over the rounds, or why there are none. */
final class S7Table {

    private static final int MAX_REASON_LENGTH = 160;

    private S7Table() {}

    static List<String> lines(Map<String, Object> figures) {
        Map<String, Object> measured = new LinkedHashMap<>(figures);
        measured.values().removeIf(String.class::isInstance);
        Map<String, List<Slice>> slices = PairedTable.slices(measured);
        List<Slice> limit = slices.get(S7Rival.LIMIT.text);
        List<Slice> pipelined = slices.get(S7Rival.LIMIT_PIPELINED.text);
        List<Slice> plc4j = Stream.of(S7Rival.values())
                .filter(S7Rival::isPlc4j)
                .map(rival -> slices.getOrDefault(rival.text, List.of()))
                .filter(rounds -> !rounds.isEmpty())
                .max(Comparator.comparingDouble(rounds -> median(rounds, Slice::perSecond)))
                .orElse(null);
        List<String> lines = new ArrayList<>();
        lines.add("| contender | reads/s | p50 µs | p99 µs | B/read | CPU µs/read | of the limit (95 %)"
                + (pipelined == null ? "" : " | of the pipelined limit (95 %)") + " | times plc4j (95 %) |");
        lines.add("|---|---:|---:|---:|---:|---:|---|" + (pipelined == null ? "" : "---|") + "---|");
        figures.forEach((name, figure) -> {
            List<Slice> rounds = slices.get(name);
            if (rounds == null) {
                lines.add("| " + name + " | " + reason(String.valueOf(figure)) + " | | | | | |"
                        + (pipelined == null ? "" : " |") + " |");
            } else {
                lines.add("| " + name + figures(rounds) + " | " + ratio(rounds, limit, 3)
                        + (pipelined == null ? "" : " | " + ratio(rounds, pipelined, 3)) + " | "
                        + ratio(rounds, plc4j, 1) + " |");
            }
        });
        return lines;
    }

    private static String figures(List<Slice> rounds) {
        double bytes = median(rounds, Slice::allocatedPerOperation);
        return String.format(
                Locale.ROOT,
                " | %,.0f | %,.1f | %,.1f | %s | %,.1f",
                median(rounds, Slice::perSecond),
                median(rounds, slice -> slice.p50() / 1e3),
                median(rounds, slice -> slice.p99() / 1e3),
                Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%,.1f", bytes),
                median(rounds, Slice::cpuMicrosPerOperation));
    }

    private static String ratio(List<Slice> rounds, @Nullable List<Slice> to, int digits) {
        if (to == null) {
            return "-";
        }
        Ratio ratio = Ratio.of(rounds, to);
        String number = "%,." + digits + "f";
        return String.format(
                Locale.ROOT, number + " (" + number + " .. " + number + ")", ratio.median(), ratio.low(), ratio.high());
    }

    private static String reason(String text) {
        String line = text.lines().findFirst().orElse("").replace('|', '/');
        return line.length() > MAX_REASON_LENGTH ? line.substring(0, MAX_REASON_LENGTH) + " ..." : line;
    }

    private static double median(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        return Ratio.median(slices.stream().map(figure::applyAsDouble).toList());
    }
}
