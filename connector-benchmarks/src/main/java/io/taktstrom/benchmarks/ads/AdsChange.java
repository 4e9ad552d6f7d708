package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.Change;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;

/** ADS reads and notifications of the commit before, and of this one. */
public final class AdsChange implements Experiment {

    private static final List<String> READS = List.of("taktstrom-read", "taktstrom-name", "taktstrom-group");
    private static final long RATE = 50_000;

    @Override
    public String name() {
        return "against-ads";
    }

    @Override
    public String title() {
        return "ADS reads and notifications, against a commit before";
    }

    @Override
    public String command() {
        return Change.command();
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        if (Change.jar().isEmpty()) {
            return Map.of();
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        List<WorkerProcess> workers = new ArrayList<>();
        try (Programs.Server server = Programs.Server.start(0)) {
            try {
                for (String contender : READS) {
                    List<String> now = Programs.java(AdsContender.class, contender, server.uri());
                    workers.add(WorkerProcess.start(Change.before(contender), Change.before(now)));
                    workers.add(WorkerProcess.start(contender, now));
                }
                figures.putAll(PairedTable.figures(
                        new PairedRun(Change.rounds(effort), effort.sliceMillis(), effort.warmUpMillis())
                                .run(workers, progress)));
            } finally {
                for (WorkerProcess worker : workers) {
                    worker.close();
                }
            }
        }
        long total = RATE * (effort.rounds() >= Effort.FULL.rounds() ? 4 : 1);
        try (Programs.Server server = Programs.Server.start(total)) {
            figures.putAll(PairedTable.figures(bursts(server, total, effort.rounds(), progress)));
        }
        return figures;
    }

    private static Map<String, List<Slice>> bursts(Programs.Server server, long total, int rounds, PrintStream progress)
            throws IOException {
        String name = "taktstrom-notify " + RATE + "/s";
        List<String> now = Contender.JAVA.burst(server, RATE, 1, total);
        List<Slice> slicesNow = new ArrayList<>();
        List<Slice> slicesBefore = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            progress.printf("  burst %d of %d%n", round + 1, rounds);
            // Who is first in one round is second in the next.
            if (round % 2 == 0) {
                slicesBefore.add(burst(Change.before(now), total));
                slicesNow.add(burst(now, total));
            } else {
                slicesNow.add(burst(now, total));
                slicesBefore.add(burst(Change.before(now), total));
            }
        }
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        slices.put(Change.before(name), slicesBefore);
        slices.put(name, slicesNow);
        return slices;
    }

    /** The words of {@link NotificationContender}. */
    private static Slice burst(List<String> command, long total) throws IOException {
        String[] words = Programs.lastLine("notified ", command).split(" ", -1);
        long received = Long.parseLong(words[1]);
        if (received != total) {
            throw new IOException("of " + total + " notifications " + received + " came");
        }
        return new Slice(
                received,
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Math.round(Double.parseDouble(words[6]) * received),
                Long.parseLong(words[7]));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return Change.table(figures);
    }
}
