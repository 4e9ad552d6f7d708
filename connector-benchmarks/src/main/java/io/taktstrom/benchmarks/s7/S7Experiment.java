package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;
import io.taktstrom.benchmarks.program.ServerProcess;

/** Reads of one case, over and over, each waiting for its answer. */
public final class S7Experiment implements Experiment {

    private static final int ROUNDS = 10;
    private static final long SLICE_MILLIS = 400;
    private static final long WARM_UP_MILLIS = 2000;
    /** Of a contender, about. */
    private static final long START_MILLIS = 1500;

    private final S7Case work;

    private S7Experiment(S7Case work) {
        this.work = work;
    }

    /** One for each case. */
    public static List<Experiment> all() {
        return Stream.of(S7Case.values()).<Experiment>map(S7Experiment::new).toList();
    }

    @Override
    public String name() {
        return work.id;
    }

    @Override
    public String title() {
        return "S7: " + work.text;
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        PairedRun paired = effort.rounds() >= Effort.FULL.rounds()
                ? new PairedRun(ROUNDS, SLICE_MILLIS, WARM_UP_MILLIS)
                : new PairedRun(effort.rounds(), effort.sliceMillis(), effort.warmUpMillis());
        List<S7Rival> rivals = S7Rival.of(work).stream()
                .filter(rival -> effort.rivals() || rival.isOursOrTheLimit())
                .toList();
        long each = START_MILLIS + paired.warmUpMillis() + paired.rounds() * paired.sliceMillis();
        progress.printf("  %d contenders, about %d s%n", rivals.size(), rivals.size() * each / 1000);
        Map<String, String> failures = new LinkedHashMap<>();
        List<WorkerProcess> workers = new ArrayList<>();
        try (ServerProcess server = S7Programs.serve()) {
            try {
                for (S7Rival rival : rivals) {
                    start(rival, server.uri(), workers, failures);
                }
                Map<String, List<Slice>> slices = paired.run(workers, progress, failures);
                failures.forEach((name, why) -> progress.println("  " + name + " " + why));
                return figures(rivals, PairedTable.figures(slices), failures);
            } finally {
                for (WorkerProcess worker : workers) {
                    worker.close();
                }
            }
        }
    }

    private void start(S7Rival rival, String uri, List<WorkerProcess> workers, Map<String, String> failures) {
        try {
            workers.add(WorkerProcess.start(rival.text, rival.program(work, uri)));
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            int reason = message.indexOf(S7Contender.CANNOT);
            failures.put(
                    rival.text, reason < 0 ? message : message.substring(reason).replaceFirst("]$", ""));
        }
    }

    /** In the order of the contenders, whatever became of them. */
    private static Map<String, Object> figures(
            List<S7Rival> rivals, Map<String, Object> slices, Map<String, String> failures) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (S7Rival rival : rivals) {
            String failure = failures.get(rival.text);
            Object measured = slices.get(rival.text);
            if (failure != null) {
                figures.put(rival.text, failure);
            } else if (measured != null) {
                figures.put(rival.text, measured);
            }
        }
        return figures;
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return S7Table.lines(figures);
    }
}
