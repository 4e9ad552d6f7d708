package io.taktstrom.benchmarks.paired;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import io.taktstrom.benchmarks.Experiment;

/**
 * What a change costs: the same contender from the jar of a commit before and from ours, in one paired run.
 *
 * <p>{@code TAKT_BENCH_BEFORE} names that jar, {@code TAKT_BENCH_BEFORE_COMMIT} its commit; {@code ./takt bench against}
 * sets both.
 */
public final class Change {

    private static final String BEFORE = " (before)";

    private Change() {}

    /** The jar of the commit before, where there is one. */
    public static Optional<String> jar() {
        return Optional.ofNullable(System.getenv("TAKT_BENCH_BEFORE"));
    }

    /** The command that measures it again. */
    public static String command() {
        return "./takt bench against " + System.getenv("TAKT_BENCH_BEFORE_COMMIT");
    }

    /** A change is smaller than the distance between rivals, so its interval needs more pairs. */
    public static int rounds(Experiment.Effort effort) {
        return 4 * effort.rounds();
    }

    /** How the contender from the commit before is called. */
    public static String before(String contender) {
        return contender + BEFORE;
    }

    /**
     * The same Java program from that jar.
     *
     * @param command with our class path
     */
    public static List<String> before(List<String> command) {
        List<String> before = new ArrayList<>(command);
        before.set(before.indexOf("-cp") + 1, jar().orElseThrow());
        return before;
    }

    /** A line for each contender that has one from before. */
    public static List<String> table(Map<String, Object> figures) {
        if (figures.isEmpty()) {
            return List.of("Not measured: TAKT_BENCH_BEFORE names no jar; see `./takt bench against`.");
        }
        Map<String, List<Slice>> slices = PairedTable.slices(figures);
        List<String> lines = new ArrayList<>();
        lines.add("| contender | operations/s before | now | now / before (95 % interval)"
                + " | CPU now / before (95 % interval) | B/operation before | now |");
        lines.add("|---|---:|---:|---|---|---:|---:|");
        slices.forEach((name, now) -> {
            List<Slice> before = slices.get(before(name));
            if (before != null) {
                lines.add(row(name, before, now));
            }
        });
        return lines;
    }

    private static String row(String name, List<Slice> before, List<Slice> now) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %s | %s | %,.1f | %,.1f |",
                name,
                PairedTable.median(before, Slice::perSecond),
                PairedTable.median(now, Slice::perSecond),
                ratio(before, now, Slice::perSecond),
                ratio(before, now, Slice::cpuMicrosPerOperation),
                PairedTable.median(before, Slice::allocatedPerOperation),
                PairedTable.median(now, Slice::allocatedPerOperation));
    }

    private static String ratio(List<Slice> before, List<Slice> now, ToDoubleFunction<Slice> figure) {
        Ratio ratio = Ratio.of(now, before, figure);
        return String.format(Locale.ROOT, "%.3f (%.3f .. %.3f)", ratio.median(), ratio.low(), ratio.high());
    }
}
