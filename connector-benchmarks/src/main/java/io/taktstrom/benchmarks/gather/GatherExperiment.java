package io.taktstrom.benchmarks.gather;

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

/** A thousand points over three protocols, read as one and one connection after the other. Goal: 10 ms at p99. */
public final class GatherExperiment implements Experiment {

    private static final int RATE = 50;
    private static final List<String> CONTENDERS = List.of(GatherContender.SEQUENTIAL, GatherContender.GATHER);

    @Override
    public String name() {
        return "gather";
    }

    @Override
    public String title() {
        return "1000 points over ADS, S7 and OPC UA, 50 times a second, open loop";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>();
        int repeats = Math.max(1, effort.rounds() / 4);
        try (ServerProcess server = ServerProcess.start(Programs.java(GatherServer.class))) {
            String[] uris = server.uri().split(" ", -1);
            for (int repeat = 0; repeat < repeats; repeat++) {
                for (String contender : CONTENDERS) {
                    String line = Programs.lastLine(
                            "paced ",
                            Programs.java(
                                    GatherContender.class,
                                    contender,
                                    String.valueOf(RATE),
                                    String.valueOf(20 * effort.sliceMillis()),
                                    uris[0],
                                    uris[1],
                                    uris[2]));
                    progress.println("  " + contender + ": " + line);
                    figures.put(contender + " " + (repeat + 1), line);
                }
            }
        }
        return figures;
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | rounds | p50 ms | p99 ms | p99.9 ms | max ms |");
        lines.add("|---|---:|---:|---:|---:|---:|");
        figures.forEach((contender, line) -> {
            String[] figure = line.toString().split(" ", -1);
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %s | %s | %s | %s |",
                    contender,
                    Long.parseLong(figure[1]),
                    millis(figure[2]),
                    millis(figure[3]),
                    millis(figure[4]),
                    millis(figure[5])));
        });
        return lines;
    }

    private static String millis(String nanos) {
        return String.format(Locale.ROOT, "%,.2f", Long.parseLong(nanos) / 1e6);
    }
}
