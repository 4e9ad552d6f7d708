package io.taktstrom.sinks.format;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class JsonFormatTest {

    private final JsonFormat format = new JsonFormat();
    private final TextBuffer out = new TextBuffer();

    @Test
    void aSampleIsOneObjectWithItsKeysInOrder() {
        assertThat(line(SampleOf.bits(ScalarType.DINT, -42)))
                .isEqualTo("{\"point\":\"press1.\\\"temp\\\"\",\"value\":-42,\"status\":\"Good\","
                        + "\"sourceTime\":\"2026-11-21T07:05:09.000000001Z\","
                        + "\"receivedAt\":\"2026-11-21T07:05:09.000000002Z\"}\n");
    }

    @Test
    void aBadSampleHasNoValue() {
        SampleBatch batch = SampleOf.bits(ScalarType.DINT, 1);
        batch.reset(batch.group(), SampleBatch.NO_TIME, 0);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(line(batch))
                .endsWith(
                        ",\"value\":null,\"status\":\"Bad_NodeIdUnknown\",\"sourceTime\":null,\"receivedAt\":null}\n");
    }

    @Test
    void anUncertainSampleKeepsItsValueAndItsOverflowMark() {
        SampleBatch batch = SampleOf.bits(ScalarType.INT, 7);
        batch.setStatusAt(0, StatusCode.withOverflow(StatusCode.UNCERTAIN_LAST_USABLE_VALUE));
        assertThat(line(batch)).contains("\"value\":7,\"status\":\"Uncertain_LastUsableValue+Overflow\"");
    }

    @Test
    void integersKeepAllTheirDigits() {
        assertThat(value(ScalarType.LINT, Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
        assertThat(value(ScalarType.ULINT, "18446744073709551615")).isEqualTo("18446744073709551615");
        assertThat(value(ScalarType.ULINT, "10000000000000000000")).isEqualTo("10000000000000000000");
        assertThat(value(ScalarType.LWORD, 0)).isEqualTo("0");
        assertThat(value(ScalarType.BOOL, true)).isEqualTo("true");
    }

    @Test
    void aRealIsNotShownAsTheDoubleThatCarriesIt() {
        assertThat(value(ScalarType.REAL, 0.1f)).isEqualTo("0.1");
        assertThat(value(ScalarType.LREAL, (double) 0.1f)).isEqualTo("0.10000000149011612");
    }

    @Test
    void numbersThatJsonLacksAreStrings() {
        assertThat(value(ScalarType.REAL, Float.NaN)).isEqualTo("\"NaN\"");
        assertThat(value(ScalarType.LREAL, Double.POSITIVE_INFINITY)).isEqualTo("\"Infinity\"");
        assertThat(value(ScalarType.LREAL, Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    }

    @Test
    void timesAreIso8601() {
        assertThat(value(ScalarType.TIME, Duration.ofMillis(1500))).isEqualTo("\"PT1.5S\"");
        assertThat(value(ScalarType.DT, LocalDateTime.of(2026, 1, 2, 3, 4, 5))).isEqualTo("\"2026-01-02T03:04:05\"");
    }

    @Test
    void textIsEscapedAndStaysUnicode() {
        assertThat(value(StringType.string(80), "a\"b\\c\n\u001b[2Jü€"))
                .isEqualTo("\"a\\\"b\\\\c\\u000a\\u001b[2Jü€\"");
        assertThat(value(StringType.wstring(80), "😀")).isEqualTo("\"😀\"");
        assertThat(value(ScalarType.CHAR, "\"")).isEqualTo("\"\\\"\"");
        assertThat(valueIn(line(SampleOf.bits(ScalarType.WCHAR, 0xD800)))).isEqualTo("\"\uFFFD\"");
    }

    @Test
    void bytesThatAreNotUtf8AreReplaced() {
        SampleBatch batch = SampleOf.value(new StringType(StringType.Encoding.UTF_8, 10), "");
        batch.clear();
        byte[] broken = {'a', (byte) 0xFF, 'b'};
        batch.addBytes(0, 0, StatusCode.GOOD, java.nio.ByteBuffer.wrap(broken), 0, 3);
        assertThat(valueIn(line(batch))).isEqualTo("\"a\uFFFDb\"");
    }

    @Test
    void anEnumerationIsItsNameOrElseItsNumber() {
        EnumType state = new EnumType(
                "E_State", ScalarType.INT, List.of(new EnumType.Member("IDLE", 0), new EnumType.Member("RUN", 1)));
        assertThat(value(state, "RUN")).isEqualTo("\"RUN\"");
        assertThat(value(state, 9)).isEqualTo("9");
    }

    @Test
    void arraysAndStructuresAreNested() {
        StructType axis = new StructType(
                "ST_Axis",
                List.of(
                        new StructType.Field("on", ScalarType.BOOL, 0),
                        new StructType.Field("name", StringType.string(9), 1),
                        new StructType.Field("pos", ScalarType.LREAL, 16),
                        new StructType.Field("t", ScalarType.REAL, 24)),
                28);
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("on", true);
        one.put("name", "x\"");
        one.put("pos", 0.1);
        one.put("t", "NaN");
        assertThat(value(ArrayType.of(axis, 1), List.of(one)))
                .isEqualTo("[{\"on\":true,\"name\":\"x\\\"\",\"pos\":0.1,\"t\":\"NaN\"}]");
        assertThat(value(DataType.parse("ARRAY[0..1,0..1] OF INT"), List.of(List.of(1, 2), List.of(3, 4))))
                .isEqualTo("[[1,2],[3,4]]");
    }

    @ParameterizedTest
    @EnumSource(names = {"BOOL", "DINT", "ULINT", "REAL", "LREAL", "CHAR"})
    void aNumberIsWrittenWithoutAllocating(ScalarType type) throws Exception {
        long bits = switch (type) {
            case REAL -> Double.doubleToRawLongBits((float) Math.sin(1));
            case LREAL -> Double.doubleToRawLongBits(1234.5678);
            default -> 1;
        };
        SampleBatch batch = SampleOf.bits(type, bits);
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            out.clear();
            format.write(batch, 0, out);
        });
    }

    private String line(SampleBatch batch) {
        out.clear();
        format.write(batch, 0, out);
        return new String(out.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** The file may be shown in a terminal. */
    @Test
    void whatATerminalWouldObeyIsEscaped() {
        String evil = "\u009b31m\u007f\u0085\u202e\u2028\u2066\ufeff";
        assertThat(value(new StringType(StringType.Encoding.UTF_8, 80), evil + "\u00fc\u20ac"))
                .isEqualTo("\"\\u009b31m\\u007f\\u0085\\u202e\\u2028\\u2066\\ufeff\u00fc\u20ac\"");
        assertThat(valueIn(line(SampleOf.bits(ScalarType.WCHAR, 0x9B)))).isEqualTo("\"\\u009b\"");
    }

    private String value(DataType type, Object value) {
        return valueIn(line(SampleOf.value(type, value)));
    }

    private static String valueIn(String line) {
        return line.replaceAll("(?s).*,\"value\":(.*),\"status\".*", "$1");
    }
}
