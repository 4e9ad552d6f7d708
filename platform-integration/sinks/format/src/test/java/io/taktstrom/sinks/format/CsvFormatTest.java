package io.taktstrom.sinks.format;

import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import static org.assertj.core.api.Assertions.assertThat;

class CsvFormatTest {

    private final CsvFormat format = new CsvFormat();
    private final TextBuffer out = new TextBuffer();

    @Test
    void theHeaderNamesTheColumns() {
        format.writeHeader(out);
        assertThat(out).hasToString("point,value,status,sourceTime,receivedAt\n");
    }

    @Test
    void aSampleIsOneLineAndItsNameIsQuotedWhenItMust() {
        assertThat(line(SampleOf.bits(ScalarType.REAL, Double.doubleToRawLongBits(0.1f))))
                .isEqualTo("\"press1.\"\"temp\"\"\",0.1,Good,"
                        + "2026-11-21T07:05:09.000000001Z,2026-11-21T07:05:09.000000002Z\n");
    }

    @Test
    void textWithCommasQuotesAndLineFeedsStaysOneField() {
        assertThat(line(SampleOf.value(StringType.string(80), "a,\"b\"\nü"))).contains(",\"a,\"\"b\"\"\nü\",Good,");
        assertThat(line(SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2))))
                .contains(",\"[1,2]\",Good,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+cmd|' /C calc'!A0",
                "-2+3",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "-",
                "+1.5x",
                "'",
                "'=1",
                "＝1",
                "－1"
            })
    void aTextThatASpreadsheetWouldExecuteIsMarkedAndReadsBackAsItWas(String text) {
        String field = fieldOf(line(SampleOf.value(StringType.wstring(80), text)));
        assertThat(field).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "+5", "-0.5", "-.5", "+1.25E-7", "-1e9", "", "a=b", "5", " =1"})
    void numbersAndOtherTextsStayAsTheyAre(String text) {
        assertThat(fieldOf(line(SampleOf.value(StringType.wstring(80), text)))).isEqualTo(text);
    }

    @Test
    void numbersAreNeverMarked() {
        assertThat(line(SampleOf.bits(ScalarType.INT, -5))).contains(",-5,Good,");
        assertThat(line(SampleOf.bits(ScalarType.LREAL, Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY))))
                .contains(",-Infinity,Good,");
    }

    @Test
    void whoWantsTextsAsTheyAreGetsThem() {
        new CsvFormat(FieldSelection.STANDARD, Formulas.KEEP)
                .write(SampleOf.value(StringType.string(80), "=1+1"), 0, out);
        assertThat(fieldOf(out.toString())).isEqualTo("=1+1");
    }

    /** The second field of a line, as RFC 4180 has it. */
    private static String fieldOf(String line) {
        String rest = line.substring("\"press1.\"\"temp\"\"\",".length());
        if (!rest.startsWith("\"")) {
            return rest.substring(0, rest.indexOf(','));
        }
        return rest.substring(1, rest.indexOf("\",Good")).replace("\"\"", "\"");
    }

    @Test
    void aBadSampleHasEmptyFields() {
        SampleBatch batch = SampleOf.bits(ScalarType.DINT, 1);
        batch.reset(batch.group(), SampleBatch.NO_TIME, 0);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_TIMEOUT);
        assertThat(line(batch)).endsWith(",,Bad_Timeout,,\n");
    }

    @Test
    void onATerminalASampleIsOneLineWithoutControlsAndCanBeReadBack() {
        for (String text : List.of("a\nb", "\u009b31m", "\"quoted\"", "\u202eleft", "C:\\temp", "plain, text")) {
            out.clear();
            CsvFormat.printable().write(SampleOf.value(new StringType(StringType.Encoding.UTF_8, 80), text), 0, out);
            String line = out.toString();
            assertThat(line.codePoints().filter(Unprintable::is)).containsExactly((int) '\n');
            String field = line.substring(line.indexOf(",") + 1, line.indexOf(",Good,"));
            String cell = field.startsWith("\"")
                    ? field.substring(1, field.length() - 1).replace("\"\"", "\"")
                    : field;
            assertThat(cell.startsWith("\"") ? json(cell) : cell).isEqualTo(text);
        }
    }

    private static String json(String text) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return parser.getString();
        }
    }

    private String line(SampleBatch batch) {
        out.clear();
        format.write(batch, 0, out);
        return out.toString();
    }
}
