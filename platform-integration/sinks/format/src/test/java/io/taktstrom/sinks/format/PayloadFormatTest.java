package io.taktstrom.sinks.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.testkit.AllocationMeter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PayloadFormatTest {

    private static final Path SCHEMAS = Path.of("../../../docs/reference/formats");

    private static final FieldSelection EVERYTHING =
            new FieldSelection(List.of(Field.values()), TimeFormat.RFC3339, "fast");

    private static final FieldSelection SHORT =
            FieldSelection.of(List.of("value", "point", "sourceTime"), TimeFormat.EPOCH_MILLIS, "");

    /** Two samples of a point, the second one Bad and without a time. */
    static SampleBatch two() {
        SampleBatch batch = new SampleBatch(2, 0);
        batch.reset(new SampleOf(ScalarType.REAL), SampleOf.TIME + 1, 40);
        batch.addDouble(0, SampleOf.TIME, StatusCode.GOOD, 21.5);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.withOverflow(StatusCode.BAD_NOT_CONNECTED));
        return batch;
    }

    static byte[] payload(PayloadFormat format, FieldSelection selection, SampleBatch batch, int... samples) {
        PayloadEncoder encoder = format.encoder(selection);
        // What was there before must not show.
        encoder.begin();
        encoder.add(batch, 0);
        encoder.end();
        encoder.begin();
        for (int i : samples) {
            encoder.add(batch, i);
        }
        assertThat(encoder.samples()).isEqualTo(samples.length);
        ByteBuffer payload = encoder.end();
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }

    private static String text(PayloadFormat format, FieldSelection selection, SampleBatch batch, int... samples) {
        return new String(payload(format, selection, batch, samples), StandardCharsets.UTF_8);
    }

    @Test
    void everyFieldHasItsNameAndItsOrderInJson() {
        assertThat(text(PayloadFormat.JSON, EVERYTHING, two(), 1))
                .isEqualTo(
                        "{\"point\":\"press1.\\\"temp\\\"\",\"connection\":\"press1\",\"stream\":\"fast\",\"unit\":\"Cel\","
                                + "\"type\":\"REAL\",\"labels\":{\"kind\":\"oil\",\"line\":\"A\"},\"value\":null,"
                                + "\"status\":\"Bad_NotConnected+Overflow\",\"statusCode\":2156528768,\"quality\":\"Bad\","
                                + "\"sourceTime\":null,\"receivedAt\":\"2026-11-21T07:05:09.000000002Z\",\"sequence\":41}");
    }

    @Test
    void fieldsStandInTheOrderInWhichTheyWereChosen() {
        assertThat(text(PayloadFormat.JSON, SHORT, two(), 0))
                .isEqualTo("{\"value\":21.5,\"point\":\"press1.\\\"temp\\\"\",\"sourceTime\":1795244709000}");
    }

    @Test
    void manySamplesAreLinesAnArrayColumnsOrATable() {
        assertThat(text(PayloadFormat.JSON_LINES, SHORT, two(), 0, 1).lines())
                .containsExactly(
                        "{\"value\":21.5,\"point\":\"press1.\\\"temp\\\"\",\"sourceTime\":1795244709000}",
                        "{\"value\":null,\"point\":\"press1.\\\"temp\\\"\",\"sourceTime\":null}");
        assertThat(text(PayloadFormat.JSON_ARRAY, SHORT, two(), 0, 1))
                .startsWith("[{\"value\":21.5,")
                .contains("},{\"value\":null,")
                .endsWith("}]");
        assertThat(text(PayloadFormat.COLUMNS, SHORT, two(), 0, 1))
                .isEqualTo("{\"value\":[21.5,null],\"point\":[\"press1.\\\"temp\\\"\",\"press1.\\\"temp\\\"\"],"
                        + "\"sourceTime\":[1795244709000,null]}");
        assertThat(text(PayloadFormat.CSV, SHORT, two(), 0, 1))
                .isEqualTo("value,point,sourceTime\n21.5,\"press1.\"\"temp\"\"\",1795244709000\n"
                        + ",\"press1.\"\"temp\"\"\",\n");
    }

    /** Samples of which each differs from the one before in another way. */
    private static SampleBatch various(long receivedAt) {
        SampleBatch batch = new SampleBatch(60, 0);
        batch.reset(new SampleOf(ScalarType.REAL), receivedAt, 40);
        for (int i = 0; i < batch.capacity(); i++) {
            int status = i % 7 < 4 ? StatusCode.GOOD : i % 7 < 6 ? StatusCode.UNCERTAIN : StatusCode.BAD_NOT_CONNECTED;
            batch.addDouble(0, i % 5 == 0 ? SampleBatch.NO_TIME : SampleOf.TIME + i / 2, status, i / 4.0);
        }
        return batch;
    }

    private static final List<FieldSelection> SELECTIONS = List.of(
            FieldSelection.STANDARD,
            EVERYTHING,
            SHORT,
            FieldSelection.of(
                    List.of("value", "status", "unit", "receivedAt", "point", "quality"), TimeFormat.RFC3339, ""),
            FieldSelection.of(List.of("receivedAt", "stream", "status"), TimeFormat.RFC3339, "fast"));

    @ParameterizedTest
    @EnumSource
    void nothingOfTheSampleBeforeStaysThatIsAnother(PayloadFormat format) {
        for (FieldSelection selection : SELECTIONS) {
            PayloadEncoder used = format.encoder(selection);
            for (long receivedAt : new long[] {5, 6, 6, SampleBatch.NO_TIME, 5}) {
                SampleBatch batch = various(receivedAt);
                for (int i = 0; i < batch.size(); i++) {
                    used.begin();
                    used.add(batch, i);
                    PayloadEncoder fresh = format.encoder(selection);
                    fresh.begin();
                    fresh.add(batch, i);
                    assertThat(used.end()).isEqualTo(fresh.end());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"VALUE", "JSON", "AVRO", "PROTOBUF"})
    void samplesTogetherAreWhatTheyAreOneByOne(PayloadFormat format) {
        for (FieldSelection selection : SELECTIONS) {
            PayloadEncoder oneByOne = format.encoder(selection);
            PayloadEncoder together = format.encoder(selection);
            oneByOne.begin();
            together.begin();
            for (long receivedAt : new long[] {5, 6}) {
                SampleBatch batch = various(receivedAt);
                for (int i = 0; i < batch.size(); i++) {
                    oneByOne.add(batch, i);
                }
                together.add(batch, 0, 1);
                together.add(batch, 1, 33);
                int next = 33;
                while (next < batch.size()) {
                    next = together.addWithin(together.bytes() + 3_000, batch, next, batch.size());
                }
            }
            assertThat(together.samples()).isEqualTo(oneByOne.samples());
            assertThat(together.end()).isEqualTo(oneByOne.end());
        }
    }

    @Test
    void aValueAloneIsItsTextAndNullWhenItIsBad() {
        assertThat(text(PayloadFormat.VALUE, SHORT, two(), 0)).isEqualTo("21.5");
        assertThat(text(PayloadFormat.VALUE, SHORT, two(), 1)).isEqualTo("null");
        assertThat(text(PayloadFormat.VALUE, SHORT, SampleOf.value(StringType.string(20), "a \"b\""), 0))
                .isEqualTo("a \"b\"");
        assertThat(text(PayloadFormat.VALUE, SHORT, SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2)), 0))
                .isEqualTo("[1,2]");
    }

    @Test
    void timesCanBeNumbersOfAnyPrecision() {
        for (TimeFormat times : TimeFormat.values()) {
            String json = text(PayloadFormat.JSON, FieldSelection.of(List.of("sourceTime"), times, ""), two(), 0);
            assertThat(json)
                    .isEqualTo("{\"sourceTime\":"
                            + switch (times) {
                                case RFC3339 -> "\"2026-11-21T07:05:09.000000001Z\"";
                                case EPOCH_MILLIS -> "1795244709000";
                                case EPOCH_MICROS -> "1795244709000000";
                                case EPOCH_NANOS -> "1795244709000000001";
                            }
                            + "}");
        }
    }

    @Test
    void theShippedSchemasReadWhatIsWritten() {
        for (FieldSelection selection : List.of(EVERYTHING, SHORT, FieldSelection.STANDARD)) {
            for (SampleBatch batch : List.of(
                    two(),
                    SampleOf.value(ScalarType.REAL, Float.NaN),
                    SampleOf.value(ScalarType.ULINT, "18446744073709551615"),
                    SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2)))) {
                int[] all = batch.size() == 2 ? new int[] {0, 1} : new int[] {0};
                for (int i : all) {
                    assertThat(problems("sample", text(PayloadFormat.JSON, selection, batch, i)))
                            .isEmpty();
                }
                assertThat(problems("samples", text(PayloadFormat.JSON_ARRAY, selection, batch, all)))
                        .isEmpty();
                assertThat(problems("columns", text(PayloadFormat.COLUMNS, selection, batch, all)))
                        .isEmpty();
            }
        }
    }

    @Test
    void theShippedSchemasRefuseWhatIsNotWritten() {
        assertThat(problems("sample", "{\"status\":\"good!\"}")).contains("status");
        assertThat(problems("sample", "{\"time\":1}")).contains("time");
        assertThat(problems("columns", "{\"sequence\":1}")).contains("sequence");
        assertThat(problems("samples", "[]")).isNotEmpty();
    }

    private static String problems(String schema, String json) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(PayloadFormatTest::schema));
        Schema read = registry.getSchema(SchemaLocation.of("taktstrom:/" + schema + ".schema.json"));
        return String.join(
                "; ",
                read.validate(json, InputFormat.JSON).stream()
                        .map(Object::toString)
                        .toList());
    }

    private static @Nullable String schema(String iri) {
        try {
            return iri.startsWith("taktstrom:/")
                    ? Files.readString(SCHEMAS.resolve(iri.substring("taktstrom:/".length())))
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFormatOrFieldThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> PayloadFormat.of("xml")).hasMessageContaining("one of value, json, jsonl");
        assertThatThrownBy(() -> Field.of("time")).hasMessageContaining("one of point, connection");
        assertThatThrownBy(() -> FieldSelection.of(List.of("point", "point"), TimeFormat.RFC3339, ""))
                .hasMessageContaining("none twice");
    }

    @ParameterizedTest
    @EnumSource
    void aSampleIsEncodedWithoutAllocating(PayloadFormat format) throws Exception {
        SampleBatch numbers = two();
        SampleBatch texts = SampleOf.value(StringType.wstring(20), "\u00fcber \u20ac");
        PayloadEncoder encoder = format.encoder(EVERYTHING);
        ByteBuffer[] last = new ByteBuffer[1];
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            encoder.begin();
            for (int i = 0; i < 5; i++) {
                encoder.add(numbers, 0);
                encoder.add(texts, 0);
                encoder.add(numbers, 1);
            }
            last[0] = encoder.end();
        });
        assertThat(last[0].remaining()).isPositive();
    }
}
