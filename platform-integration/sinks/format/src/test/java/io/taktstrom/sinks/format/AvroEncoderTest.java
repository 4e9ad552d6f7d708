package io.taktstrom.sinks.format;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Apache's library reads what we write, with the schema that we ship. */
class AvroEncoderTest {

    private static final FieldSelection EVERYTHING =
            new FieldSelection(List.of(Field.values()), TimeFormat.RFC3339, "fast");

    private static Schema schema() throws IOException {
        return new Schema.Parser()
                .parse(Path.of("../../../docs/reference/formats/sample.avsc").toFile());
    }

    private static Object read(Schema schema, byte[] payload) throws IOException {
        GenericData numbers = new GenericData();
        numbers.addLogicalTypeConversion(new Conversions.DecimalConversion());
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(payload, null);
        Object read = new GenericDatumReader<>(schema, schema, numbers).read(null, decoder);
        assertThat(decoder.isEnd()).isTrue();
        return read;
    }

    private static GenericRecord sample(FieldSelection selection, SampleBatch batch, int i) throws IOException {
        return (GenericRecord) read(schema(), PayloadFormatTest.payload(PayloadFormat.AVRO, selection, batch, i));
    }

    private static Object value(SampleBatch batch) throws IOException {
        Object value = sample(EVERYTHING, batch, 0).get("value");
        return value instanceof CharSequence ? value.toString() : value;
    }

    @Test
    void everyFieldIsReadBack() throws IOException {
        GenericRecord good = sample(EVERYTHING, PayloadFormatTest.two(), 0);
        assertThat(good.get("point")).hasToString("press1.\"temp\"");
        assertThat(good.get("connection")).hasToString("press1");
        assertThat(good.get("stream")).hasToString("fast");
        assertThat(good.get("unit")).hasToString("Cel");
        assertThat(good.get("type")).hasToString("REAL");
        assertThat(((Map<?, ?>) good.get("labels")).toString()).contains("kind=oil", "line=A");
        assertThat(good.get("value")).isEqualTo(21.5f);
        assertThat(good.get("status")).hasToString("Good");
        assertThat(good.get("statusCode")).isEqualTo(0L);
        assertThat(good.get("quality")).hasToString("Good");
        assertThat(good.get("sourceTime")).isEqualTo(SampleOf.TIME);
        assertThat(good.get("receivedAt")).isEqualTo(SampleOf.TIME + 1);
        assertThat(good.get("sequence")).isEqualTo(40L);
        GenericRecord bad = sample(EVERYTHING, PayloadFormatTest.two(), 1);
        assertThat(bad.get("value")).isNull();
        assertThat(bad.get("sourceTime")).isNull();
        assertThat(bad.get("statusCode")).isEqualTo(2156528768L);
    }

    @Test
    void whatWasNotSelectedIsNull() throws IOException {
        GenericRecord sample =
                sample(FieldSelection.of(List.of("value"), TimeFormat.RFC3339, "s"), PayloadFormatTest.two(), 0);
        for (Schema.Field field : schema().getFields()) {
            assertThat(sample.get(field.name()) != null)
                    .as(field.name())
                    .isEqualTo(field.name().equals("value"));
        }
    }

    @Test
    void manySamplesAreAnArray() throws IOException {
        List<?> samples = (List<?>) read(
                Schema.createArray(schema()),
                PayloadFormatTest.payload(PayloadFormat.AVRO_ARRAY, EVERYTHING, PayloadFormatTest.two(), 0, 1));
        assertThat(samples)
                .extracting(sample -> ((GenericRecord) sample).get("sequence"))
                .containsExactly(40L, 41L);
    }

    @Test
    void aValueOfEachKindIsReadBack() throws IOException {
        assertThat(value(SampleOf.value(ScalarType.BOOL, true))).isEqualTo(true);
        assertThat(value(SampleOf.value(ScalarType.LINT, Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(value(SampleOf.value(ScalarType.UDINT, 0xFFFF_FFFFL))).isEqualTo(0xFFFF_FFFFL);
        assertThat(value(SampleOf.value(ScalarType.ULINT, Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(value(SampleOf.value(ScalarType.ULINT, "18446744073709551615")))
                .isEqualTo(new BigDecimal("18446744073709551615"));
        assertThat(value(SampleOf.value(ScalarType.REAL, 0.1f))).isEqualTo(0.1f);
        assertThat(value(SampleOf.value(ScalarType.REAL, Float.NaN))).isEqualTo(Float.NaN);
        assertThat(value(SampleOf.value(ScalarType.LREAL, 0.1))).isEqualTo(0.1);
        assertThat(value(SampleOf.value(StringType.wstring(20), "a\u0000\ud834\udd1e")))
                .isEqualTo("a\u0000\ud834\udd1e");
        assertThat(value(SampleOf.value(ScalarType.TIME, "PT1.5S"))).isEqualTo("PT1.5S");
        assertThat(value(SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2))))
                .isEqualTo("[1,2]");
        EnumType state = new EnumType("E", ScalarType.INT, List.of(new EnumType.Member("RUN", 1)));
        assertThat(value(SampleOf.value(state, "RUN"))).isEqualTo("RUN");
    }
}
