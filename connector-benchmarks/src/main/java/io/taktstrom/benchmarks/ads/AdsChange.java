package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.Change;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

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
        try (ServerProcess server = AdsServer.start(0)) {
            Map<String, List<String>> reads = new LinkedHashMap<>();
            for (String contender : READS) {
                reads.put(contender, Programs.java(AdsContender.class, contender, server.uri()));
            }
            figures.putAll(Change.paired(reads, effort, progress));
        }
        long total = RATE * (effort.rounds() >= Effort.FULL.rounds() ? 4 : 1);
        try (ServerProcess server = AdsServer.start(total)) {
            figures.putAll(Change.alternating(
                    "taktstrom-notify " + RATE + "/s",
                    Contender.JAVA.burst(server, RATE, 1, total),
                    effort.rounds(),
                    command -> burst(command, total),
                    progress));
        }
        return figures;
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
