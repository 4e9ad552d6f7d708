package io.taktstrom.kit.value;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.PlantPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class WireOrderTest {

    private static final StructType STRUCT = new StructType(
            "Drive",
            List.of(
                    new StructType.Field("speed", ScalarType.REAL, 0),
                    new StructType.Field("on", ScalarType.BOOL, 4, 2),
                    new StructType.Field("row", ArrayType.of(ScalarType.INT, 2), 6)),
            10);

    private static String put(WireOrder order, DataType type, Object value) {
        SampleBatch batch = PlantPoints.one(type).newBatch();
        Values.put(batch, 0, value);
        ByteBuffer wire = ByteBuffer.allocate(type.imageBytes());
        assertThat(order.put(batch, 0, type, wire, 0)).isEqualTo(StatusCode.GOOD);
        return HexFormat.of().formatHex(wire.array());
    }

    private static Object get(WireOrder order, DataType type, String hex) {
        SampleBatch batch = PlantPoints.one(type).newBatch();
        ByteBuffer wire = ByteBuffer.wrap(HexFormat.of().parseHex("ff" + hex));
        order.add(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, type, wire, 1);
        return Values.get(batch, 0);
    }

    /** The orders as makers of Modbus devices describe them: DCBA, ABCD and CDAB. */
    @ParameterizedTest
    @CsvSource({
        "LITTLE_ENDIAN, DWORD, 168496141, 0d0c0b0a",
        "BIG_ENDIAN,    DWORD, 168496141, 0a0b0c0d",
        "WORD_SWAPPED,  DWORD, 168496141, 0c0d0a0b",
        "BIG_ENDIAN,    INT,   -2,        fffe",
        "WORD_SWAPPED,  INT,   -2,        fffe",
        "WORD_SWAPPED,  DINT,  -2,        fffeffff",
        "BIG_ENDIAN,    LINT,  72623859790382856, 0102030405060708",
        "WORD_SWAPPED,  LINT,  72623859790382856, 0708050603040102",
        "WORD_SWAPPED,  UDINT, 4294967294, fffeffff",
        "WORD_SWAPPED,  USINT, 200,       c8",
    })
    void numbersHaveTheOrderOfTheDevice(WireOrder order, ScalarType type, long value, String hex) {
        assertThat(put(order, type, value)).isEqualTo(hex);
        assertThat(get(order, type, hex)).isEqualTo(value);
    }

    @Test
    void floatsAndTimesHaveItToo() {
        // 1.5 is 0x3FC00000 (IEEE 754); 66,051 ms are 0x00010203.
        assertThat(put(WireOrder.WORD_SWAPPED, ScalarType.REAL, 1.5f)).isEqualTo("00003fc0");
        assertThat(get(WireOrder.WORD_SWAPPED, ScalarType.REAL, "00003fc0")).isEqualTo(1.5f);
        assertThat(get(WireOrder.WORD_SWAPPED, ScalarType.LREAL, "0000000000003ff8"))
                .isEqualTo(1.5);
        assertThat(get(WireOrder.WORD_SWAPPED, ScalarType.TIME, "02030001"))
                .isEqualTo(java.time.Duration.ofMillis(66_051));
        assertThat(get(WireOrder.BIG_ENDIAN, ScalarType.TIME, "00010203"))
                .isEqualTo(java.time.Duration.ofMillis(66_051));
    }

    @Test
    void partsOfArraysAndStructuresAreTurnedOneByOne() {
        Map<String, Object> drive = Map.of("speed", 1.5f, "on", true, "row", List.of(1L, -2L));

        assertThat(put(WireOrder.BIG_ENDIAN, STRUCT, drive)).isEqualTo("3fc0000004000001fffe");
        assertThat(put(WireOrder.WORD_SWAPPED, STRUCT, drive)).isEqualTo("00003fc004000001fffe");
        assertThat(get(WireOrder.BIG_ENDIAN, STRUCT, "3fc0000004000001fffe")).isEqualTo(drive);
        assertThat(get(WireOrder.WORD_SWAPPED, ArrayType.of(ScalarType.DWORD, 2), "0c0d0a0b00010000"))
                .isEqualTo(List.of(0x0A0B0C0DL, 1L));
    }

    @ParameterizedTest
    @EnumSource
    void textStaysInTheOrderOfItsCharacters(WireOrder order) {
        assertThat(put(order, StringType.string(3), "ab")).isEqualTo("61620000");
        assertThat(get(order, StringType.string(3), "61620000")).isEqualTo("ab");
        assertThat(get(order, StringType.wstring(2), put(order, StringType.wstring(2), "\u20ac")))
                .isEqualTo("\u20ac");
    }

    @ParameterizedTest
    @EnumSource
    void enumerationsAreTheirIntegers(WireOrder order) {
        EnumType mode = new EnumType("Mode", ScalarType.DINT, List.of(new EnumType.Member("RUN", 7)));

        assertThat(get(order, mode, put(order, mode, "RUN"))).isEqualTo("RUN");
    }

    @ParameterizedTest
    @EnumSource
    void aValueThatDoesNotFitIsRefused(WireOrder order) {
        SampleBatch batch = new SampleBatch(1, 10);
        batch.reset(PlantPoints.one(ScalarType.DINT), 0, 0);
        batch.add(0, 0, StatusCode.GOOD, 1L << 31);
        ByteBuffer wire = ByteBuffer.allocate(8);

        assertThat(order.put(batch, 0, ScalarType.DINT, wire, 0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
        batch.clear();
        batch.addText(0, 0, StatusCode.GOOD, "a\u03a9");
        assertThat(order.put(batch, 0, StringType.string(7), wire, 0)).isEqualTo(StatusCode.BAD_ENCODING_ERROR);
        assertThat(order.put(batch, 0, StringType.wstring(1), wire, 0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
        assertThat(order.put(batch, 0, ArrayType.of(ScalarType.INT, 3), wire, 0))
                .isEqualTo(StatusCode.BAD_TYPE_MISMATCH);
    }

    @ParameterizedTest
    @EnumSource
    void turningBytesAllocatesNothing(WireOrder order) throws Exception {
        for (DataType type : List.of(ScalarType.REAL, StringType.string(3), STRUCT)) {
            SampleBatch batch = PlantPoints.one(type).newBatch();
            ByteBuffer wire = ByteBuffer.allocate(10);
            AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
                batch.clear();
                order.add(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, type, wire, 0);
                order.put(batch, 0, type, wire, 0);
            });
        }
    }
}
