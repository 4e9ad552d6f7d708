package io.taktstrom.benchmarks.meters;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;
import io.taktstrom.benchmarks.program.Programs;

/**
 * What meters cost. What is to be found is smaller than what tells one JVM from the next, and one second from the next: so both paths
 * run in one JVM, in short turns, forwards and backwards, and several JVMs do so one after the other.
 */
public final class MetersExperiment implements Experiment {

    private static final String OFF = "off";
    private static final String ON = "on";

    private static final int PAIRS_OF_A_JVM = 60;
    /** Of the effort's. */
    private static final int ROUNDS_FOR_A_JVM = 2;

    private static final int TURNS_OF_A_SLICE = 2;

    @Override
    public String name() {
        return "meters";
    }

    @Override
    public String title() {
        return "Pushed samples with and without meters";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        PairedRun run = new PairedRun(PAIRS_OF_A_JVM, effort.sliceMillis() / TURNS_OF_A_SLICE, effort.warmUpMillis());
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int machines = Math.max(1, effort.rounds() / ROUNDS_FOR_A_JVM);
        for (int i = 1; i <= machines; i++) {
            progress.printf("  JVM %d of %d%n", i, machines);
            try (WorkerProcess off = WorkerProcess.start(OFF, Programs.java(MeteredPath.class))) {
                run.run(List.of(off, off.beside(ON, 1)), silent)
                        .forEach((name, of) -> slices.computeIfAbsent(name, key -> new ArrayList<>())
                                .addAll(of));
            }
        }
        return PairedTable.figures(slices);
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<Slice> off = PairedTable.parsed(figures.get(OFF));
        List<Slice> on = PairedTable.parsed(figures.get(ON));
        if (off.isEmpty() || on.isEmpty()) {
            return List.of("Not measured in this way: `" + command() + "`.");
        }
        List<String> lines = new ArrayList<>();
        lines.add("| meters | ns/sample | B/sample | on / off, of " + off.size() + " pairs (95 % interval) |");
        lines.add("|---|---:|---:|---|");
        lines.add(row(OFF, off, ""));
        lines.add(
                row(ON, on, Ratio.of(on, off, MetersExperiment::nanosPerSample).text()));
        return lines;
    }

    private static String row(String name, List<Slice> slices, String ratio) {
        return String.format(
                Locale.ROOT,
                "| %s | %.2f | %.3f | %s |",
                name,
                PairedTable.median(slices, MetersExperiment::nanosPerSample),
                PairedTable.median(slices, Slice::allocatedPerOperation) / MeteredPath.SAMPLES,
                ratio);
    }

    private static double nanosPerSample(Slice slice) {
        return (double) slice.nanos() / slice.operations() / MeteredPath.SAMPLES;
    }
}
