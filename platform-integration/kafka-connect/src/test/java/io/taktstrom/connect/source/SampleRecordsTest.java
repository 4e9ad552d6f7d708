package io.taktstrom.connect.source;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

import io.taktstrom.connect.config.OptionConfig;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.FixedGroup;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The layouts of records, and that a schema does not depend on whether the device is there. */
class SampleRecordsTest {

    private static final long RECEIVED = 1_700_000_000_123_456_789L;
    private static final List<DataPoint> POINTS = List.of(
            point("press.force", null), point("press.name", null), point("press-force", null), point("press.on", null));
    private static final List<DataType> TYPES =
            List.of(ScalarType.LREAL, StringType.string(8), ScalarType.UINT, ScalarType.BOOL);
    private static final PointGroup AWAY = FixedGroup.unresolved(POINTS);
    private static final PointGroup THERE =
            new FixedGroup(POINTS, TYPES, List.of(StatusCode.GOOD, StatusCode.GOOD, StatusCode.GOOD, StatusCode.GOOD));

    private final RecordUnit unit = new RecordUnit();
    private long sequence;

    private static DataPoint point(String name, @Nullable DataType type) {
        return new DataPoint(name, name, type, false, "", Map.of(), "press");
    }

    private static SampleRecords records(String... options) {
        Map<String, String> given = new HashMap<>(Map.of("name", "c", "topic", "machine"));
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        return new SampleRecords(
                OptionConfig.values("connector c", SourceOptions.OPTIONS.all(), given),
                "topics",
                "all",
                new Numbering(new FakeOffsets(), List.of("press"), List.of("all"), 7));
    }

