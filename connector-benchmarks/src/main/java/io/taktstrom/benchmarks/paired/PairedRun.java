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
        Map<String, List<Slice>> slices = new LinkedHashMap<>();
        for (WorkerProcess worker : workers) {
            slices.put(worker.name(), new ArrayList<>());
            worker.run(warmUpMillis);
        }
        for (int round = 0; round < rounds; round++) {
            progress.printf("  round %d of %d%n", round + 1, rounds);
            for (int i = 0; i < workers.size(); i++) {
                WorkerProcess worker = workers.get(round % 2 == 0 ? i : workers.size() - 1 - i);
                slices.getOrDefault(worker.name(), List.of()).add(worker.run(sliceMillis));
            }
        }
        return slices;
    }
}
