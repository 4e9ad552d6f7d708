package io.taktstrom.benchmarks.paper;

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
import io.taktstrom.benchmarks.ads.AdsServer;
import io.taktstrom.benchmarks.ads.Contender;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;
import org.jspecify.annotations.Nullable;

/** Tables 1 and 2 of the paper: the 28 variables, read and written one request after the other. */
public final class AccessExperiment implements Experiment {

    private static final List<String> VERBS = List.of("read", "write");
    private static final List<String> SHAPES = List.of("scalars", "arrays");
    private static final int ROUNDS = 10;
    private static final double PAPER_COUNT = 10_000;

    private final PaperServer.Kind kind;

    private AccessExperiment(PaperServer.Kind kind) {
        this.kind = kind;
    }

    /** One for each kind of device. */
    public static List<Experiment> all() {
        List<Experiment> all = new ArrayList<>();
        for (PaperServer.Kind kind : PaperServer.Kind.values()) {
            all.add(new AccessExperiment(kind));
        }
        return all;
    }

    @Override
    public String name() {
        return "paper-" + kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String title() {
        return "the paper's 28 variables, read and written one by one; the device " + kind.text;
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        try (ServerProcess server = AdsServer.start(PaperServer.class, kind.name())) {
            for (String verb : VERBS) {
                for (String shape : SHAPES) {
                    progress.println("  " + verb + " " + shape);
                    List<WorkerProcess> workers = new ArrayList<>();
                    try {
                        start(workers, server, verb, shape, progress);
                        Map<String, List<Slice>> slices = new PairedRun(
                                        full ? ROUNDS : effort.rounds(), full ? 300 : effort.sliceMillis(), 2000)
                                .run(workers, progress);
                        figures.put(verb + " " + shape, PairedTable.figures(slices));
                    } finally {
                        for (WorkerProcess worker : workers) {
                            worker.close();
                        }
                    }
                }
            }
        }
        return figures;
    }

    private static void start(
            List<WorkerProcess> workers, ServerProcess server, String verb, String shape, PrintStream progress) {
        for (Contender contender : Contender.values()) {
            if (contender == Contender.PIPELINED && verb.equals("write")) {
                // Writes take effect in their order: each waits for the one before.
                continue;
            }
            Optional<String> missing = contender.missing();
            if (missing.isPresent()) {
                progress.println("  " + contender.text + " is left out: " + missing.get());
                continue;
            }
            try {
                workers.add(WorkerProcess.start(
                        contender.text,
                        contender.access(PaperContender.class, server, verb, PaperVariables.names(shape))));
            } catch (IOException e) {
                progress.println("  " + contender.text + " is left out: " + e.getMessage());
            }
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| | read, s per 10,000: basic / arrays | write: basic / arrays | read p50 / p99 µs | write p50 / p99 µs"
                        + " | B per read / write | reads against C++ (95 %) | reads against the limit (95 %) |");
        lines.add("|---|---:|---:|---:|---:|---:|---|---|");
        Map<String, Map<String, List<Slice>>> all = new LinkedHashMap<>();
        figures.forEach((key, value) -> all.put(key, PairedTable.slices(asMap(value))));
        Map<String, List<Slice>> reads = all.getOrDefault("read scalars", Map.of());
        for (String name : reads.keySet()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s / %s | %s / %s | %s | %s | %s / %s | %s | %s |",
                    name,
                    seconds(all, "read scalars", name),
                    seconds(all, "read arrays", name),
                    seconds(all, "write scalars", name),
                    seconds(all, "write arrays", name),
                    latency(all, "read scalars", name),
                    latency(all, "write scalars", name),
                    bytes(all, "read scalars", name),
                    bytes(all, "write scalars", name),
                    ratio(reads.get(name), reads.get(Contender.CPP.text)),
                    ratio(reads.get(name), reads.get(Contender.LIMIT.text))));
        }
        return lines;
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        List<String> names = List.of();
        for (String verb : VERBS) {
            Map<String, List<Slice>> slices =
                    PairedTable.slices(asMap(figures.getOrDefault(verb + " scalars", Map.of())));
            names = names.isEmpty() ? List.copyOf(slices.keySet()) : names;
            series.put(
                    verb,
                    names.stream()
                            .map(slices::get)
                            .map(rounds -> rounds == null
                                    ? Double.NaN
                                    : Ratio.median(rounds.stream()
                                            .map(slice -> PAPER_COUNT / slice.perSecond())
                                            .toList()))
                            .toList());
        }
        return List.of(new Plot(
                name(),
                "10,000 accesses to single values; the device " + kind.text,
                "seconds (less is better)",
                true,
                names,
                series));
    }

    private static Map<String, Object> asMap(Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, entry) -> map.put(String.valueOf(key), entry));
        return map;
    }

    private static String seconds(Map<String, Map<String, List<Slice>>> all, String key, String name) {
        return figure(all, key, name, slice -> PAPER_COUNT / slice.perSecond(), "%.3f");
    }

    private static String latency(Map<String, Map<String, List<Slice>>> all, String key, String name) {
        return figure(all, key, name, slice -> slice.p50() / 1e3, "%,.1f") + " / "
                + figure(all, key, name, slice -> slice.p99() / 1e3, "%,.1f");
    }

    private static String bytes(Map<String, Map<String, List<Slice>>> all, String key, String name) {
        return figure(all, key, name, Slice::allocatedPerOperation, "%,.1f");
    }

    private static String figure(
            Map<String, Map<String, List<Slice>>> all,
            String key,
            String name,
            ToDoubleFunction<Slice> figure,
            String format) {
        List<Slice> slices = all.getOrDefault(key, Map.of()).get(name);
        if (slices == null) {
            return "-";
        }
        double median = Ratio.median(slices.stream().map(figure::applyAsDouble).toList());
        return Double.isNaN(median) ? "-" : String.format(Locale.ROOT, format, median);
    }

    private static String ratio(@Nullable List<Slice> one, @Nullable List<Slice> other) {
        if (one == null || other == null) {
            return "-";
        }
        Ratio ratio = Ratio.of(one, other);
        return String.format(Locale.ROOT, "%.2f (%.2f .. %.2f)", ratio.median(), ratio.low(), ratio.high());
    }
}
