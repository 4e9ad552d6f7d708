package io.taktstrom.connect.source;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectValueTest {

    /** What a value becomes on its way from a device to a record; Connect itself checks it against its schema. */
    private static Object through(DataType type, Object value) {
        return through(new ConnectValue(false), type, value);
    }

    private static Object through(ConnectValue values, DataType type, Object value) {
        PointGroup group = new FixedGroup(
                List.of(new DataPoint("p", "p", type, false, "", Map.of())), List.of(type), List.of(StatusCode.GOOD));
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, value);
        Schema schema = values.optional(type);
        Object made = values.of(type, schema, Values.get(batch, 0));
        ConnectSchema.validateValue(schema, made);
        return made;
    }

    @Test
    void timesCanBeConnectsLogicalTypes() {
        ConnectValue logical = new ConnectValue(true);
        assertThat(through(logical, ScalarType.DATE, "1970-01-03"))
                .isEqualTo(Date.from(Instant.ofEpochMilli(2 * 86_400_000L)));
        assertThat(through(logical, ScalarType.LTOD, "00:00:01.5")).isEqualTo(Date.from(Instant.ofEpochMilli(1_500)));
        assertThat(through(logical, ScalarType.LDT, "1970-01-01T00:01:00"))
                .isEqualTo(Date.from(Instant.ofEpochMilli(60_000)));
        assertThat(through(logical, ScalarType.TIME, Duration.ofMillis(1_500))).isEqualTo("PT1.5S");
        assertThat(logical.optional(ScalarType.DATE).name()).isEqualTo("org.apache.kafka.connect.data.Date");
    }

    @Test
    void everyScalarFitsIntoTheTypeOfItsSchema() {
        assertThat(through(ScalarType.BOOL, true)).isEqualTo(true);
        assertThat(through(ScalarType.SINT, -128)).isEqualTo((byte) -128);
        assertThat(through(ScalarType.USINT, 255)).isEqualTo((short) 255);
        assertThat(through(ScalarType.INT, -32_768)).isEqualTo((short) -32_768);
        assertThat(through(ScalarType.UINT, 65_535)).isEqualTo(65_535);
        assertThat(through(ScalarType.DINT, -1)).isEqualTo(-1);
        assertThat(through(ScalarType.UDINT, 4_294_967_295L)).isEqualTo(4_294_967_295L);
        assertThat(through(ScalarType.LINT, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(through(ScalarType.ULINT, "18446744073709551615")).isEqualTo(new BigDecimal("18446744073709551615"));
        assertThat(through(ScalarType.LWORD, 7)).isEqualTo(BigDecimal.valueOf(7));
        assertThat(through(ScalarType.REAL, 1.5f)).isEqualTo(1.5f);
        assertThat(through(ScalarType.LREAL, 0.1)).isEqualTo(0.1);
        assertThat(through(ScalarType.TIME, Duration.ofMillis(1_500))).isEqualTo("PT1.5S");
        assertThat(through(ScalarType.DATE, "2026-11-22")).isEqualTo("2026-11-22");
        assertThat(through(StringType.string(8), "Köln")).isEqualTo("Köln");
    }

    @Test
    void anEnumerationIsItsMembersNameOrItsNumber() {
        EnumType mode = new EnumType("E_Mode", ScalarType.INT, List.of(new EnumType.Member("Auto", 1)));
        assertThat(through(mode, "Auto")).isEqualTo("Auto");
        assertThat(through(mode, 7)).isEqualTo("7");
    }

    @Test
    void arraysAndStructuresAreConnectsOwn() {
        assertThat(through(ArrayType.of(ScalarType.UINT, 3), List.of(1, 2, 65_535)))
                .isEqualTo(List.of(1, 2, 65_535));
        ArrayType square =
                new ArrayType(ScalarType.DINT, List.of(new ArrayType.Bound(1, 2), new ArrayType.Bound(1, 2)));
        assertThat(through(square, List.of(List.of(1, 2), List.of(3, 4))))
                .isEqualTo(List.of(List.of(1, 2), List.of(3, 4)));
        StructType recipe = new StructType(
                "ST_Recipe",
                List.of(
                        new StructType.Field("nLayers", ScalarType.UINT, 0),
                        new StructType.Field("aWidth", ArrayType.of(ScalarType.REAL, 2), 4)),
                12);
        Struct struct = (Struct) through(recipe, Map.of("nLayers", 3, "aWidth", List.of(0.5, 1.5)));
        assertThat(struct.getInt32("nLayers")).isEqualTo(3);
        assertThat(struct.getArray("aWidth")).isEqualTo(List.of(0.5f, 1.5f));
        assertThat(struct.schema().name()).isEqualTo("io.taktstrom.struct.ST_Recipe");
    }
}
