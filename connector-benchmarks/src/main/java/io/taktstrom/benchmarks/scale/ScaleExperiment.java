package io.taktstrom.benchmarks.scale;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** One process with 1 to 1,000 connections of 100 points, and 100 connections with 1,000 to 1,000,000 points. */
public final class ScaleExperiment implements Experiment {

    private static final int POINTS_EACH = 100;
    private static final int CONNECTIONS = 100;
    private static final List<Size> BY_CONNECTIONS = Stream.of(1, 10, 100, 1_000)
            .map(number -> new Size(number, POINTS_EACH))
            .toList();
    private static final List<Size> BY_POINTS = Stream.of(1_000, 10_000, 100_000, 1_000_000)
            .map(number -> new Size(CONNECTIONS, number / CONNECTIONS))
            .toList();
    /** A server of OPC UA makes a node for each; more take it longer than we want to wait. */
    private static final int MAX_OPC_UA_POINTS = 100_000;

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String title() {
        return "one process with 1 to 1,000 connections and 1,000 to 1,000,000 points, each sampled once a second";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws IOException {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        Map<String, Object> figures = new LinkedHashMap<>();
        for (Way way : Way.values()) {
            for (Size size : sizes(way, full)) {
                Map<String, Object> measured = measured(way, size, full ? 5 : 2);
                progress.println("  " + size.key(way) + ": " + measured);
                figures.put(size.key(way), measured);
            }
        }
        return figures;
    }

    private static List<Size> sizes(Way way, boolean full) {
        List<Size> sizes = new ArrayList<>(BY_CONNECTIONS);
        if (way == Way.S7_POLLED || way == Way.ADS_POLLED || way == Way.OPC_UA_NOTIFIED) {
            BY_POINTS.stream()
                    .filter(size -> way != Way.OPC_UA_NOTIFIED || size.all() <= MAX_OPC_UA_POINTS)
                    .filter(size -> !sizes.contains(size))
                    .forEach(sizes::add);
        }
        return full
                ? sizes
                : sizes.stream()
                        .filter(size -> size.connections() <= CONNECTIONS && size.all() <= CONNECTIONS * POINTS_EACH)
                        .toList();
    }

    /** A size that fails shows why, and keeps none of the others from being measured. */
    private static Map<String, Object> measured(Way way, Size size, int seconds) {
        try {
            return measure(way, size, seconds);
        } catch (IOException e) {
            return Map.of("failed", String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> measure(Way way, Size size, int seconds) throws IOException {
        Path folder = Files.createTempDirectory("takt-scale");
        List<String> server = Programs.java(
                ScaleServer.class, way.text, String.valueOf(size.connections()), String.valueOf(size.points()));
        try (ServerProcess devices = ServerProcess.start(withHeap(server, "64m", "6g"))) {
            List<String> program = Programs.java(
                    ScaleProcess.class,
                    way.text,
                    String.valueOf(size.points()),
                    String.valueOf(seconds),
                    folder.toString(),
                    devices.uri());
            String line = Programs.lastLine(ScaleProcess.START, withHeap(program, "64m", "4g"));
            return JsonMapper.builder()
                    .build()
                    .readValue(
                            line.substring(ScaleProcess.START.length()), new TypeReference<Map<String, Object>>() {});
        } finally {
            delete(folder);
        }
    }

    /** A heap that grows as it is needed. */
    private static List<String> withHeap(List<String> command, String least, String most) {
        return command.stream()
                .map(word -> word.startsWith("-Xms") ? "-Xms" + least : word.startsWith("-Xmx") ? "-Xmx" + most : word)
                .toList();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    // ---- what is shown

    private static String lateness(Cost cost) {
        return cost.lateMicrosMedian() == 0
                ? "-"
                : String.format(Locale.ROOT, "%,.0f / %,.0f", cost.lateMicrosMedian(), cost.lateMicrosP90());
    }

    /** Says so when the figures are not those of a whole run. */
    private static List<String> draft(Map<String, Object> figures) {
        long all = Arrays.stream(Way.values())
                .mapToLong(way -> sizes(way, true).size())
                .sum();
        return figures.size() < all
                ? List.of("**A draft**: " + figures.size() + " of " + all + " sizes are measured yet.", "")
                : List.of();
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>(draft(figures));
        lines.add(
                "| way | connections × points | threads (ours) | heap MB (model) | direct MB | beside the heap MB"
                        + " | load ms | all connected ms | last point ms | samples/s | CPU % | CPU µs/sample | late µs, p50 / p90 | stop ms |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, measured) -> {
            Cost cost = new Cost(measured);
            int at = key.lastIndexOf(' ', key.lastIndexOf(" x ") - 1);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %,.0f (%,.0f) | %,.0f (%,.0f) | %,.1f | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %,.1f | %,.2f"
                            + " | %s | %,.0f |",
                    key.substring(0, at),
                    key.substring(at + 1).replace("x", "×"),
                    cost.threads(),
                    cost.ownThreads(),
                    cost.heapMegabytes(),
                    cost.modelMegabytes(),
                    cost.directMegabytes(),
                    cost.nativeMegabytes(),
                    cost.loadMillis(),
                    cost.connectedMillis(),
                    cost.lastPointMillis(),
                    cost.samplesPerSecond(),
                    cost.cpuPercent(),
                    cost.cpuMicrosPerSample(),
                    lateness(cost),
                    cost.stopMillis()));
        });
        lines.add("");
        lines.addAll(Growth.table(figures, BY_CONNECTIONS, BY_POINTS));
        return lines;
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        return List.of(
                plot(figures, "scale-threads", "Threads by connections", "threads", BY_CONNECTIONS, Cost::ownThreads),
                plot(
                        figures,
                        "scale-memory",
                        "Heap and all beside it by connections",
                        "MB",
                        BY_CONNECTIONS,
                        Cost::megabytes),
                plot(
                        figures,
                        "scale-connect",
                        "From the start to the first value of the last point, by connections",
                        "ms",
                        BY_CONNECTIONS,
                        Cost::lastPointMillis),
                plot(figures, "scale-load", "Time to load by points", "ms", BY_POINTS, Cost::loadMillis),
                plot(figures, "scale-heap", "Heap in use by points", "MB", BY_POINTS, Cost::heapMegabytes),
                plot(figures, "scale-cpu", "CPU by points", "µs per sample", BY_POINTS, Cost::cpuMicrosPerSample));
    }

    private static Plot plot(
            Map<String, Object> figures,
            String name,
            String title,
            String axis,
            List<Size> sizes,
            ToDoubleFunction<Cost> figure) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Way way : Way.values()) {
            List<Double> values = sizes.stream()
                    .map(size -> figure.applyAsDouble(new Cost(figures.get(size.key(way)))))
                    .toList();
            if (values.stream().filter(value -> !value.isNaN()).count() > 1) {
                series.put(way.text, values);
            }
        }
        boolean byConnections = sizes.equals(BY_CONNECTIONS);
        return new Plot(
                name,
                title,
                axis,
                true,
                sizes.stream()
                        .map(size -> String.format(Locale.ROOT, "%,d", byConnections ? size.connections() : size.all()))
                        .toList(),
                series);
    }
}
