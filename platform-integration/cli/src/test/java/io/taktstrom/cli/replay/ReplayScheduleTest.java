package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ReplayScheduleTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long DAY = 86_400 * SECOND;
    /** When it was recorded. */
    private static final long T = 1_764_230_400L * SECOND;

    @TempDir
    Path directory;

    private final StringBuilder lines = new StringBuilder();

    private void line(String point, int value, String sourceTime, long receivedAt) {
        lines.append("{\"point\":\"" + point + "\",\"value\":" + value + ",\"status\":\"Good\",\"sourceTime\":"
                + sourceTime + ",\"receivedAt\":" + receivedAt + "}\n");
    }

    private void line(String point, int value, long sourceTime, long receivedAt) {
        line(point, value, String.valueOf(sourceTime), receivedAt);
    }

    /** Value and time of each sample, in the order of the schedule; times after T in milliseconds. */
    private List<String> schedule(long shift) throws IOException {
        List<ReplayPoint> points = List.of(point("a"), point("b"));
        Path file = Files.writeString(directory.resolve("day.jsonl"), lines);
        List<String> found = new ArrayList<>();
        try (ReplaySchedule schedule =
                new ReplaySchedule(new ReplayReader(file, points, points, text -> {}), points.size(), shift)) {
            for (ReplaySchedule.Due due = schedule.next(); due != null; due = schedule.next()) {
                found.add(due.sample().value() + "@" + (due.at() - T) / MILLI);
            }
        }
        return found;
    }

    private static ReplayPoint point(String name) {
        ScanClass scan = new ScanClass("scan", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO);
        return new ReplayPoint(name, "press", "ads", name, ScalarType.DINT, "", Map.of(), scan);
    }

    @Test
    void samplesThatCameTogetherAreDueAtTheirSourceTimes() throws IOException {
        line("a", 1, T, T + 30 * MILLI);
        line("a", 2, T + 10 * MILLI, T + 30 * MILLI);
        line("a", 3, T + 20 * MILLI, T + 30 * MILLI);
        line("b", 4, T + 5 * MILLI, T + 31 * MILLI);
        assertThat(schedule(0)).containsExactly("1@0", "4@5", "2@10", "3@20");
        assertThat(schedule(DAY)).containsExactly("1@86400000", "4@86400005", "2@86400010", "3@86400020");
    }

    @Test
    void aDeviceWithAnotherClockKeepsIt() throws IOException {
        line("a", 1, T - DAY, T);
        line("a", 2, T - DAY + 7 * MILLI, T + 9 * MILLI);
        line("b", 3, "null", T + 20 * MILLI);
        assertThat(schedule(0)).containsExactly("1@-86400000", "2@-86399993", "3@-86399980");
    }

    @Test
    void aValueThatHasNotChangedForLongIsDueWhenItWasReceived() throws IOException {
        line("a", 1, T - 9 * DAY, T);
        line("b", 2, T, T + MILLI);
        line("b", 3, T + 100 * MILLI, T + 101 * MILLI);
        assertThat(schedule(0)).containsExactly("1@-1", "2@0", "3@100");
    }

    @Test
    void valuesOfAPointStayInTheirOrderThoughTheirTimesDoNot() throws IOException {
        line("a", 1, T + 50 * MILLI, T + 60 * MILLI);
        line("a", 2, T + 40 * MILLI, T + 60 * MILLI);
        line("a", 3, T + 70 * MILLI, T + 80 * MILLI);
        assertThat(schedule(0)).containsExactly("1@50", "2@50", "3@70");
    }

    @Test
    void samplesWithoutSourceTimeAreDueWhenTheyWereReceived() throws IOException {
        line("a", 1, "null", T);
        line("b", 2, "null", T + 20 * MILLI);
        line("a", 3, "null", T + 40 * MILLI);
        assertThat(schedule(0)).containsExactly("1@0", "2@20", "3@40");
    }

    @Test
    void moreThanTheWindowIsScheduledInOrder() throws IOException {
        int samples = 20_000;
        for (int i = 0; i < samples; i++) {
            // Pairs of lines stand in the other order.
            int place = i ^ 1;
            line(place % 2 == 0 ? "a" : "b", place, T + place * MILLI, T + (i / 2 * 2 + 2) * MILLI);
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            expected.add(i + "@" + i);
        }
        assertThat(schedule(0)).isEqualTo(expected);
    }
}
