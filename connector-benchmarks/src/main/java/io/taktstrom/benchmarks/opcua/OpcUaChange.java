package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.Change;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** OPC UA items pushed to the commit before, and to this one. */
final class OpcUaChange implements Experiment {

    private static final Load LOAD = new Load(1, 10_000, 0, 50);

    @Override
    public String name() {
        return "against-opcua";
    }

    @Override
    public String title() {
        return "OPC UA items, against a commit before";
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
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        int rounds = full ? 6 : 2;
        try (ServerProcess running = OpcUaPrograms.serve(LOAD.served())) {
            List<String> now = OpcUaPrograms.java(SubscriptionContender.class, "taktstrom");
            now.addAll(List.of(
                    running.uri(),
                    LOAD.text(),
                    String.valueOf(running.process().pid()),
                    full ? "6000" : "3000",
                    full ? "4000" : "2000"));
            return Change.alternating("opcua-items", now, rounds, OpcUaChange::window, progress);
        }
    }

    /** The words of {@link SubscriptionContender}. */
    private static Slice window(List<String> command) throws IOException {
        String[] words = Programs.lastLine("subscribed ", command).split(" ", -1);
        if (Long.parseLong(words[2]) != 0) {
            throw new IOException(words[2] + " values were lost");
        }
        return new Slice(
                Long.parseLong(words[1]),
                Long.parseLong(words[6]),
                -1,
                -1,
                Long.parseLong(words[8]),
                Long.parseLong(words[7]));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return Change.table(figures);
    }
}
