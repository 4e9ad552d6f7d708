package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;

/** 250,000 changes at several rates, one and many in a frame: is each there, in order, and what does it cost. */
public final class NotificationExperiment implements Experiment {

    private static final long TOTAL = 250_000;
    private static final int[] RATES = {10_000, 20_000, 50_000, 0};
    private static final int[] PER_FRAME = {1, 100};

    @Override
    public String name() {
        return "ads-notify";
    }

    @Override
    public String title() {
        return "250,000 notifications at 10, 20, 50 kHz and as fast as it goes";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        int repeats = Math.max(1, effort.rounds() / 7);
        try (Programs.Server server = Programs.Server.start(TOTAL)) {
            for (int perFrame : PER_FRAME) {
                for (int rate : RATES) {
                    for (int repeat = 0; repeat < repeats; repeat++) {
                        add(figures, progress, "taktstrom", rate, perFrame, java("taktstrom", server, rate, perFrame));
                        if (rate == 0) {
                            // It asks for whole milliseconds: below one it would get all at once anyway.
                            add(figures, progress, "plc4j", rate, perFrame, java("plc4j", server, rate, perFrame));
                        }
                        if (Programs.hasPyads()) {
                            add(figures, progress, "pyads", rate, perFrame, pyads(server, rate, perFrame));
                        }
                    }
                }
            }
        }
        return figures;
    }

    private static void add(
            Map<String, Object> figures, PrintStream progress, String who, int rate, int perFrame, String line) {
        String key = who + " " + rate + " " + perFrame;
        progress.println("  " + key + ": " + line);
        List<String> lines = new ArrayList<>();
        if (figures.get(key) instanceof List<?> before) {
            before.forEach(old -> lines.add(String.valueOf(old)));
        }
        lines.add(line);
        figures.put(key, lines);
    }

    private static String java(String who, Programs.Server server, int rate, int perFrame) throws IOException {
        return Programs.lastLine(
                "notified ",
                Programs.java(
                        NotificationContender.class,
                        who,
                        server.uri(),
                        String.valueOf(rate),
                        String.valueOf(perFrame),
                        String.valueOf(TOTAL)));
    }

    private static String pyads(Programs.Server server, int rate, int perFrame) throws IOException {
        return Programs.lastLine(
                "notified ",
                Programs.pyads(
                        "pyads_notifications.py",
                        server.host(),
                        "127.0.0.1.1.1",
                        "851",
                        String.valueOf(rate),
                        String.valueOf(perFrame),
                        String.valueOf(TOTAL)));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | rate | samples/frame | received of 250,000 | lost | out of order | delivered/s"
                + " | delay p50 / p99 µs | B/sample | CPU µs/sample |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, runs) -> {
            for (Object run : (List<?>) runs) {
                lines.add(row(key.split(" ", -1), run.toString().split(" ", -1)));
            }
        });
        return lines;
    }

    /** Words of a run: {@code notified received outOfOrder nanos p50 p99 bytesPerSample cpuNanos}. */
    private static String row(String[] key, String[] run) {
        long received = Long.parseLong(run[1]);
        long rate = Long.parseLong(key[1]);
        double allocated = Double.parseDouble(run[6]);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,d | %,d | %s | %,.0f | %s / %s | %s | %.2f |",
                key[0],
                rate == 0 ? "max" : String.format(Locale.ROOT, "%,d", rate),
                key[2],
                received,
                TOTAL - received,
                run[2],
                received * 1e9 / Long.parseLong(run[3]),
                micros(run[4]),
                micros(run[5]),
                allocated < 0 ? "-" : String.format(Locale.ROOT, "%.3f", allocated),
                Double.parseDouble(run[7]) / 1e3 / Math.max(1, received));
    }

    private static String micros(String nanos) {
        // plc4j and pyads hand over no time of the device that could be compared.
        return nanos.startsWith("-") || nanos.equals("1")
                ? "-"
                : String.format(Locale.ROOT, "%,.0f", Long.parseLong(nanos) / 1e3);
    }
}
