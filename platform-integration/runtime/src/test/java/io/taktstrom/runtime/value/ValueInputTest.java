package io.taktstrom.runtime.value;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
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
    void timesComeAsIecWritesThemOrAsIso() {
        assertThat(typed(ScalarType.TIME, "T#1d2h")).hasToString("PT26H");
        assertThat(typed(ScalarType.TIME, "time#1h_30m")).hasToString("PT1H30M");
        assertThat(typed(ScalarType.TIME, "49d17h2m47s295ms")).isEqualTo(Duration.ofMillis((1L << 32) - 1));
        assertThat(typed(ScalarType.TIME, "1.5s")).hasToString("PT1.5S");
        assertThat(typed(ScalarType.TIME, "5m")).hasToString("PT5M");
        assertThat(typed(ScalarType.LTIME, "LTIME#1us7ns")).hasToString("PT0.000001007S");
        assertThat(typed(ScalarType.DATE, "D#2026-11-21")).hasToString("2026-11-21");
        assertThat(typed(ScalarType.TOD, "TOD#07:05:09.25")).hasToString("07:05:09.250");
        assertThat(typed(ScalarType.DT, "DT#2026-11-21-07:05:09")).hasToString("2026-11-21T07:05:09");
    }

    @Test
    void aTimeThatIsNoneSaysWhichFormsFit() {
        for (String wrong : List.of("", "5", "T#", "1h1d", "soon", "5 minutes", "T#1d2x", "-", "1".repeat(500) + "d")) {
            assertThatThrownBy(() -> typed(ScalarType.TIME, wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a valid TIME; write 250ms, 1d2h30m, T#49d17h2m47s295ms or PT1.5S");
        }
        assertThatThrownBy(() -> typed(ScalarType.TIME, "50d")).hasMessageContaining("out of the range of TIME");
        assertThatThrownBy(() -> typed(ScalarType.DATE, "21.11.2026")).hasMessageContaining("D#2026-11-21");
        assertThatThrownBy(() -> typed(ScalarType.TOD, "7 o'clock")).hasMessageContaining("TOD#07:05:09.250");
        assertThatThrownBy(() -> typed(ScalarType.DT, "now")).hasMessageContaining("DT#2026-11-21-07:05:09");
    }

    @Test
    void anEnumerationComesByNameOrNumberAndAWrongNameListsTheMembers() {
        EnumType state = new EnumType(
                "E_State", ScalarType.INT, List.of(new EnumType.Member("Idle", 0), new EnumType.Member("Running", 10)));
        assertThat(typed(state, "running")).isEqualTo("Running");
        assertThat(typed(state, "10")).isEqualTo("Running");
        assertThat(typed(state, "16#A")).isEqualTo("Running");
        assertThat(typed(state, "-3")).isEqualTo(-3L);
        assertThatThrownBy(() -> typed(state, "Runing"))
                .hasMessage("'Runing' is not a valid E_State; did you mean 'Running'? there are Idle, Running");
        assertThatThrownBy(() -> typed(state, "off"))
                .hasMessage("'off' is not a valid E_State; there are Idle, Running");
        StructType job = new StructType(
                "ST_Job",
                List.of(new StructType.Field("state", state, 0), new StructType.Field("time", ScalarType.TIME, 4)),
                8);
        assertThat(typed(job, "{\"state\": \"Idle\", \"time\": \"T#2s\"}"))
                .isEqualTo(Map.of("state", "Idle", "time", Duration.ofSeconds(2)));
        assertThat(typed(ArrayType.of(state, 2), "[\"Idle\", 10]")).isEqualTo(List.of("Idle", "Running"));
        assertThatThrownBy(() -> typed(job, "{\"state\": \"off\", \"time\": \"T#2s\"}"))
                .hasMessage("state: 'off' is not a valid E_State; there are Idle, Running");
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
        assertThatThrownBy(() -> typed(type, "[1,2,null]")).hasMessageContaining("null is not a valid value for INT");
    }

    /** What a device would get. */
    private static Object typed(DataType type, String text) {
        FixedGroup group = new FixedGroup(List.of(DataPoint.of("x")), List.of(type), List.of(0));
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, ValueInput.parse(type, text));
        return Values.get(batch, 0);
    }
}
