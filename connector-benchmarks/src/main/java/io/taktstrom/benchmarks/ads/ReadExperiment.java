package io.taktstrom.benchmarks.ads;

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
 * Reads, over and over, each waiting for its answer.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param contenders Java contenders, the limit first, then ours
 * @param pyadsWork what pyads does beside them
 * @param values how many values one operation reads
 */
public record ReadExperiment(String name, String title, List<String> contenders, String pyadsWork, int values)
        implements Experiment {

    public static final ReadExperiment ONE = new ReadExperiment(
            "ads-read",
            "One DINT, one request after the other",
            List.of("limit-read", "taktstrom-read", "limit-name", "taktstrom-name", "plc4j-read"),
            "read",
            1);

    public static final ReadExperiment GROUP = new ReadExperiment(
            "ads-group",
            "1000 DINTs as one group, and one by one",
            List.of("limit-group", "taktstrom-group", "taktstrom-singles", "plc4j-group"),
            "group",
            AdsContender.GROUP);

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        List<WorkerProcess> workers = new ArrayList<>();
        try (ServerProcess server = AdsServer.start(0)) {
            try {
                for (String contender : effort.rivals() ? contenders : contenders.subList(0, 2)) {
                    progress.println("  starting " + contender);
                    workers.add(
                            WorkerProcess.start(contender, Programs.java(AdsContender.class, contender, server.uri())));
                }
                if (!effort.rivals()) {
                    progress.println("  rivals are left out");
                } else if (Programs.hasPython()) {
                    String contender = "pyads-" + pyadsWork;
                    progress.println("  starting " + contender);
                    workers.add(WorkerProcess.start(
                            contender,
                            Programs.python("pyads_worker.py", pyadsWork, AdsServer.HOST, "192.0.2.1.1.1", "851")));
                } else {
                    progress.println("  pyads is left out: no TAKT_PYTHON");
                }
                Map<String, List<Slice>> slices = new PairedRun(
                                effort.rounds(), effort.sliceMillis(), effort.warmUpMillis())
                        .run(workers, progress);
                return PairedTable.figures(slices);
            } finally {
                for (WorkerProcess worker : workers) {
                    worker.close();
                }
            }
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return PairedTable.lines(PairedTable.slices(figures), values);
    }
}
