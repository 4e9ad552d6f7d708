package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/**
 * Requests, over and over, each waiting for its answer.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param work what is asked
 * @param contenders in Java, the limit first, then ours
 * @param values how many values one operation has
 */
record RequestExperiment(String name, String title, String work, List<String> contenders, int values)
        implements Experiment {

    private static final List<String> ALL = List.of("limit", "taktstrom", "milo");

    /** All experiments of this kind. */
    static List<Experiment> all() {
        return List.of(
                new RequestExperiment("opcua-read", "One Int32, one request after the other", "read", ALL, 1),
                new RequestExperiment(
                        "opcua-group", "1,000 Int32 in one request", "group", ALL, RequestContender.GROUP),
                new RequestExperiment(
                        "opcua-browse",
                        "1,400 items found by browsing",
                        "browse",
                        List.of("limit", "taktstrom", "milo", "milo, Browse alone"),
                        RequestContender.FOLDER));
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        try (ServerProcess server = OpcUaPrograms.serve(Served.items(values))) {
            return PairedTable.figures(run(work, contenders, server, effort, progress));
        }
    }

    /** Runs contenders, asyncua too if it is there. */
    static Map<String, List<Slice>> run(
            String work, List<String> contenders, ServerProcess server, Effort effort, PrintStream progress)
            throws IOException {
        List<WorkerProcess> workers = new ArrayList<>();
        try {
            for (String who : effort.rivals() ? contenders : contenders.subList(0, 2)) {
                progress.println("  starting " + who);
                workers.add(
                        WorkerProcess.start(who, OpcUaPrograms.java(RequestContender.class, who, work, server.uri())));
            }
            if (!effort.rivals()) {
                progress.println("  rivals are left out");
            } else if (Programs.hasPython()) {
                progress.println("  starting asyncua");
                workers.add(WorkerProcess.start("asyncua", Programs.python("asyncua_worker.py", work, server.uri())));
            } else {
                progress.println("  asyncua is left out: no TAKT_PYTHON");
            }
            return new PairedRun(effort.rounds(), effort.sliceMillis(), effort.warmUpMillis()).run(workers, progress);
        } finally {
            for (WorkerProcess worker : workers) {
                worker.close();
            }
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return PairedTable.lines(PairedTable.slices(figures), values);
    }
}
