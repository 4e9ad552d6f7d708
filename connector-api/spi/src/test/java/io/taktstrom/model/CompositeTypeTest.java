package io.taktstrom.model;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Arrays, structures, enumerations and strings as types. */
class CompositeTypeTest {

    @Test
    void anArrayCountsItsElementsAndBytes() {
        ArrayType matrix =
                new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(1, 3), new ArrayType.Bound(-2, 1)));
        assertThat(matrix.count()).isEqualTo(12);
        assertThat(matrix.imageBytes()).isEqualTo(24);
        assertThat(matrix.arenaBytes()).isEqualTo(24);
        assertThat(matrix.isInline()).isFalse();
        ArrayType any = new ArrayType(ScalarType.INT, List.of());
        assertThat(any.count()).isZero();
        assertThat(any.imageBytes()).isZero();
        assertThat(any.text()).isEqualTo("ARRAY[*] OF INT");
    }

    @Test
    void anArrayOfArraysIsOneArrayWithMoreDimensions() {
        ArrayType inner = new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(1, 3)));
        assertThat(new ArrayType(inner, List.of(new ArrayType.Bound(0, 1))))
                .isEqualTo(
                        new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(0, 1), new ArrayType.Bound(1, 3))));
    }

    @Test
    void anArrayThatFitsNoMemoryIsRefused() {
        assertThatThrownBy(() -> ArrayType.of(ScalarType.LREAL, Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too large");
        assertThatThrownBy(() -> ArrayType.of(ScalarType.LREAL, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0..-1 is empty");
        assertThatThrownBy(() -> new ArrayType.Bound(Integer.MIN_VALUE, Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ArrayType.of(ScalarType.BYTE, Integer.MAX_VALUE).imageBytes())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void anArrayOfAnyLengthHasNoFixedElementsOfItsKind() {
        ArrayType any = new ArrayType(ScalarType.INT, List.of());
        assertThatThrownBy(() -> new ArrayType(any, List.of(new ArrayType.Bound(0, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("any length has one dimension");
    }

    @Test
    void aStructureFindsItsFieldsWhateverTheCase() {
        StructType type = new StructType(
                "ST_Axis",
                List.of(
                        new StructType.Field("Speed", ScalarType.LREAL, 0),
                        new StructType.Field("ready", ScalarType.BOOL, 8, 7)),
                16);
        assertThat(type.field("SPEED")).isEqualTo(type.fields().get(0));
        assertThat(type.field("none")).isNull();
        assertThat(type.text()).isEqualTo("ST_Axis");
        assertThat(type.arenaBytes()).isEqualTo(16);
    }

    @Test
    void aFieldLiesWithinItsStructure() {
        assertThatThrownBy(() -> struct(8, new StructType.Field("x", ScalarType.LREAL, 1)))
                .hasMessage("field x ends after the 8 bytes of S");
        assertThatThrownBy(() -> struct(8, new StructType.Field("x", ScalarType.LREAL, Integer.MAX_VALUE)))
                .hasMessage("field x ends after the 8 bytes of S");
        assertThatThrownBy(() -> struct(0)).hasMessage("structure S has 0 bytes");
        assertThatThrownBy(() -> new StructType.Field("x", ScalarType.BOOL, 0, 8))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StructType.Field("x", ScalarType.BOOL, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyABoolCanBeOneBit() {
        assertThatThrownBy(() -> new StructType.Field("x", ScalarType.INT, 0, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only a BOOL can be one bit");
    }

    /** Its neighbours could not know where it ends. */
    @Test
    void aFieldHasASize() {
        assertThatThrownBy(() -> struct(8, new StructType.Field("x", new ArrayType(ScalarType.INT, List.of()), 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field x of S has no size");
    }

    private static StructType struct(int bytes, StructType.Field... fields) {
        return new StructType("S", List.of(fields), bytes);
    }

    @Test
    void anEnumerationNamesIntegers() {
        EnumType type = new EnumType(
                "E_State", ScalarType.INT, List.of(new EnumType.Member("Idle", 0), new EnumType.Member("Run", -5)));
        assertThat(type.member(-5)).isEqualTo(type.members().get(1));
        assertThat(type.member("IDLE")).isEqualTo(type.members().get(0));
        assertThat(type.member(7)).isNull();
        assertThat(type.member("none")).isNull();
        assertThat(type.imageBytes()).isEqualTo(2);
        assertThat(type.isInline()).isTrue();
        assertThat(type.text()).isEqualTo("E_State");
    }

    @Test
    void anEnumerationOfSomethingElseIsRefused() {
        assertThatThrownBy(() -> new EnumType("E", ScalarType.LREAL, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("enumeration E cannot be based on LREAL; it needs an integer type");
    }

    @Test
    void aStringHasRoomForItsTerminatorAndForTheLongestUtf8() {
        assertThat(StringType.string(10).imageBytes()).isEqualTo(11);
        assertThat(StringType.wstring(10).imageBytes()).isEqualTo(22);
        for (StringType.Encoding encoding : StringType.Encoding.values()) {
            assertThat(new StringType(encoding, 10).arenaBytes()).isEqualTo(30);
        }
        assertThatThrownBy(() -> StringType.string(65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StringType.string(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
