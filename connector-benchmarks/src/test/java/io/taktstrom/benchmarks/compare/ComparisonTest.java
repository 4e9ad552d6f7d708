package io.taktstrom.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.report.DataFile;
import io.taktstrom.benchmarks.report.WrongUseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ComparisonTest {

    private static final long HALF_A_SECOND = 500_000_000;
    private static final Map<String, Object> MACHINE = Map.of("cpu", "x", "cores", 2, "load", "0.10 0.10 0.10 1/100 7");

    private static DataFile run(String experiment, Map<String, Object> machine, Map<String, Object> figures) {
        return new DataFile(experiment, "2026-11-22T12:00:00Z", "./takt bench run x", machine, machine, figures);
    }

    private static DataFile run(Map<String, Object> figures) {
        return run("sinks-mqtt", MACHINE, figures);
    }

    /** A contender with so many operations in each round. */
    private static Map<String, Object> rounds(long... operations) {
        return Map.of("taktstrom", lines(0, operations));
    }

    private static List<String> lines(long stealTicks, long... operations) {
        return LongStream.of(operations)
                .mapToObj(count -> new Slice(count, HALF_A_SECOND, 1, 2, 8 * count, 1_000 * count, stealTicks).line())
                .toList();
    }

    private static String row(List<String> lines, String what) {
        return lines.stream()
                .map(line -> line.replaceAll(" +", " "))
                .filter(line -> line.startsWith("| " + what))
                .findFirst()
                .orElse("no row of " + what + " in " + lines);
    }

    @Test
    void aRunThatIsAThirdFasterIsBetterWithAnIntervalThatSaysSo() {
        List<String> lines = Comparison.of(
                run(rounds(1_000, 1_010, 990, 1_005, 995)), run(rounds(1_500, 1_510, 1_490, 1_505, 1_495)));

        assertThat(row(lines, "taktstrom, operations/s"))
                .contains("| 2,000 | 3,000 | 1.500 (1.4")
                .contains("better");
    }

    @Test
    void moreTimeForAnOperationIsWorse() {
        List<String> lines = Comparison.of(
                run("micro", MACHINE, Map.of("fill", List.of(2.0, 0.05, 0.0))),
                run("micro", MACHINE, Map.of("fill", List.of(3.0, 0.05, 0.0))));

        assertThat(row(lines, "fill, ns")).contains("1.500 (1.4").contains("worse");
    }

    @Test
    void runsThatScatterMoreThanTheyDifferAreNotClear() {
        List<String> lines =
                Comparison.of(run(rounds(500, 1_000, 1_500, 700, 1_300)), run(rounds(1_100, 600, 1_600, 800, 1_400)));

        assertThat(row(lines, "taktstrom, operations/s")).contains("not clear");
    }

    @Test
    void equalRunsAreTheSame() {
        DataFile run = run(rounds(1_000, 1_001, 1_002, 1_000));

        assertThat(row(Comparison.of(run, run), "taktstrom, operations/s")).contains("| same |");
    }

    @Test
    void oneFigureOfEachIsNotJudged() {
        List<String> lines = Comparison.of(
                run("gather", MACHINE, Map.of("gather 1", "paced 500 10 20 30 40")),
                run("gather", MACHINE, Map.of("gather 1", "paced 500 10 40 50 60")));

        assertThat(row(lines, "gather, p99 ns")).contains("| 20.000 | 40.000 | 2.000 | too few rounds |");
    }

    @Test
    void roundsThatOthersSpoiltAreCountedAndLeftOut() {
        DataFile before = run(rounds(1_000, 1_000, 1_000, 1_000));
        DataFile now = run(Map.of(
                "taktstrom",
                Stream.of(lines(0, 1_000, 1_000, 1_000), lines(40, 100, 100))
                        .flatMap(List::stream)
                        .toList()));

        List<String> lines = Comparison.of(before, now);

        assertThat(row(lines, "taktstrom, operations/s")).contains("| same | 0 / 2 |");
        assertThat(lines).contains("- now: in 2 of 5 slices others took more than 2 % of the machine");
    }

    @Test
    void aBusyOrAnotherMachineIsNamed() {
        DataFile before = run(rounds(1_000));
        DataFile now =
                run("sinks-mqtt", Map.of("cpu", "y", "cores", 2, "load", "7.50 3.00 1.00 1/100 7"), rounds(1_000));

        assertThat(Comparison.of(before, now))
                .contains("- another cpu: x, now y", "- now: a load of 7.5 when it began");
    }

    @Test
    void figuresThatOnlyOneHasAreNoReasonToFail() {
        assertThat(Comparison.of(run(Map.of("a", "failed: b")), run(rounds(1_000))))
                .contains("Nothing that both have can be compared.");
    }

    @Test
    void foldersAreComparedByExperiment(@TempDir Path before, @TempDir Path now) throws Exception {
        write(before, rounds(1_000, 1_000, 1_000));
        write(now, rounds(2_000, 2_000, 2_000));

        assertThat(row(Runs.compare(List.of(before.toString(), now.toString())), "taktstrom, operations/s"))
                .contains("2.000 (2.000 .. 2.000) | **better** |");
        assertThat(Runs.compare(List.of(before.resolve("data/sinks-mqtt.json").toString(), now.toString())))
                .contains("### sinks-mqtt");
    }

    private static void write(Path folder, Map<String, Object> figures) throws IOException {
        run(figures).write(folder);
    }

    @Test
    void aThousandthOfAByteIsNoChange() {
        List<String> lines = Comparison.of(
                run("micro", MACHINE, Map.of("fill", List.of(2.0, 0.05, 0.001))),
                run("micro", MACHINE, Map.of("fill", List.of(2.0, 0.05, 0.9))));

        assertThat(row(lines, "fill, B")).contains("| 0.001 | 0.900 | 1.000 (1.000 .. 1.000) | same |");
    }

    @Test
    void whatChangedIsCountedAtTheEnd(@TempDir Path before, @TempDir Path now) throws Exception {
        write(before, rounds(1_000, 1_000, 1_000));
        write(now, rounds(2_000, 2_000, 2_000));

        // Half a second of the machine and 8 bytes each: of time there is less for one, of bytes as many.
        assertThat(Runs.compare(List.of(before.toString(), now.toString())))
                .last()
                .isEqualTo("1 better, 2 same");
    }

    @Test
    void whoIsInOneOfTheRunsAloneIsNamed() {
        DataFile before = run(Map.of("taktstrom", lines(0, 1_000), "pyads", lines(0, 10)));

        assertThat(Comparison.of(before, run(rounds(1_000)))).contains("- before only: pyads");
    }

    @Test
    void aQuickRunOfNotificationsIsComparedWithALongOne() {
        DataFile before =
                run("ads-notify", MACHINE, Map.of("0 1 250000 we", "notified 250000 0 125000000 1 2 0.0 250000000 0"));
        DataFile now =
                run("ads-notify", MACHINE, Map.of("0 1 25000 we", "notified 24000 0 24000000 1 2 0.0 48000000 0"));

        List<String> lines = Comparison.of(before, now);

        assertThat(row(lines, "0 1 we, received of all")).contains("| 1.000 | 0.960 |");
        assertThat(row(lines, "0 1 we, ns/sample")).contains("| 500 | 1,000 | 2.000 |");
        assertThat(row(lines, "0 1 we, CPU ns/sample")).contains("| 1,000 | 2,000 |");
    }

    @Test
    void columnsStandBelowEachOther() {
        List<String> table = Comparison.of(run(rounds(1_000)), run(rounds(1_000))).stream()
                .filter(line -> line.startsWith("|"))
                .toList();

        assertThat(table)
                .hasSize(5)
                .extracting(String::length)
                .containsOnly(table.get(0).length());
    }

    @Test
    void filesOfAnotherFormAreLeftOut() {
        DataFile strange = run(Map.of(
                "taktstrom",
                List.of("slice 1 2 3"),
                "b",
                "paced 1",
                "c",
                List.of(),
                "d",
                Map.of("e", 1),
                "f",
                "paced x y z"));

        assertThat(Comparison.of(strange, strange)).contains("Nothing that both have can be compared.");
    }

    @Test
    void whatIsNoDataFileIsSaidSo(@TempDir Path folder) throws Exception {
        Path text = Files.writeString(folder.resolve("text.json"), "hello");
        Path list = Files.writeString(folder.resolve("list.json"), "[]");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertRefused("text.json is no data file of ./takt bench", text);
        assertRefused("list.json has no figures of an experiment", list);
        assertRefused("there is no data file (*.json) in", empty);
        assertRefused("there is no file", folder.resolve("none"));
        assertRefused("compare takes two places at most", text, text, text);
    }

    private static void assertRefused(String why, Path... places) {
        assertThatExceptionOfType(WrongUseException.class)
                .isThrownBy(
                        () -> Runs.compare(Stream.of(places).map(Path::toString).toList()))
                .withMessageContaining(why);
    }

    @Test
    void whatAFileDoesNotSayOfItsMachineMayBeMissing(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.json"), "{\"experiment\":\"a\",\"figures\":{},\"newer\":1}");

        assertThat(DataFile.read(file))
                .isEqualTo(new DataFile("a", "unknown", "unknown", Map.of(), Map.of(), Map.of()));
    }

    @Test
    void runsThatHaveNothingInCommonSayWhatTheyHave(@TempDir Path before, @TempDir Path now) throws Exception {
        write(before, rounds(1_000));
        run("s7-read", MACHINE, rounds(1_000)).write(now);

        assertThat(Runs.compare(List.of(before.toString(), now.toString())))
                .containsExactly("No experiment is in both: before [sinks-mqtt], now [s7-read].");
    }
}
