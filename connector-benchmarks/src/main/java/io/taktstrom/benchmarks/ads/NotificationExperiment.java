package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;

/**
 * Bursts of numbered changes at several rates: is each there, in order, and what does it cost.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param contenders who takes part
 * @param legs what they run
 * @param quickly how much shorter a leg is when it is only to look at
 */
public record NotificationExperiment(String name, String title, List<Contender> contenders, List<Leg> legs, int quickly)
        implements Experiment {

    /** Changes of a leg, as in the paper. */
    private static final long PAPER_TOTAL = 250_000;
    /** As fast as the server sends. */
    private static final long MAX = 0;

    private static final List<Contender> NATIVE =
            List.of(Contender.JAVA, Contender.JNA, Contender.JNI, Contender.FFM, Contender.ADSTOJAVA, Contender.CPP);

    /**
     * One rate.
     *
     * @param rate in samples per second, 0 for as fast as it goes
     * @param perFrame samples that share a frame
     * @param total how many samples
     * @param together whether all contenders run at once: where hardly anything is to be done, and it takes minutes
     */
    record Leg(long rate, int perFrame, long total, boolean together) {}

    /** All experiments of this kind. */
    public static List<Experiment> all() {
        return List.of(
                new NotificationExperiment(
                        "ads-notify",
                        "250,000 notifications at 10, 20, 50 kHz and as fast as it goes",
                        List.of(Contender.JAVA, Contender.PLC4J, Contender.PYADS),
                        legs(PAPER_TOTAL, 10_000, 20_000, 50_000, MAX),
                        10),
                new NotificationExperiment(
                        "paper-notify",
                        "250,000 notifications at 1 to 100 kHz and as fast as it goes, every backend",
                        with(NATIVE, Contender.PYADS),
                        legs(PAPER_TOTAL, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, MAX),
                        10),
                new NotificationExperiment(
                        "paper-million",
                        "a million notified samples a second for a minute, a hundred in a frame",
                        with(NATIVE, Contender.PYADS),
                        List.of(new Leg(1_000_000, 100, 60_000_000, false)),
                        10),
                new NotificationExperiment(
                        "paper-limits",
                        "a minute at the rates around the limits of AdsToJava and pyads, one sample in a frame",
                        List.of(Contender.JAVA, Contender.ADSTOJAVA, Contender.PYADS),
                        List.of(
                                new Leg(25_000, 1, 1_500_000, false),
                                new Leg(30_000, 1, 1_800_000, false),
                                new Leg(40_000, 1, 2_400_000, false),
                                new Leg(60_000, 1, 3_600_000, false),
                                new Leg(80_000, 1, 4_800_000, false)),
                        10),
                new NotificationExperiment(
                        "paper-20khz",
                        "20 kHz for ten minutes, one sample in a frame, all backends at once",
                        NATIVE,
                        List.of(new Leg(20_000, 1, 12_000_000, true)),
                        60));
    }

    private static List<Contender> with(List<Contender> some, Contender one) {
        List<Contender> all = new ArrayList<>(some);
        all.add(one);
        return List.copyOf(all);
    }

    private static List<Leg> legs(long total, long... rates) {
        List<Leg> legs = new ArrayList<>();
        for (int perFrame : new int[] {1, 100}) {
            for (long rate : rates) {
                legs.add(new Leg(rate, perFrame, total, rate != MAX && rate <= 5_000));
            }
        }
        return legs;
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Contender> present = new ArrayList<>();
        for (Contender contender : contenders) {
            Optional<String> missing = contender.missing();
            missing.ifPresentOrElse(
                    what -> progress.println("  " + contender.text + " is left out: " + what),
                    () -> present.add(contender));
        }
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        for (Leg leg : legs) {
            Leg run = full ? leg : new Leg(leg.rate, leg.perFrame, leg.total / quickly, leg.together);
            try (ServerProcess server = AdsServer.start(run.total)) {
                Map<Contender, String> lines = run(run, present, server);
                for (Contender contender : present) {
                    String line = lines.get(contender);
                    if (line != null) {
                        String key = run.rate + " " + run.perFrame + " " + run.total + " " + contender.text;
                        progress.println("  " + key + ": " + line);
                        figures.put(key, line);
                    }
                }
            }
        }
        return figures;
    }

    private static Map<Contender, String> run(Leg leg, List<Contender> present, ServerProcess server)
            throws InterruptedException {
        Map<Contender, String> lines = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (Contender contender : present) {
            if (contender == Contender.PLC4J && leg.rate != MAX) {
                // It asks for whole milliseconds: below one it would get all at once anyway.
                continue;
            }
            Thread thread = new Thread(() -> lines.put(contender, burst(contender, leg, server)), contender.text);
            thread.start();
            threads.add(thread);
            if (!leg.together) {
                thread.join();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return lines;
    }

    private static String burst(Contender contender, Leg leg, ServerProcess server) {
        try {
            return Programs.lastLine("notified ", contender.burst(server, leg.rate, leg.perFrame, leg.total));
        } catch (IOException e) {
            return "failed: " + e.getMessage();
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | rate | samples/frame | received | lost | out of order | delivered/s"
                + " | delay p50 / p99 µs | B/sample | CPU µs/sample |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, line) -> lines.add(row(key.split(" ", 4), String.valueOf(line))));
        if (hasRates(figures)) {
            lines.add("");
            lines.addAll(NotificationLimit.table(NotificationLimit.of(figures)));
        }
        return lines;
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        return hasRates(figures) ? List.of(NotificationLimit.plot(name, NotificationLimit.of(figures))) : List.of();
    }

    /** Whether there are several, so that one of them is the highest. */
    private static boolean hasRates(Map<String, Object> figures) {
        return figures.keySet().stream()
                        .map(key -> key.split(" ", 2)[0])
                        .distinct()
                        .count()
                > 1;
    }

    /**
     * Words of a run: {@code notified received outOfOrder nanos p50 p99 bytesPerSample cpuNanos first}; the number of the
     * first sample is how many were missed before it, and is left out by those that do not count that.
     */
    private static String row(String[] key, String line) {
        long rate = Long.parseLong(key[0]);
        String start = String.format(
                Locale.ROOT, "| %s | %s | %s ", key[3], rate == MAX ? "max" : String.format("%,d", rate), key[1]);
        if (!line.startsWith("notified ")) {
            return start + "| " + line + " | | | | | | |";
        }
        String[] run = line.split(" ", -1);
        long received = Long.parseLong(run[1]);
        double allocated = Double.parseDouble(run[6]);
        return start
                + String.format(
                        Locale.ROOT,
                        "| %,d | %s | %s | %,.0f | %s / %s | %s | %.2f |",
                        received,
                        lost(Long.parseLong(key[2]) - received, run.length > 8 ? Long.parseLong(run[8]) : 0),
                        run[2],
                        received * 1e9 / Long.parseLong(run[3]),
                        micros(run[4]),
                        micros(run[5]),
                        allocated < 0 ? "-" : String.format(Locale.ROOT, "%.3f", allocated),
                        Double.parseDouble(run[7]) / 1e3 / Math.max(1, received));
    }

    private static String lost(long lost, long beforeTheFirst) {
        return String.format(Locale.ROOT, "%,d", lost)
                + (beforeTheFirst == 0 ? "" : String.format(Locale.ROOT, " (%,d before the first)", beforeTheFirst));
    }

    private static String micros(String nanos) {
        // Only we hand over a time of the device that can be compared.
        return nanos.startsWith("-") || nanos.equals("1")
                ? "-"
                : String.format(Locale.ROOT, "%,.0f", Long.parseLong(nanos) / 1e3);
    }
}
