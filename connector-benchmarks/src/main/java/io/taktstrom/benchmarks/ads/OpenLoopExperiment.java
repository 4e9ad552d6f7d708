package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** Reads of one DINT at fixed rates: how long after its moment does each value arrive. */
public final class OpenLoopExperiment implements Experiment {

    private static final int[] RATES = {1_000, 10_000, 20_000};
    private static final List<String> CONTENDERS = List.of("limit-read", "taktstrom-read", "plc4j-read");

    @Override
    public String name() {
        return "ads-latency";
    }

    @Override
    public String title() {
        return "One DINT at 1, 10, 20 kHz, open loop: latency from the intended moment";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        int repeats = Math.max(1, effort.rounds() / 7);
        long millis = 5 * effort.sliceMillis();
        try (ServerProcess server = AdsServer.start(0)) {
            for (int rate : RATES) {
                for (int repeat = 0; repeat < repeats; repeat++) {
                    for (int i = 0; i < CONTENDERS.size(); i++) {
                        String contender = CONTENDERS.get(repeat % 2 == 0 ? i : CONTENDERS.size() - 1 - i);
                        String line = paced(server, contender, rate, millis);
                        progress.println("  " + contender + " at " + rate + "/s: " + line);
                        Object before = figures.get(contender + " " + rate);
                        List<String> lines = new ArrayList<>();
                        if (before instanceof List<?> old) {
                            old.forEach(item -> lines.add(String.valueOf(item)));
                        }
                        lines.add(line);
                        figures.put(contender + " " + rate, lines);
                    }
                }
            }
        }
        return figures;
    }

    private static String paced(ServerProcess server, String contender, int rate, long millis) throws IOException {
        return Programs.lastLine(
                "paced ",
                Programs.java(
                        OpenLoopContender.class,
                        contender,
                        server.uri(),
                        String.valueOf(rate),
                        String.valueOf(millis)));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | rate/s | reads | p50 µs | p99 µs | p99.9 µs | max µs |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, runs) -> {
            String[] words = key.split(" ", -1);
            for (Object run : (List<?>) runs) {
                String[] figure = run.toString().split(" ", -1);
                lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %,d | %,d | %s | %s | %s | %s |",
                        words[0],
                        Long.parseLong(words[1]),
                        Long.parseLong(figure[1]),
                        micros(figure[2]),
                        micros(figure[3]),
                        micros(figure[4]),
                        micros(figure[5])));
            }
        });
        return lines;
    }

    private static String micros(String nanos) {
        return String.format(Locale.ROOT, "%,.1f", Long.parseLong(nanos) / 1e3);
    }
}
