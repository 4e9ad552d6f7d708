package io.taktstrom.cli.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came of a soak, in Markdown; what it was made of stands beside it. Several threads may add footprints. */
final class SoakReport {

    private final List<String> minutes = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<Footprint> footprints = new ArrayList<>();

    void minute(double begun, String fault, double settledSeconds, String repeated) {
        minutes.add(String.format(Locale.ROOT, "| %.1f | %s | %.0f s | %s |", begun, fault, settledSeconds, repeated));
    }

    synchronized void footprint(Footprint footprint) {
        footprints.add(footprint);
    }

    /** A promise was not kept. */
    void wrong(String what) {
        System.out.println("soak: BROKEN: " + what);
        wrong.add(what);
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    private synchronized Map<Integer, List<Footprint>> byRun() {
        return footprints.stream().collect(Collectors.groupingBy(Footprint::run, TreeMap::new, Collectors.toList()));
    }

    /** Writes {@code report.md} and {@code footprint.csv}. */
    String write(Path folder, String head, SoakChecks checks) throws IOException {
        StringBuilder memory = new StringBuilder();
        StringBuilder csv = new StringBuilder(Footprint.CSV_HEAD);
        for (Map.Entry<Integer, List<Footprint>> run : byRun().entrySet()) {
            List<Footprint> all = run.getValue();
            all.forEach(each -> csv.append(each.csv()));
            memory.append(String.format(
                    Locale.ROOT,
                    "%n### Process %d, minute %.1f to %.1f%n%n| | At rest, least to most | Slope, 95 %% | |%n|---|---|---|---|%n",
                    run.getKey(),
                    all.get(0).minute(),
                    all.get(all.size() - 1).minute()));
            for (Quantity quantity : Quantity.ALL) {
                Quantity.Verdict verdict = quantity.judge(all);
                memory.append(verdict.text()).append('\n');
                if (verdict.grew()) {
                    wrong("process " + run.getKey() + ": " + quantity.name() + " grows");
                }
            }
        }
        String text = "# Soak\n\n" + head + "\n\n"
                + (wrong.isEmpty()
                        ? "All promises were kept.\n"
                        : wrong.size() + " promises were broken:\n\n"
                                + wrong.stream().map(each -> "- " + each + "\n").collect(Collectors.joining()))
                + "\n## Samples\n\n| Stream | Point | Receiver | Samples | Missing, marked | Between processes | Without a mark | Repeated |\n"
                + "|---|---|---|---|---|---|---|---|\n" + String.join("\n", checks.rows())
                + "\n\n## Memory, threads, files\n" + memory
                + "\n## Faults\n\n| Minute | Fault | Well again | Repeated at |\n|---|---|---|---|\n"
                + String.join("\n", minutes) + "\n";
        Files.writeString(folder.resolve("report.md"), text);
        Files.writeString(folder.resolve("footprint.csv"), csv);
        return text;
    }
}
