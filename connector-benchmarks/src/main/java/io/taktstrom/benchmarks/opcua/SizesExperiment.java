package io.taktstrom.benchmarks.opcua;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;

/** Arrays from ten elements to a million, read one after the other. */
final class SizesExperiment implements Experiment {

    private static final List<String> CONTENDERS = List.of("limit", "taktstrom", "milo");

    @Override
    public String name() {
        return "opcua-sizes";
    }

    @Override
    public String title() {
        return "arrays of 10 to 1,000,000 Int32, read one after the other";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        // Six sizes: each gets a part of the time.
        Effort each = new Effort(
                Math.max(2, effort.rounds() / 4), effort.sliceMillis(), effort.warmUpMillis() / 2, effort.rivals());
        Map<String, Object> figures = new LinkedHashMap<>();
        try (ServerProcess server = OpcUaPrograms.serve(new Served(0, 0, 0, true, 0))) {
            for (int size : Served.SIZES) {
                String work = String.valueOf(size);
                progress.println("  " + work + " elements");
                figures.put(work, PairedTable.figures(RequestExperiment.run(work, CONTENDERS, server, each, progress)));
            }
        }
        return figures;
    }

    private static Map<Integer, Map<String, List<Slice>>> bySize(Map<String, Object> figures) {
        Map<Integer, Map<String, List<Slice>>> sizes = new LinkedHashMap<>();
        figures.forEach((size, contenders) -> {
            Map<String, Object> named = new LinkedHashMap<>();
            ((Map<?, ?>) contenders).forEach((name, slices) -> named.put(String.valueOf(name), slices));
            sizes.put(Integer.valueOf(size), PairedTable.slices(named));
        });
        return sizes;
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| elements | client | arrays/s | MB/s | p50 / p99 µs | B/element | CPU ns/element"
                + " | of the limit (95 % interval) |");
        lines.add("|---:|---|---:|---:|---:|---:|---:|---|");
        bySize(figures)
                .forEach((size, contenders) ->
                        contenders.forEach((name, slices) -> lines.add(row(size, name, slices, contenders))));
        return lines;
    }

    private static String row(int size, String name, List<Slice> slices, Map<String, List<Slice>> contenders) {
        Ratio ratio = Ratio.of(slices, contenders.values().iterator().next());
        double perSecond = PairedTable.median(slices, Slice::perSecond);
        double bytes = PairedTable.median(slices, Slice::allocatedPerOperation) / size;
        return String.format(
                Locale.ROOT,
                "| %,d | %s | %,.0f | %,.1f | %,.0f / %,.0f | %s | %,.1f | %.3f (%.3f .. %.3f) |",
                size,
                name,
                perSecond,
                megabytes(size, perSecond),
                PairedTable.median(slices, Slice::p50) / 1e3,
                PairedTable.median(slices, Slice::p99) / 1e3,
                Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%,.1f", bytes),
                PairedTable.median(slices, Slice::cpuMicrosPerOperation) * 1e3 / size,
                ratio.median(),
                ratio.low(),
                ratio.high());
    }

    private static double megabytes(int size, double perSecond) {
        return perSecond * size * Integer.BYTES / 1e6;
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        Map<Integer, Map<String, List<Slice>>> sizes = bySize(figures);
        Map<String, List<Double>> series = new LinkedHashMap<>();
        sizes.forEach((size, contenders) ->
                contenders.forEach((name, slices) -> series.computeIfAbsent(name, any -> new ArrayList<>())
                        .add(megabytes(size, PairedTable.median(slices, Slice::perSecond)))));
        return List.of(new Plot(
                name(),
                "Arrays read one after the other",
                "MB/s",
                true,
                sizes.keySet().stream()
                        .map(size -> String.format(Locale.ROOT, "%,d", size))
                        .toList(),
                series));
    }
}
