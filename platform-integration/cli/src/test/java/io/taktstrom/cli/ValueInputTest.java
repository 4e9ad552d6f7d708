package io.taktstrom.cli;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ValueInputTest {

    @Test
    void integersComeInEveryBase() {
        assertThat(typed(ScalarType.WORD, "255")).isEqualTo(255L);
        assertThat(typed(ScalarType.WORD, "16#FF")).isEqualTo(255L);
        assertThat(typed(ScalarType.WORD, "0xff")).isEqualTo(255L);
        assertThat(typed(ScalarType.WORD, "2#1111_0000")).isEqualTo(240L);
        assertThat(typed(ScalarType.WORD, "8#17")).isEqualTo(15L);
        assertThat(typed(ScalarType.DINT, "-7")).isEqualTo(-7L);
    }

    @Test
    void digitsMustBeOfTheirBase() {
        assertThatThrownBy(() -> typed(ScalarType.WORD, "2#102")).hasMessageContaining("digits that its base");
    }

    @Test
    void aValueOutOfRangeIsRefused() {
        assertThatThrownBy(() -> typed(ScalarType.USINT, "256")).hasMessageContaining("out of the range of USINT");
        assertThatThrownBy(() -> typed(ScalarType.INT, "1.5")).hasMessageContaining("INT");
        assertThatThrownBy(() -> typed(ScalarType.REAL, "fast")).hasMessageContaining("REAL");
    }

    @Test
    void booleansAndTimesAreTypedAsPeopleDo() {
        assertThat(typed(ScalarType.BOOL, " TRUE ")).isEqualTo(true);
        assertThat(typed(ScalarType.BOOL, "0")).isEqualTo(false);
        assertThat(typed(ScalarType.TIME, "250ms")).hasToString("PT0.25S");
        assertThat(typed(ScalarType.TIME, "PT1H")).hasToString("PT1H");
        assertThat(typed(ScalarType.TIME, "T#1d2h")).hasToString("PT26H");
        assertThat(typed(ScalarType.TIME, "49d17h2m47s295ms")).hasToString("PT1193H2M47.295S");
        assertThat(typed(ScalarType.TIME, "time#1d_2h_3.5S")).hasToString("PT26H3.5S");
        assertThat(typed(ScalarType.LTIME, "LTIME#-7ns")).hasToString("PT-0.000000007S");
    }

    @Test
    void aTimeOfAnotherFormSaysWhichFormsFit() {
        for (String text : List.of("5", "T#", "T#5", "1 h", "fast", "")) {
            assertThatThrownBy(() -> typed(ScalarType.TIME, text))
                    .hasMessageContaining("is no TIME; write 250ms, T#1d2h, 49d17h2m47s295ms or PT1H30M");
        }
        assertThatThrownBy(() -> typed(ScalarType.TIME, "49d17h2m47s296ms"))
                .hasMessageContaining("out of the range of TIME");
        assertThatThrownBy(() -> typed(ScalarType.TIME, "1us")).hasMessageContaining("finer than");
    }

    @Test
    void textIsTakenAsItIs() {
        assertThat(typed(StringType.string(20), " a=\"b\" ")).isEqualTo(" a=\"b\" ");
        assertThat(typed(StringType.string(20), "")).isEqualTo("");
    }

    @Test
    void arraysAndStructuresAreJsonAndExact() {
        StructType axis = new StructType(
                "ST_Axis",
                List.of(
                        new StructType.Field("pos", ScalarType.LREAL, 0),
                        new StructType.Field("count", ScalarType.ULINT, 8)),
                16);
        assertThat(typed(ArrayType.of(ScalarType.INT, 3), "[1, 2, 3]")).isEqualTo(List.of(1L, 2L, 3L));
        assertThat(typed(axis, "{\"pos\": 0.1, \"count\": 18446744073709551615}"))
                .isEqualTo(Map.of("pos", 0.1, "count", new java.math.BigInteger("18446744073709551615")));
    }

    @Test
    void brokenJsonSaysWhatWouldBeRight() {
        ArrayType type = ArrayType.of(ScalarType.INT, 3);
        assertThatThrownBy(() -> typed(type, "[1,2")).hasMessageContaining("needs JSON such as [1,2,3]");
        assertThatThrownBy(() -> typed(type, "[1,2,3] 4")).hasMessageContaining("needs JSON");
        assertThatThrownBy(() -> typed(type, "null")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> typed(type, "[1,2]")).hasMessageContaining("3 needed");
    }

    /** What a device would get. */
    private static Object typed(DataType type, String text) {
        FixedGroup group = new FixedGroup(List.of(DataPoint.of("x")), List.of(type), List.of(0));
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, ValueInput.parse(type, text));
        return Values.get(batch, 0);
    }
}
