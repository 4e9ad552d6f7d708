package io.taktstrom.benchmarks;

import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.compare.Comparison;
import io.taktstrom.benchmarks.report.DataFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MicroExperimentTest {

    private static final Map<String, Object> FIGURES = Map.of("Bench.part", List.of(2.5, 0.1, 0.0));

    @Test
    void twoRunsOfEachAreComparedByTimeAndBytes() {
        for (Experiment suite : MicroExperiment.ALL) {
            DataFile run = new DataFile(suite.name(), "2026-01-01T00:00:00Z", "", Map.of(), Map.of(), FIGURES);
            assertThat(Comparison.of(run, run))
                    .as(suite.name())
                    .anyMatch(line -> line.startsWith("| Bench.part, ns |  2.500 | 2.500 |"))
                    .anyMatch(line -> line.startsWith("| Bench.part, B  |  0.000 | 0.000 |"));
        }
    }

    @Test
    void aRunTooShortForAnIntervalIsComparedWithoutOne() {
        DataFile run = new DataFile(
                "codec",
                "2026-01-01T00:00:00Z",
                "",
                Map.of(),
                Map.of(),
                Map.of("Bench.part", List.of(2.5, "NaN", 0.0)));
        assertThat(Comparison.of(run, run)).anyMatch(line -> line.startsWith("| Bench.part, ns |  2.500 | 2.500 |"));
    }

    @Test
    void theTableSaysWhatAFigureIsOf() {
        assertThat(MicroExperiment.ALL.stream()
                        .map(suite -> suite.table(FIGURES).get(0)))
                .contains("| benchmark | ns/sample | ± (99.9 %) | B/sample |")
                .contains("| benchmark | ns/value | ± (99.9 %) | B/value |")
                .contains("| benchmark | ns/point | ± (99.9 %) | B/point |");
    }
}
