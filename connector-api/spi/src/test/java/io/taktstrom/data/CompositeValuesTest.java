package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Arrays and structures as Java objects and as images. */
class CompositeValuesTest {

    private static final ArrayType MATRIX = (ArrayType) DataType.parse("ARRAY[1..2,-1..1] OF INT");
    private static final ArrayType ANY = (ArrayType) DataType.parse("ARRAY[*] OF INT");

    /** Two bits share byte 0; bytes 1 and 9 are padding. */
    private static final StructType AXIS = new StructType(
            "ST_Axis",
            List.of(
                    new StructType.Field("ready", ScalarType.BOOL, 0, 0),
                    new StructType.Field("fault", ScalarType.BOOL, 0, 7),
                    new StructType.Field("speed", ScalarType.INT, 2),
                    new StructType.Field("name", StringType.string(3), 4),
                    new StructType.Field("limits", ArrayType.of(ScalarType.USINT, 2), 8)),
            11);

    private static final StructType NESTED = new StructType(
            "ST_Pair", List.of(new StructType.Field("a", AXIS, 0), new StructType.Field("b", AXIS, 11)), 22);

    private static final Map<String, Object> AXIS_VALUE =
            Map.of("ready", true, "fault", true, "speed", -2L, "name", "X", "limits", List.of(1L, 255L));

    private static String hex(ByteBuffer image) {
        byte[] bytes = new byte[image.capacity()];
        image.get(0, bytes);
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
    }

    private static Object read(DataType type, String hex) {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
        return Values.read(type, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
    }

    @Test
    void anArrayIsRowMajorAndItsDimensionsAreNested() {
        List<List<Long>> value = List.of(List.of(1L, 2L, 3L), List.of(4L, 5L, 6L));
        String image = "01 00 02 00 03 00 04 00 05 00 06 00";
        assertThat(hex(Values.image(MATRIX, value))).isEqualTo(image);
        assertThat(read(MATRIX, image)).isEqualTo(value);
    }

    @Test
    void aStructureIsFieldsAtTheirOffsets() {
        String image = "81 00 FE FF 58 00 00 00 01 FF 00";
        assertThat(hex(Values.image(AXIS, AXIS_VALUE))).isEqualTo(image);
        assertThat(read(AXIS, image)).isEqualTo(AXIS_VALUE);
        assertThat(((Map<?, ?>) read(AXIS, image)).keySet().stream().map(Object::toString))
                .as("in the device's order")
                .containsExactly("ready", "fault", "speed", "name", "limits");
        Map<String, Object> pair = Map.of("a", AXIS_VALUE, "b", AXIS_VALUE);
        assertThat(read(NESTED, image + " " + image)).isEqualTo(pair);
        assertThat(hex(Values.image(NESTED, pair))).isEqualTo(image + " " + image);
    }

    @Test
    void stringsInAnArrayKeepTheDevicesEncoding() {
        ArrayType names = ArrayType.of(StringType.string(2), 2);
        String image = "80 00 00 41 42 00";
        assertThat(read(names, image)).isEqualTo(List.of("\u20ac", "AB"));
        assertThat(hex(Values.image(names, List.of("\u20ac", "AB")))).isEqualTo(image);
        ArrayType wide = ArrayType.of(StringType.wstring(1), 1);
        assertThat(hex(Values.image(wide, List.of("\u03a9")))).isEqualTo("A9 03 00 00");
    }

    @Test
    void anArrayOfAnyLengthHasAsManyElementsAsItsBytesHold() {
        assertThat(read(ANY, "01 00 02 00 03 00")).isEqualTo(List.of(1L, 2L, 3L));
        assertThat(read(ANY, "")).isEqualTo(List.of());
        assertThat(hex(Values.image(ANY, List.of(1, 2)))).isEqualTo("01 00 02 00");
        assertThat(Values.image(ANY, List.of()).capacity()).isZero();
        SampleBatch batch = new SampleBatch(3, 10);
        batch.reset(FixedGroup.of(ANY), 0, 0);
        Values.put(batch, 0, List.of(7, 8, 9));
        Values.put(batch, 0, List.of());
        assertThat(Values.get(batch, 0)).isEqualTo(List.of(7L, 8L, 9L));
        assertThat(hex(Values.image(batch, 0))).isEqualTo("07 00 08 00 09 00");
        assertThat(Values.get(batch, 1)).isEqualTo(List.of());
    }

    @Test
    void anArrayNeedsAllItsElements() {
        refused(MATRIX, List.of(List.of(1, 2, 3)), "1 elements given, 2 needed for ARRAY[1..2,-1..1] OF INT");
        refused(MATRIX, List.of(List.of(1, 2, 3), List.of(4, 5)), "2 elements given, 3 needed");
        refused(MATRIX, List.of(1, 2), "value 1 (Integer) does not fit type");
        refused(MATRIX, "text", "does not fit type");
        List<Object> holes = new ArrayList<>();
        holes.add(null);
        refused(ArrayType.of(ScalarType.INT, 1), holes, "null is not a value of");
        refused(ArrayType.of(ScalarType.INT, 1), List.of(70_000), "out of the range of INT");
    }

    @Test
    void aStructureNeedsAllItsFieldsAndNoOthers() {
        assertThat(hex(Values.image(AXIS, with("SPEED", "speed", 1))))
                .as("whatever the case")
                .startsWith("81 00 01 00");
        refused(AXIS, with("extra", "extra", 1), "structure ST_Axis has no field extra");
        Map<String, Object> fewer = new HashMap<>(AXIS_VALUE);
        fewer.remove("name");
        refused(AXIS, fewer, "structure ST_Axis needs a value for its field name");
        refused(AXIS, List.of(), "does not fit type ST_Axis");
        refused(AXIS, with("ready", "ready", 5), "does not fit type BOOL");
    }

    private static Map<String, Object> with(String name, String instead, Object value) {
        Map<String, Object> changed = new HashMap<>(AXIS_VALUE);
        changed.remove(instead);
        changed.put(name, value);
        return changed;
    }

    private static void refused(DataType type, Object value, String message) {
        SampleBatch batch = FixedGroup.of(type).newBatch();
        assertThatThrownBy(() -> Values.put(batch, 0, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(batch.isEmpty()).isTrue();
    }

    /** The arena holds other samples too: reading on would show their bytes. */
    @Test
    void aSampleWithTooFewOrTooManyBytesIsNoValue() {
        for (DataType type : List.of(MATRIX, AXIS, DataType.parse("ARRAY[*] OF DINT"))) {
            for (int bytes : new int[] {1, type.imageBytes() + 1}) {
                SampleBatch batch = new SampleBatch(2, 100);
                batch.reset(FixedGroup.of(type), 0, 0);
                batch.addBytes(0, 0, StatusCode.GOOD, ByteBuffer.allocate(bytes), 0, bytes);
                batch.addBytes(0, 0, StatusCode.GOOD, ByteBuffer.allocate(50), 0, 50);
                assertThatThrownBy(() -> Values.get(batch, 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("sample 0 has " + bytes + " bytes, which are no " + type.text());
                assertThatThrownBy(() -> Values.image(batch, 0)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void aBadSampleOfAStructureIsNoValue() {
        SampleBatch batch = FixedGroup.of(AXIS).newBatch();
        batch.addBad(0, 0, StatusCode.BAD_TIMEOUT);
        assertThatThrownBy(() -> Values.get(batch, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
