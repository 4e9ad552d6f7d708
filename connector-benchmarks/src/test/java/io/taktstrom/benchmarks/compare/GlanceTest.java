package io.taktstrom.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.report.DataFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GlanceTest {

    private static final long HALF_A_SECOND = 500_000_000;
    private static final List<String> FAST = rounds(0, 1_000, 1_010, 990, 1_000);
    private static final List<String> HALF_AS_FAST = rounds(0, 500, 505, 495, 500);

    /** Slices with so many operations, each of which allocates so many bytes. */
    private static List<String> rounds(long bytes, long... operations) {
        return LongStream.of(operations)
                .mapToObj(count -> new Slice(count, HALF_A_SECOND, 1, 2, bytes * count, 1, 0).line())
                .toList();
    }

    private static DataFile run(List<String> limit, List<String> ours) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("limit", limit);
        figures.put("taktstrom", ours);
        return run(figures, "5.10 3.00 1.00 1/100 7");
    }

    private static DataFile run(Map<String, Object> figures, String load) {
        Map<String, Object> machine = Map.of("cores", 2, "load", load);
        return new DataFile("s7-read", "2026-11-22T12:00:00Z", "./takt bench run s7-read", machine, machine, figures);
    }

    private static List<String> glance(DataFile committed, DataFile now) {
        Glance glance = new Glance();
        glance.add(committed, now);
        return glance.lines();
    }

    private static String row(List<String> lines, String what) {
        return lines.stream()
                .filter(line -> line.contains(what))
                .findFirst()
                .orElse("nothing of " + what + " in " + lines)
                .replaceAll(" +", " ");
    }

    @Test
    void aMachineThatIsHalfAsFastIsNoRegression() {
        List<String> lines = glance(run(FAST, FAST), run(HALF_AS_FAST, HALF_AS_FAST));

        assertThat(row(lines, "bare socket"))
                .startsWith("s7-read, taktstrom speed, of a bare socket's 1.00 ")
                .endsWith("same");
        assertThat(lines).last().isEqualTo("information, no gate: nothing is clearly worse");
    }

    @Test
    void whoFallsBehindTheBareSocketIsWorse() {
        List<String> lines = glance(run(FAST, FAST), run(FAST, HALF_AS_FAST));

        assertThat(row(lines, "bare socket")).contains(" 0.50 ").endsWith("worse");
        assertThat(lines).last().asString().contains("1 clearly worse; ./takt bench against COMMIT");
    }

    @Test
    void whoComesNearerToItIsBetter() {
        assertThat(row(glance(run(FAST, HALF_AS_FAST), run(FAST, FAST)), "bare socket"))
                .endsWith("better");
    }

    @Test
    void roundsThatScatterMoreThanTheyDifferAreNotClear() {
        List<String> scattered = rounds(0, 1_100, 300, 1_000, 450);

        assertThat(row(glance(run(FAST, FAST), run(FAST, scattered)), "bare socket"))
                .endsWith("not clear");
    }

    @Test
    void bytesOnAPathThatHadNoneAreWorse() {
        List<String> lines = glance(run(FAST, FAST), run(FAST, rounds(24, 1_000, 1_000, 1_000)));

        assertThat(row(lines, "bytes")).isEqualTo("s7-read, taktstrom bytes for each 0 24 worse");
    }

    @Test
    void bytesOfOneRoundAreTheCompilersAndThoseOfNoRoundAreBetter() {
        List<String> some = List.of(
                rounds(0, 1_000).get(0),
                rounds(90, 1_000).get(0),
                rounds(80, 1_000).get(0));

        assertThat(row(glance(run(FAST, FAST), run(FAST, some)), "bytes")).endsWith("not clear");
        assertThat(row(glance(run(FAST, rounds(2_800, 500, 500)), run(FAST, rounds(2_700, 500, 500))), "bytes"))
                .endsWith("same");
        assertThat(row(glance(run(FAST, rounds(2_800, 500, 500)), run(FAST, rounds(900, 500, 500))), "bytes"))
                .endsWith("better");
    }

    @Test
    void ratiosFromAMachineThatOthersHadAreNotClear() {
        List<String> stolen = LongStream.of(500, 505, 495)
                .mapToObj(count -> new Slice(count, HALF_A_SECOND, 1, 2, 0, 1, 40).line())
                .toList();

        List<String> lines = glance(run(FAST, FAST), run(FAST.subList(0, 3), stolen));

        assertThat(row(lines, "bare socket")).contains(" 0.5").endsWith("not clear");
        assertThat(lines).contains("s7-read: in 3 of 6 slices others took more than 2 % of the machine");
    }

    @Test
    void ratiosFromAMachineWithOtherWorkAreNotClearAndBytesAre() {
        DataFile busy = run(run(FAST, rounds(24, 500, 500, 500, 500)).figures(), "0.10 0.10 0.10 3/100 7");

        List<String> lines = glance(run(FAST, FAST), busy);

        assertThat(row(lines, "bare socket")).endsWith("not clear");
        assertThat(row(lines, "bytes")).endsWith("worse");
        assertThat(lines).contains("s7-read: 3 threads wanted a processor when nobody measured");
    }

    @Test
    void whatNobodyHasCommittedIsNoReasonToFail() {
        assertThat(glance(run(List.of(), List.of("slice 1")), run(FAST, FAST)))
                .containsExactly("nothing of the committed figures was measured");
    }
}
