package io.taktstrom.benchmarks.paired;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** A change is smaller than the distance between rivals, so its interval needs more pairs. */
    private static final int ROUNDS_PER_ROUND = 4;

    private Change() {}

    /** The jar of the commit before, where there is one. */
    public static Optional<String> jar() {
        return Optional.ofNullable(System.getenv("TAKT_BENCH_BEFORE"));
    }

    /** The command that measures it again. */
    public static String command() {
        return "./takt bench against " + System.getenv("TAKT_BENCH_BEFORE_COMMIT");
    }

    /** How the contender from the commit before is called. */
    private static String before(String contender) {
        return contender + BEFORE;
    }

    /**
     * The same Java program from that jar.
     *
     * @param command with our class path
     */
    private static List<String> before(List<String> command) {
        List<String> before = new ArrayList<>(command);
        before.set(before.indexOf("-cp") + 1, jar().orElseThrow());
        return before;
    }

    /**
     * Workers of the commit before and of this one, in turns on the same server.
     *
     * @param now the programs of ours, by contender
     */
    public static Map<String, Object> paired(
            Map<String, List<String>> now, Experiment.Effort effort, PrintStream progress) throws IOException {
        List<WorkerProcess> workers = new ArrayList<>();
        try {
            for (Map.Entry<String, List<String>> contender : now.entrySet()) {
                workers.add(WorkerProcess.start(before(contender.getKey()), before(contender.getValue())));
                workers.add(WorkerProcess.start(contender.getKey(), contender.getValue()));
            }
            return PairedTable.figures(
                    new PairedRun(ROUNDS_PER_ROUND * effort.rounds(), effort.sliceMillis(), effort.warmUpMillis())
                            .run(workers, progress));
        } finally {
            for (WorkerProcess worker : workers) {
                worker.close();
            }
        }
    }

    /** What a contender that runs to its end has measured. */
    @FunctionalInterface
    public interface Run {
        Slice of(List<String> command) throws IOException;
    }

    /** Contenders that run to their end: who is first in one round is second in the next. */
    public static Map<String, Object> alternating(
            String contender, List<String> now, int rounds, Run run, PrintStream progress) throws IOException {
        List<Slice> slicesBefore = new ArrayList<>();
        List<Slice> slicesNow = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            progress.printf("  run %d of %d%n", round + 1, rounds);
            for (int turn = 0; turn < 2; turn++) {
                if (turn == round % 2) {
                    slicesBefore.add(run.of(before(now)));
                } else {
                    slicesNow.add(run.of(now));
                }
            }
        }
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        slices.put(before(contender), slicesBefore);
        slices.put(contender, slicesNow);
        return PairedTable.figures(slices);
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
        return Ratio.of(now, before, figure).text();
    }
}
