package io.taktstrom.benchmarks.s7;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.Change;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** S7 reads of the commit before, and of this one. */
public final class S7Change implements Experiment {

    private static final List<S7Case> CASES = List.of(S7Case.ONE, S7Case.SCATTERED);

    @Override
    public String name() {
        return "against-s7";
    }

    @Override
    public String title() {
        return "S7 reads, against a commit before";
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
        try (ServerProcess server = ServerProcess.start(Programs.java(S7Server.class, "127.0.0.1", "0"))) {
            Map<String, List<String>> reads = new LinkedHashMap<>();
            for (S7Case work : CASES) {
                reads.put(work.id, S7Rival.TAKTSTROM.program(work, server.uri()));
            }
            return Change.paired(reads, effort, progress);
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return Change.table(figures);
    }
}
