package io.taktstrom.model;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DataTypeTest {

    @Test
    void everyScalarIsReadFromItsName() {
        for (ScalarType type : ScalarType.values()) {
            assertThat(DataType.parse(type.text())).isEqualTo(type);
            assertThat(DataType.parse(" " + type.text().toLowerCase(Locale.ROOT) + " "))
                    .isEqualTo(type);
        }
        assertThat(DataType.parse("TIME_OF_DAY")).isEqualTo(ScalarType.TOD);
        assertThat(DataType.parse("DATE_AND_TIME")).isEqualTo(ScalarType.DT);
    }

    @Test
    void stringsHaveALengthInEitherBracketOrEightyUnits() {
        assertThat(DataType.parse("STRING")).isEqualTo(StringType.string(80));
        assertThat(DataType.parse("STRING(20)")).isEqualTo(StringType.string(20));
        assertThat(DataType.parse("string [ 20 ]")).isEqualTo(StringType.string(20));
        assertThat(DataType.parse("WSTRING(0)")).isEqualTo(StringType.wstring(0));
        assertThat(DataType.parse("WSTRING(65535)")).isEqualTo(StringType.wstring(65_535));
    }

    @Test
    void arraysHaveBoundsAndMayBeNested() {
        assertThat(DataType.parse("ARRAY[1..3] OF DINT"))
                .isEqualTo(new ArrayType(ScalarType.DINT, List.of(new ArrayType.Bound(1, 3))));
        ArrayType matrix =
                new ArrayType(ScalarType.REAL, List.of(new ArrayType.Bound(-1, 1), new ArrayType.Bound(0, 4)));
        assertThat(DataType.parse("ARRAY[-1..1,0..4] OF REAL")).isEqualTo(matrix);
        assertThat(DataType.parse("array [ -1 .. 1 ] of array [ 0 .. 4 ] of real"))
                .isEqualTo(matrix);
        assertThat(DataType.parse("ARRAY[0..1] OF STRING(5)")).isEqualTo(ArrayType.of(StringType.string(5), 2));
    }

    @Test
    void theTextOfATypeGivesTheTypeAgain() {
        for (String text : List.of(
                "LREAL",
                "STRING(7)",
                "WSTRING(7)",
                "ARRAY[*] OF INT",
                "ARRAY[-2147483648..-2147483648] OF BOOL",
                "ARRAY[1..3,-1..1,0..0] OF WSTRING(3)")) {
            assertThat(DataType.parse(text).text()).isEqualTo(text);
        }
    }

    @Test
    void anErrorSaysWhereAndWhatWouldBeRight() {
        assertWrong(
                "FLOAT", "type 'FLOAT', column 1: expected STRING(n), WSTRING(n), ARRAY[l..u] OF type, or one of BOOL");
        assertWrong("", "type '', column 1: expected STRING(n)");
        assertWrong("\u00df", "column 1: expected");
        assertWrong("INT x", "type 'INT x', column 5: expected nothing more");
        assertWrong("STRING(", "column 8: expected a number");
        assertWrong("STRING(5", "column 9: expected ')'");
        assertWrong("STRING[5)", "column 9: expected ']'");
        assertWrong("STRING(99999999999)", "column 8: expected a number");
        assertWrong("STRING(70000)", "type 'STRING(70000)', column 8: string length 70000 is outside 0..65535");
        assertWrong("STRING(-1)", "string length -1 is outside 0..65535");
        assertWrong("ARRAY[1..3 OF INT", "column 12: expected ']'");
        assertWrong("ARRAY[1,3] OF INT", "column 8: expected '..'");
        assertWrong(
                "ARRAY[3..1] OF INT", "type 'ARRAY[3..1] OF INT', column 7: array bound 3..1 is empty or too large");
        assertWrong("ARRAY[1..3] INT", "column 13: expected OF");
        assertWrong("ARRAY[1..3]", "expected OF");
        assertWrong("ARRAY[1..3] OF", "column 15: expected STRING(n)");
        assertWrong("ARRAY[0..2147483646,0..9] OF INT", "too large");
    }

    @Test
    void anArrayOfAnyLengthHasOneDimension() {
        assertWrong("ARRAY[*,1..2] OF INT", "column 8: expected ']'");
        assertWrong("ARRAY[*] OF ARRAY[1..2] OF INT", "any length has one dimension");
        assertWrong("ARRAY[1..2] OF ARRAY[*] OF INT", "any length has one dimension");
    }

    /** Devices name types too: what they send must not overflow the stack. */
    @Test
    void nestingHasNoDepthThatCrashes() {
        String deep = "ARRAY[0..0] OF ".repeat(100_000) + "INT";
        assertThat(((ArrayType) DataType.parse(deep)).bounds()).hasSize(100_000);
    }

    private static void assertWrong(String text, String message) {
        assertThatThrownBy(() -> DataType.parse(text))
                .as(text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