    private SampleBatch bad(PointGroup group) {
        SampleBatch batch = new SampleBatch(group.size(), 64);
        batch.reset(group, RECEIVED, sequence);
        for (int point = 0; point < group.size(); point++) {
            batch.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NOT_CONNECTED);
        }
        sequence += batch.size();
        return batch;
    }

    private SampleBatch good(int... points) {
        SampleBatch batch = new SampleBatch(points.length, 64);
        batch.reset(THERE, RECEIVED, sequence);
        for (int point : points) {
            Values.put(batch, point, List.<Object>of(2.5, "a", 7, true).get(point));
        }
        sequence += batch.size();
        return batch;
    }

    private List<Struct> add(SampleRecords records, SampleBatch... batches) {
        int before = unit.records().size();
        for (SampleBatch batch : batches) {
            records.add(batch, unit, new HashSet<>());
        }
        List<Struct> values = new ArrayList<>();
        unit.records().subList(before, unit.records().size()).forEach(record -> values.add((Struct) record.value()));
        return values;
    }

    private static List<String> names(List<Struct> values) {
        return values.stream().map(value -> value.schema().name()).toList();
    }

    @Test
    void aPointOfWhichNoDeviceHasSaidTheTypeHasASchemaWithoutAValueAndThenThatOfItsTypeForGood() {
        SampleRecords records = records();
        List<Struct> values = add(records, bad(AWAY), good(0, 1, 2), bad(AWAY));
        assertThat(names(values).subList(0, 4)).containsOnly("io.taktstrom.sample");
        assertThat(values.get(0).schema().field("value")).isNull();
        assertThat(names(values).subList(4, 7))
                .containsExactly(
                        "io.taktstrom.sample.LREAL", "io.taktstrom.sample.STRING_8_", "io.taktstrom.sample.UINT");
        assertThat(names(values).subList(7, 11))
                .as("away again, also a point of which no sample came")
                .containsExactly(
                        "io.taktstrom.sample.LREAL",
                        "io.taktstrom.sample.STRING_8_",
                        "io.taktstrom.sample.UINT",
                        "io.taktstrom.sample.BOOL");
        assertThat(values.get(7).get("value")).isNull();
        assertThat(values.get(7).getString("status")).isEqualTo("Bad_NotConnected");
    }

    @Test
    void aDeclaredTypeIsThatOfTheSchemaFromTheStart() {
        PointGroup declared = FixedGroup.unresolved(List.of(point("press.force", ScalarType.LREAL)));
        assertThat(names(add(records(), bad(declared)))).containsExactly("io.taktstrom.sample.LREAL");
    }

    @Test
    void inTheUniformLayoutAllSamplesHaveOneSchema() {
        List<Struct> values = add(records("layout", "uniform"), bad(AWAY), good(0, 1, 2, 3));
        assertThat(values).extracting(Struct::schema).containsOnly(values.get(0).schema());
        assertThat(values.get(0).get("value")).isNull();
        assertThat(values.get(4).getStruct("value").getFloat64("double")).isEqualTo(2.5);
        assertThat(values.get(5).getStruct("value").getString("string")).isEqualTo("a");
        assertThat(values.get(6).getStruct("value").getInt64("long")).isEqualTo(7);
        assertThat(values.get(7).getStruct("value").getBoolean("boolean")).isTrue();
    }

    @Test
    void inTheWideLayoutWhatCameTogetherIsARecordAndAPointThatComesTwiceBeginsAnother() {
        List<Struct> values = add(records("layout", "wide"), bad(AWAY), good(0, 2, 0, 1));
        assertThat(values).hasSize(3);
        assertThat(names(values)).containsOnly("io.taktstrom.points.all_press");
        assertThat(values.get(0).getStruct("values").schema().fields()).isEmpty();
        assertThat(values.get(0).getMap("statuses")).hasSize(4);
        Struct first = values.get(1).getStruct("values");
        assertThat(first.getFloat64("press_force")).isEqualTo(2.5);
        assertThat(first.getInt32("press_force_"))
                .as("another point of the same letters")
                .isEqualTo(7);
        assertThat(first.get("press_name")).isNull();
        assertThat(values.get(1).getMap("statuses"))
                .isEqualTo(Map.of("press_force", "Good+Overflow", "press_force_", "Good+Overflow"));
        assertThat(values.get(2).getStruct("values").getString("press_name")).isEqualTo("a");
        assertThat(values.get(1).getInt64("sequence")).isEqualTo(5);
        assertThat(values.get(2).getInt64("sequence")).isEqualTo(7);
        assertThat(unit.records().get(2).sourceOffset().get("sequence")).isEqualTo(7L);
    }

    @Test
    void whatConnectLeavesOutOfAWideRecordAreAllItsSamples() {
        add(records("layout", "wide"), good(0, 2, 0, 1));
        unit.answer(0, true);
        unit.answer(1, false);
        assertThat(unit.dropped().stream()).containsExactly(2, 3);
    }

    /** A device that is away at first, comes, goes, and another run that begins with the device away. */
    @ParameterizedTest
    @CsvSource({"typed, RECORD_NAME", "typed, TOPIC_RECORD_NAME", "uniform, TOPIC_NAME", "wide, TOPIC_NAME"})
    void aRegistryTakesAllSchemasOfALayoutInItsSubjects(String layout, RegistryDouble.Subjects subjects) {
        RegistryDouble registry = new RegistryDouble(subjects);
        for (int run = 0; run < 2; run++) {
            SampleRecords records = records("layout", layout);
            add(records, bad(AWAY), good(0, 1, 2, 3), bad(AWAY), good(0), bad(THERE));
        }
        unit.records().forEach(registry::register);
        assertThat(registry.versions()).isLessThanOrEqualTo(5);
    }

    @Test
    void oneSubjectForSchemasOfSeveralTypesIsRefused() {
        RegistryDouble registry = new RegistryDouble(RegistryDouble.Subjects.TOPIC_NAME);
        add(records(), good(0, 1));
        assertThatIllegalStateException()
                .isThrownBy(() -> unit.records().forEach(registry::register))
                .withMessageContaining("machine-value");
    }

    @Test
    void timesCanBeConnectsTimestamps() {
        Struct value = add(records("times", "timestamp"), good(0)).get(0);
        assertThat(value.get("receivedAt")).isEqualTo(Date.from(Instant.ofEpochMilli(RECEIVED / 1_000_000)));
        assertThat(value.schema().field("receivedAt").schema().name())
                .isEqualTo("org.apache.kafka.connect.data.Timestamp");
        assertThat(value.schema().field("sequence").schema()).isEqualTo(Schema.INT64_SCHEMA);
    }
}
