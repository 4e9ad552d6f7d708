package io.taktstrom.page;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.runtime.tap.TapReading;
import io.taktstrom.stream.FixedGroup;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointTableTest {

    private static PointConfig point(String name, String unit, Map<String, String> labels) {
        return PointConfig.of(new DataPoint(name, "A." + name, null, false, unit, labels), "press1", "fast");
    }

    private static ScanTap tap(PointConfig... points) {
        ScanClass scan = new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO);
        return new ScanTap(scan, List.of(points), List.of("all.out"), EpochNanoClock.system());
    }

    private static final ScanTap TAP = tap(
            point("press1.oil", "Cel", Map.of("kind", "Temperature")),
            point("press1.ram", "mm", Map.of()),
            point("press1.spindle.speed", "1/min", Map.of("line", "a=b")));

    private static List<String> found(String search) {
        PointTable table = new PointTable(List.of(TAP));
        return Arrays.stream(table.find(search, place -> place == 1 ? Severity.BAD : Severity.GOOD))
                .mapToObj(place -> table.at(place).config().name())
                .toList();
    }

    @Test
    void allAreFoundWithoutASearch() {
        assertThat(found("  ")).hasSize(3);
    }

    @Test
    void aWordIsFoundInNamesAndLabelsWhateverItsCase() {
        assertThat(found("RAM")).containsExactly("press1.ram");
        assertThat(found("temperature")).containsExactly("press1.oil");
        assertThat(found("kind=temperature")).containsExactly("press1.oil");
        assertThat(found("press1 speed")).containsExactly("press1.spindle.speed");
        assertThat(found("nowhere")).isEmpty();
    }

    @Test
    void aPatternIsOneOverNames() {
        assertThat(found("press1.*")).containsExactly("press1.oil", "press1.ram");
        assertThat(found("**.speed")).containsExactly("press1.spindle.speed");
    }

    @Test
    void devicesScansUnitsAndStatusesCanBeAskedFor() {
        assertThat(found("device=press1")).hasSize(3);
        assertThat(found("device=press")).isEmpty();
        assertThat(found("scan=fast unit=mm")).containsExactly("press1.ram");
        assertThat(found("is=bad")).containsExactly("press1.ram");
        assertThat(found("is=good")).hasSize(2);
        assertThat(found("line=a=b")).containsExactly("press1.spindle.speed");
    }

    @Test
    void aNameOfTenThousandCharactersHasAShortKeyThatStays() {
        PointTable table = new PointTable(List.of(tap(point("n".repeat(10_000), "", Map.of()))));
        String key = table.at(0).key();
        assertThat(key).hasSizeLessThan(100);
        assertThat(table.place(key)).isZero();
        assertThat(new PointTable(List.of(tap(point("n".repeat(10_000), "", Map.of())))).place(key))
                .isZero();
    }

    @Test
    void thePastOfAPointStaysWhenOthersComeAndGo() {
        FixedGroup group = new FixedGroup(
                TAP.points().stream().map(PointConfig::point).toList(),
                TAP.points().stream().map(p -> (DataType) ScalarType.LREAL).toList(),
                TAP.points().stream().map(p -> StatusCode.GOOD).toList());
        SampleBatch batch = group.newBatch();
        batch.addDouble(1, 1, StatusCode.GOOD, 5);
        TAP.onSamples(batch);
        PointHistory before = PointHistory.of(new PointTable(List.of(TAP)));
        before.look(new TapReading(), 1);
        before.look(new TapReading(), 1);
        assertThat(before.spark(1)).containsExactly(5f, 5f);
        PointTable next = new PointTable(List.of(tap(point("new", "", Map.of()), point("press1.ram", "mm", Map.of()))));
        PointHistory after = before.over(next);
        assertThat(after.spark(1)).containsExactly(5f, 5f);
        assertThat(after.spark(0)).containsOnly(Float.NaN);
    }
}
