package io.taktstrom.benchmarks.s7;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.ads.Programs;
import io.taktstrom.benchmarks.paired.Change;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.WorkerProcess;

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
        List<WorkerProcess> workers = new ArrayList<>();
        try (Programs.Server server = Programs.Server.start(S7Server.class, "-")) {
            try {
                for (S7Case work : CASES) {
                    List<String> now = S7Rival.TAKTSTROM.program(work, server.uri());
                    workers.add(WorkerProcess.start(Change.before(work.id), Change.before(now)));
                    workers.add(WorkerProcess.start(work.id, now));
                }
                return PairedTable.figures(
                        new PairedRun(Change.rounds(effort), effort.sliceMillis(), effort.warmUpMillis())
                                .run(workers, progress));
            } finally {
                for (WorkerProcess worker : workers) {
                    worker.close();
                }
            }
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return Change.table(figures);
    }
}
