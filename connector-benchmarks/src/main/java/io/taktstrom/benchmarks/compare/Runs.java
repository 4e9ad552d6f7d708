package io.taktstrom.benchmarks.compare;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.benchmarks.report.DataFile;
import io.taktstrom.benchmarks.report.WrongUseException;

/** Runs of experiments, by name, wherever their data files lie. */
public final class Runs {

    private static final Path COMMITTED = Path.of("docs", "benchmarks", "data");

    private Runs() {}

    /**
     * What two places have in common, compared.
     *
     * @param places two files, or folders of files; one is compared with what lies in docs/benchmarks; none: what was committed with what
     *     lies there
     * @throws WrongUseException when they cannot be: which, and why
     */
    public static List<String> compare(List<String> places) throws IOException, InterruptedException {
        if (places.size() > 2) {
            throw new WrongUseException("compare takes two places at most, not " + String.join(" ", places));
        }
        Map<String, DataFile> before = places.isEmpty() ? committed() : in(Path.of(places.get(0)));
        Map<String, DataFile> now = places.size() < 2 ? in(COMMITTED) : in(Path.of(places.get(1)));
        List<String> lines = new ArrayList<>();
        now.forEach((name, run) -> {
            DataFile earlier = before.get(name);
            if (earlier != null && (!places.isEmpty() || !earlier.equals(run))) {
                lines.addAll(Comparison.of(earlier, run));
            }
        });
        if (lines.isEmpty()) {
            return List.of(
                    places.isEmpty()
                            ? "No run in " + COMMITTED + " is newer than the last commit."
                            : "No experiment is in both: before " + before.keySet() + ", now " + now.keySet() + ".");
        }
        Comparison.count(lines).ifPresent(lines::add);
        return lines;
    }

    /** What can be compared of runs on another machine than those of the same experiments in docs/benchmarks. */
    public static List<String> glance(Path place) throws IOException {
        Glance glance = new Glance();
        for (DataFile run : in(place).values()) {
            Path committed = COMMITTED.resolve(run.experiment() + ".json");
            if (Files.exists(committed)) {
                glance.add(DataFile.read(committed), run);
            }
        }
        return glance.lines();
    }

    private static Map<String, DataFile> in(Path place) throws IOException {
        Map<String, DataFile> runs = new TreeMap<>();
        if (Files.isDirectory(place)) {
            Path data = place.resolve("data");
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(Files.isDirectory(data) ? data : place, "*.json")) {
                for (Path file : files) {
                    DataFile run = DataFile.read(file);
                    runs.put(run.experiment(), run);
                }
            }
            if (runs.isEmpty()) {
                throw new WrongUseException("there is no data file (*.json) in " + place);
            }
        } else {
            DataFile run = DataFile.read(place);
            runs.put(run.experiment(), run);
        }
        return runs;
    }

    /** As git has them. */
    private static Map<String, DataFile> committed() throws IOException, InterruptedException {
        Map<String, DataFile> runs = new TreeMap<>();
        for (String experiment : in(COMMITTED).keySet()) {
            Path copy = Files.createTempFile("takt-bench", ".json");
            try {
                int code = new ProcessBuilder("git", "show", "HEAD:./" + COMMITTED + "/" + experiment + ".json")
                        .redirectOutput(copy.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
                if (code == 0) {
                    runs.put(experiment, DataFile.read(copy));
                }
            } finally {
                Files.delete(copy);
            }
        }
        return runs;
    }
}
