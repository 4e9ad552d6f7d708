package io.taktstrom.sinks.format;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaLoader;
import com.squareup.wire.schema.internal.SchemaEncoder;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Google's library reads what we write, with the schema that we ship, which Square's library compiles. */
class ProtobufEncoderTest {

    private static final FieldSelection EVERYTHING =
            new FieldSelection(List.of(Field.values()), TimeFormat.RFC3339, "fast");

    private static final Map<String, Descriptor> MESSAGES = new HashMap<>();

    @BeforeAll
    static void compileTheSchema() throws Exception {
        SchemaLoader loader = new SchemaLoader(FileSystems.getDefault());
        loader.initRoots(
                List.of(Location.get(Path.of("../../../docs/reference/formats").toString())), List.of());
        Schema schema = loader.loadSchema();
        byte[] compiled = new SchemaEncoder(schema)
                .encode(schema.protoFile(Path.of("sample.proto").toString()))
                .toByteArray();
        FileDescriptor file = FileDescriptor.buildFrom(FileDescriptorProto.parseFrom(compiled), new FileDescriptor[0]);
        file.getMessageTypes().forEach(message -> MESSAGES.put(message.getName(), message));
    }

    private static DynamicMessage read(String message, byte[] payload) throws Exception {
        DynamicMessage read = DynamicMessage.parseFrom(MESSAGES.get(message), payload);
        assertThat(read.getUnknownFields().asMap()).isEmpty();
        return read;
    }

    private static DynamicMessage sample(FieldSelection selection, SampleBatch batch, int i) throws Exception {
        return read("Sample", PayloadFormatTest.payload(PayloadFormat.PROTOBUF, selection, batch, i));
    }

    private static Object field(DynamicMessage message, String name) {
        return message.getField(message.getDescriptorForType().findFieldByName(name));
    }

    private static List<String> present(DynamicMessage message) {
        return message.getAllFields().keySet().stream()
                .map(FieldDescriptor::getName)
                .toList();
    }

    @Test
    void everyFieldIsReadBack() throws Exception {
        DynamicMessage good = sample(EVERYTHING, PayloadFormatTest.two(), 0);
        assertThat(field(good, "point")).isEqualTo("press1.\"temp\"");
        assertThat(field(good, "connection")).isEqualTo("press1");
        assertThat(field(good, "stream")).isEqualTo("fast");
        assertThat(field(good, "unit")).isEqualTo("Cel");
        assertThat(field(good, "type")).isEqualTo("REAL");
        assertThat(((List<?>) field(good, "labels")).stream().map(label -> {
                    DynamicMessage entry = (DynamicMessage) label;
                    return field(entry, "key") + "=" + field(entry, "value");
                }))
                .containsExactly("kind=oil", "line=A");
        assertThat(field(good, "float_value")).isEqualTo(21.5f);
        assertThat(field(good, "status")).isEqualTo("Good");
        assertThat(field(good, "status_code")).isEqualTo(0);
        assertThat(field(good, "quality")).isEqualTo("Good");
        assertThat(field(good, "source_time")).isEqualTo(SampleOf.TIME);
        assertThat(field(good, "received_at")).isEqualTo(SampleOf.TIME + 1);
        assertThat(field(good, "sequence")).isEqualTo(40L);
        DynamicMessage bad = sample(EVERYTHING, PayloadFormatTest.two(), 1);
        assertThat(present(bad)).contains("status").doesNotContain("float_value", "source_time");
        assertThat(field(bad, "status_code")).isEqualTo(0x808A_0480);
    }

    @Test
    void whatWasNotSelectedIsAbsent() throws Exception {
        DynamicMessage sample =
                sample(FieldSelection.of(List.of("value"), TimeFormat.RFC3339, "s"), PayloadFormatTest.two(), 0);
        assertThat(present(sample)).containsExactly("float_value");
    }

    @Test
    void manySamplesAreOneMessage() throws Exception {
        DynamicMessage samples = read(
                "Samples",
                PayloadFormatTest.payload(PayloadFormat.PROTOBUF_ARRAY, EVERYTHING, PayloadFormatTest.two(), 0, 1));
        assertThat((List<?>) field(samples, "samples"))
                .extracting(sample -> field((DynamicMessage) sample, "sequence"))
                .containsExactly(40L, 41L);
    }

    @Test
    void aValueOfEachKindIsReadBack() throws Exception {
        assertValue("bool_value", true, SampleOf.value(ScalarType.BOOL, true));
        assertValue("int_value", Long.MIN_VALUE, SampleOf.value(ScalarType.LINT, Long.MIN_VALUE));
        assertValue("uint_value", -1L, SampleOf.value(ScalarType.ULINT, "18446744073709551615"));
        assertValue("float_value", Float.NaN, SampleOf.value(ScalarType.REAL, Float.NaN));
        assertValue("double_value", 0.1, SampleOf.value(ScalarType.LREAL, 0.1));
        assertValue("text_value", "\u00e4\ud834\udd1e", SampleOf.value(StringType.wstring(9), "\u00e4\ud834\udd1e"));
        assertValue("text_value", "PT1.5S", SampleOf.value(ScalarType.TIME, "PT1.5S"));
        assertValue("json_value", "[1,2]", SampleOf.value(ArrayType.of(ScalarType.INT, 2), List.of(1, 2)));
    }

    private static void assertValue(String field, Object expected, SampleBatch batch) throws Exception {
        assertThat(field(sample(EVERYTHING, batch, 0), field)).isEqualTo(expected);
    }
}
