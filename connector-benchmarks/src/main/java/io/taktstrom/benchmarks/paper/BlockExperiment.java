package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.ads.AdsServer;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** Faster than any task: rings of samples, read in blocks of 100 ms. */
public final class BlockExperiment implements Experiment {

    private static final List<Integer> RATES = List.of(20_000, 100_000, 1_000_000);
    private static final int FIGURES = 10;

    @Override
    public String name() {
        return "paper-block";
    }

    @Override
    public String title() {
        return "block mode at 20 kHz, 100 kHz and 1 MHz for a minute each: every sample with its number and time";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        int seconds = effort.rounds() >= Effort.FULL.rounds() ? 60 : 5;
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int rate : RATES) {
            String perCycle = String.valueOf(rate / BlockServer.CYCLES_PER_SECOND);
            String line;
            try (ServerProcess server = AdsServer.start(BlockServer.class, perCycle)) {
                line = Programs.lastLine(
                        "blocks ",
                        Programs.java(
                                BlockContender.class,
                                server.uri(),
                                String.valueOf((long) rate * seconds),
                                String.valueOf(1_000_000_000 / rate)));
            } catch (IOException e) {
                line = "failed: " + e.getMessage();
            }
            progress.println("  " + rate + ": " + line);
            figures.put(String.valueOf(rate), line);
        }
        return figures;
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| samples/s | received | missing | out of order | with a wrong time | delay p50 / p99 ms | B/sample"
                + " | CPU % of a core |");
        lines.add("|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((rate, line) -> lines.add(row(Integer.parseInt(rate), String.valueOf(line))));
        return lines;
    }

    private static String row(int rate, String line) {
        String[] run = line.split(" ", -1);
        if (run.length != FIGURES) {
            return String.format(Locale.ROOT, "| %,d | %s | | | | | | |", rate, line);
        }
        return String.format(
                Locale.ROOT,
                "| %,d | %,d | %,d | %s | %s | %.0f / %.0f | %.3f | %.1f |",
                rate,
                Long.parseLong(run[1]),
                Long.parseLong(run[2]),
                run[3],
                run[4],
                Long.parseLong(run[5]) / 1e6,
                Long.parseLong(run[6]) / 1e6,
                Double.parseDouble(run[7]),
                100.0 * Long.parseLong(run[8]) / Long.parseLong(run[9]));
    }
}
