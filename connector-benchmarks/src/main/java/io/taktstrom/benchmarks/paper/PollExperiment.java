package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.ads.AdsServer;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;
import org.jspecify.annotations.Nullable;

/** How punctual polling is: one value at several rates, by each idle strategy, idle and under load. */
public final class PollExperiment implements Experiment {

    private static final List<Integer> RATES = List.of(1_000, 2_000, 5_000, 10_000, 20_000);
    private static final List<String> STRATEGIES = List.of("park", "hybrid", "spin");
    private static final List<String> STRESS = List.of("stress-ng", "--cpu", "2", "--quiet");
    /** The scheduler's first-in-first-out class, at a middle priority. */
    private static final List<String> REAL_TIME = List.of("chrt", "--fifo", "50");

    private static final int FIGURES = 14;
    /** Which of them is the 99th percentile of lateness. */
    private static final int P99 = 5;

    @Override
    public String name() {
        return "paper-poll";
    }

    @Override
    public String title() {
        return "polling one value at 1 to 20 kHz: lateness and jitter, idle and under stress-ng, with and without SCHED_FIFO";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Integer> rates = full ? RATES : List.of(1_000, 20_000);
        boolean realTime = works(REAL_TIME, progress);
        boolean stress = works(List.of("stress-ng", "--version"), progress);
        try (ServerProcess server = AdsServer.start(0)) {
            for (boolean loaded : stress ? new boolean[] {false, true} : new boolean[] {false}) {
                Process load = loaded ? new ProcessBuilder(STRESS).start() : null;
                try {
                    for (int rate : rates) {
                        for (String strategy : STRATEGIES) {
                            poll(figures, server, rate, strategy, loaded, false, full, progress);
                            if (realTime) {
                                poll(figures, server, rate, strategy, loaded, true, full, progress);
                            }
                        }
                    }
                } finally {
                    end(load);
                }
            }
        }
        return figures;
    }

    private static void poll(
            Map<String, Object> figures,
            ServerProcess server,
            int rate,
            String strategy,
            boolean loaded,
            boolean realTime,
            boolean full,
            PrintStream progress) {
        String key =
                rate + " " + strategy + " " + (loaded ? "stress-ng" : "idle") + " " + (realTime ? "FIFO" : "normal");
        List<String> command = new ArrayList<>(realTime ? REAL_TIME : List.of());
        command.addAll(
                Programs.java(PollContender.class, server.uri(), String.valueOf(rate), strategy, full ? "5" : "2"));
        String line;
        try {
            line = Programs.lastLine("polled ", command);
        } catch (IOException e) {
            line = "failed";
        }
        progress.println("  " + key + ": " + line);
        figures.put(key, line);
    }

    /** Whether a program is there and may be used; says so if not. */
    private static boolean works(List<String> command, PrintStream progress) throws InterruptedException {
        List<String> trial = new ArrayList<>(command);
        if (command.equals(REAL_TIME)) {
            trial.add("true");
        }
        try {
            Process process = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0) {
                return true;
            }
        } catch (IOException e) {
            // Not installed: said below.
        }
        progress.println("  left out, for it does not work here: " + String.join(" ", trial));
        return false;
    }

    private static void end(@Nullable Process load) throws InterruptedException {
        if (load != null) {
            load.destroy();
            load.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| rate | idle strategy | machine | scheduling | polls | overruns"
                + " | lateness p50 / p99 / p99.9 / p99.99 / max µs | jitter p50 / p99 / p99.9 / p99.99 / max µs |");
        lines.add("|---:|---|---|---|---:|---:|---|---|");
        figures.forEach((key, line) -> {
            String[] what = key.split(" ", -1);
            String[] run = String.valueOf(line).split(" ", -1);
            String start = String.format(
                    Locale.ROOT, "| %,d | %s | %s | %s ", Integer.parseInt(what[0]), what[1], what[2], what[3]);
            if (run.length != FIGURES) {
                lines.add(start + "| failed | | | |");
                return;
            }
            lines.add(start
                    + String.format(
                            Locale.ROOT,
                            "| %,d | %,d | %s | %s |",
                            Long.parseLong(run[1]),
                            Long.parseLong(run[2]),
                            micros(run, 4),
                            micros(run, 9)));
        });
        return lines;
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        List<String> rates = new ArrayList<>();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        figures.forEach((key, line) -> {
            String[] what = key.split(" ", 2);
            String[] run = String.valueOf(line).split(" ", -1);
            if (!rates.contains(what[0] + "/s")) {
                rates.add(what[0] + "/s");
            }
            series.computeIfAbsent(what[1], name -> new ArrayList<>())
                    .add(run.length == FIGURES ? Long.parseLong(run[P99]) / 1e3 : Double.NaN);
        });
        series.values().removeIf(bars -> bars.size() != rates.size());
        return List.of(new Plot(
                name(), "Lateness of polls, 99th percentile", "µs (less is better)", true, List.copyOf(rates), series));
    }

    private static String micros(String[] run, int first) {
        List<String> figures = new ArrayList<>();
        for (int i = first; i < first + 5; i++) {
            figures.add(String.format(Locale.ROOT, "%,.0f", Long.parseLong(run[i]) / 1e3));
        }
        return String.join(" / ", figures);
    }
}
