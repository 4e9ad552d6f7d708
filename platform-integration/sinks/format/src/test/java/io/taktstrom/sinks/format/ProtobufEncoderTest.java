package io.taktstrom.sinks.format;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaLoader;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Square's library reads what we write, with the schema that we ship. */
class ProtobufEncoderTest {

    private static final FieldSelection EVERYTHING =
            new FieldSelection(List.of(Field.values()), TimeFormat.RFC3339, "fast");

    private static final Schema SCHEMA = schema();

    private static Schema schema() {
        SchemaLoader loader = new SchemaLoader(FileSystems.getDefault());
        loader.initRoots(
                List.of(Location.get(Path.of("../../../docs/reference/formats").toString())), List.of());
        return loader.loadSchema();
    }

    private static Map<?, ?> read(String message, byte[] payload) throws IOException {
        return (Map<?, ?>) SCHEMA.protoAdapter("taktstrom." + message, false).decode(payload);
    }

    private static Map<?, ?> sample(FieldSelection selection, SampleBatch batch, int i) throws IOException {
        return read("Sample", PayloadFormatTest.payload(PayloadFormat.PROTOBUF, selection, batch, i));
    }

    @Test
    void everyFieldIsReadBack() throws IOException {
        Map<?, ?> good = sample(EVERYTHING, PayloadFormatTest.two(), 0);
        assertThat(good.get("point")).isEqualTo("press1.\"temp\"");
        assertThat(good.get("labels")).isEqualTo(Map.of("kind", "oil", "line", "A"));
        assertThat(good.get("connection")).isEqualTo("press1");
        assertThat(good.get("stream")).isEqualTo("fast");
        assertThat(good.get("unit")).isEqualTo("Cel");
        assertThat(good.get("type")).isEqualTo("REAL");
        assertThat(good.get("float_value")).isEqualTo(21.5f);
        assertThat(good.get("status")).isEqualTo("Good");
        assertThat(good.get("status_code")).isEqualTo(0);
        assertThat(good.get("quality")).isEqualTo("Good");
        assertThat(good.get("source_time")).isEqualTo(SampleOf.TIME);
        assertThat(good.get("received_at")).isEqualTo(SampleOf.TIME + 1);
        assertThat(good.get("sequence")).isEqualTo(40L);
        Map<?, ?> bad = sample(EVERYTHING, PayloadFormatTest.two(), 1);
        assertThat(bad.containsKey("float_value")).isFalse();
        assertThat(bad.containsKey("source_time")).isFalse();
        assertThat(bad.get("status_code")).isEqualTo(0x808A_0480);
    }

    @Test
    void whatWasNotSelectedIsAbsent() throws IOException {
        Map<?, ?> sample =
                sample(FieldSelection.of(List.of("value"), TimeFormat.RFC3339, "s"), PayloadFormatTest.two(), 0);
        assertThat(sample).isEqualTo(Map.of("float_value", 21.5f));
    }

    @Test
    void manySamplesAreOneMessage() throws IOException {
        Map<?, ?> samples = read(
                "Samples",
                PayloadFormatTest.payload(PayloadFormat.PROTOBUF_ARRAY, EVERYTHING, PayloadFormatTest.two(), 0, 1));
        assertThat((List<?>) samples.get("samples")).hasSize(2);
    }

    @Test
    void aValueOfEachKindIsReadBack() throws IOException {
        assertValue("bool_value", true, SampleOf.value(ScalarType.BOOL, true));
        assertValue("int_value", Long.MIN_VALUE, SampleOf.value(ScalarType.LINT, Long.MIN_VALUE));
        assertValue("uint_value", -1L, SampleOf.value(ScalarType.ULINT, "18446744073709551615"));
        assertValue("float_value", Float.NaN, SampleOf.value(ScalarType.REAL, Float.NaN));
        assertValue("double_value", 0.1, SampleOf.value(ScalarType.LREAL, 0.1));
        assertValue("text_value", "a\u0000\ud834\udd1e", SampleOf.value(StringType.wstring(9), "a\u0000\ud834\udd1e"));
        assertValue("text_value", "PT1.5S", SampleOf.value(ScalarType.TIME, "PT1.5S"));
        assertValue("json_value", "[1,2]", SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2)));
    }

    private static void assertValue(String field, Object expected, SampleBatch batch) throws IOException {
        assertThat(sample(EVERYTHING, batch, 0).get(field)).isEqualTo(expected);
    }
}
