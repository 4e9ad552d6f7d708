package io.taktstrom.benchmarks.paired;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Slices of all contenders, round by round, forwards and backwards in turn.
 *
 * @param rounds how many rounds count
 * @param sliceMillis how long each contender runs in a round
 * @param warmUpMillis how long each contender runs before the first round
 */
public record PairedRun(int rounds, long sliceMillis, long warmUpMillis) {

    /** Slices by contender, in the contenders' order; entry {@code r} of each list is of round {@code r}. */
    public Map<String, List<Slice>> run(List<WorkerProcess> workers, PrintStream progress) throws IOException {
        Map<String, String> failures = new LinkedHashMap<>();
        Map<String, List<Slice>> slices = run(workers, progress, failures);
        if (!failures.isEmpty()) {
            throw new IOException("contenders that failed: " + failures);
        }
        return slices;
    }

    /**
     * As above, but a contender that fails, or does not come back in time, is out and the others go on.
     *
     * @param failures gets why, by contender
     */
    public Map<String, List<Slice>> run(
            List<WorkerProcess> workers, PrintStream progress, Map<String, String> failures) {
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        for (WorkerProcess worker : workers) {
            slices.put(worker.name(), new ArrayList<>());
            run(worker, warmUpMillis, failures);
        }
        for (int round = 0; round < rounds; round++) {
            progress.printf("  round %d of %d%n", round + 1, rounds);
            for (int i = 0; i < workers.size(); i++) {
                WorkerProcess worker = workers.get(round % 2 == 0 ? i : workers.size() - 1 - i);
                slices.getOrDefault(worker.name(), new ArrayList<>()).addAll(run(worker, sliceMillis, failures));
            }
        }
        slices.keySet().removeAll(failures.keySet());
        return slices;
    }

    private static List<Slice> run(WorkerProcess worker, long millis, Map<String, String> failures) {
        if (failures.containsKey(worker.name())) {
            return List.of();
        }
        try {
            return List.of(worker.run(millis));
        } catch (IOException | IllegalArgumentException e) {
            failures.put(worker.name(), String.valueOf(e.getMessage()));
            return List.of();
        }
    }
}
