package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.WireType.Structure;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Unions and optional fields: which fields a value has changes from one value to the next. */
class OptionalFieldsTest {

    private static final WireType INT32 = new WireType.Simple(Builtin.INT32);
    private static final WireType STRING = new WireType.Simple(Builtin.STRING);
    private static final Structure.Field NUMBER = new Structure.Field("Number", INT32, -1, true);
    private static final Structure.Field TEXT = new Structure.Field("Text", STRING, -1, true);
    private static final Structure.Field ID = new Structure.Field("Id", INT32, -1, false);
    private static final Structure.Field ROW = new Structure.Field("Row", INT32, 1, true);

    private static final Structure UNION = new Structure("Choice", Structure.Kind.UNION, "i=1", List.of(NUMBER, TEXT));
    private static final Structure OPTIONAL =
            new Structure("Part", Structure.Kind.OPTIONAL_FIELDS, "i=1", List.of(NUMBER, ID, TEXT));

    private final MemoryBudget grant = new MemoryBudget(1 << 20);
    private final Shapes shapes = new Shapes(20, 4096, grant);
    private final Decoding decoding = new Decoding();

    private void decode(WireWriter dataValue) throws MalformedFrameException {
        ByteBuffer bytes = ByteBuffer.wrap(dataValue.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        decoding.read(bytes, 0, bytes.limit());
    }

    private VariableLayout resolved(Structure type, WireWriter value) throws MalformedFrameException {
        decode(value);
        Shapes.Found found = shapes.find(type, -1, List.of(), null, decoding);
        assertThat(found.problem()).isEmpty();
        return Objects.requireNonNull(found.layout());
    }

    private static WireWriter body() {
        return new WireWriter();
    }

    private static WireWriter object(WireWriter body) {
        byte[] bytes = body.toByteArray();
        return new WireWriter()
                .u8(1)
                .u8(Builtin.EXTENSION_OBJECT)
                .u8(0)
                .u8(1)
                .u8(1)
                .i32(bytes.length)
                .bytes(bytes);
    }

    private @Nullable Object read(VariableLayout layout, WireWriter value, String status)
            throws MalformedFrameException {
        SampleBatch batch = new SampleBatch(1, layout.arenaBytes());
        batch.reset(new OnePoint(layout), 0, 0);
        decode(value);
        layout.add(batch, 0, 0, decoding);
        assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo(status);
        return StatusCode.isBad(batch.statusAt(0)) ? null : Values.get(batch, 0);
    }

    private static WireWriter number(int value) {
        return object(body().i32(1).i32(value));
    }

    private static WireWriter words(String value) {
        return object(body().i32(2).string(value));
    }

    private static WireWriter nothing() {
        return object(body().i32(0));
    }

    @Test
    void aUnionFollowsTheMemberOfEachValue() throws MalformedFrameException {
        for (WireWriter first : List.of(number(1), words("a"), nothing())) {
            VariableLayout layout = resolved(UNION, first);
            assertThat(read(layout, number(7), "Good")).isEqualTo(Map.of("SwitchField", 1L, "Number", 7L, "Text", ""));
            assertThat(read(layout, words("abc"), "Good"))
                    .isEqualTo(Map.of("SwitchField", 2L, "Number", 0L, "Text", "abc"));
            assertThat(read(layout, nothing(), "Good")).isEqualTo(Map.of("SwitchField", 0L, "Number", 0L, "Text", ""));
            assertThat(read(layout, object(body().i32(3)), "Bad_DecodingError")).isNull();
            assertThat(read(layout, object(body().i32(-1)), "Bad_DecodingError"))
                    .isNull();
        }
    }

    @Test
    void optionalFieldsComeAndGo() throws MalformedFrameException {
        WireWriter none = object(body().i32(0).i32(5));
        WireWriter all = object(body().i32(3).i32(4).i32(5).string("abc"));
        WireWriter second = object(body().i32(2).i32(5).string("b"));
        for (WireWriter first : List.of(none, all, second)) {
            VariableLayout layout = resolved(OPTIONAL, first);
            assertThat(read(layout, all, "Good"))
                    .isEqualTo(Map.of("EncodingMask", 3L, "Number", 4L, "Id", 5L, "Text", "abc"));
            assertThat(read(layout, none, "Good"))
                    .isEqualTo(Map.of("EncodingMask", 0L, "Number", 0L, "Id", 5L, "Text", ""));
            assertThat(read(layout, second, "Good"))
                    .isEqualTo(Map.of("EncodingMask", 2L, "Number", 0L, "Id", 5L, "Text", "b"));
            assertThat(read(layout, object(body().i32(4).i32(5)), "Bad_DecodingError"))
                    .isNull();
        }
    }

    /** A null variant, and a structure without a body. */
    @Test
    void aVariableWithoutAValueAtFirstHasTheFieldsOfItsType() throws MalformedFrameException {
        WireWriter noBody =
                new WireWriter().u8(1).u8(Builtin.EXTENSION_OBJECT).u8(0).u8(0).u8(0);
        for (WireWriter first : List.of(new WireWriter().u8(0), noBody)) {
            VariableLayout layout = resolved(UNION, first);
            assertThat(read(layout, words("abc"), "Good"))
                    .isEqualTo(Map.of("SwitchField", 2L, "Number", 0L, "Text", "abc"));
        }
    }

    @Test
    void whatIsWrittenHasTheFieldsThatTheNumberStates() throws MalformedFrameException {
        VariableLayout layout = resolved(UNION, number(1));
        SampleBatch batch = new SampleBatch(1, layout.arenaBytes());
        batch.reset(new OnePoint(layout), 0, 0);
        Values.put(batch, 0, Map.of("SwitchField", 2, "Number", 0, "Text", "abc"));
        assertThat(layout.variant(batch, 0))
                .endsWith(body().i32(2).string("abc").toByteArray());
    }

    /** Its length is known with the first value that has it; until then such a value does not fit. */
    @Test
    void anArrayThatNoValueHadDoesNotFitAndHarmsNoOtherField() throws MalformedFrameException {
        Structure type = new Structure("Row", Structure.Kind.OPTIONAL_FIELDS, "i=1", List.of(ROW, ID));
        VariableLayout layout = resolved(type, object(body().i32(0).i32(5)));
        assertThat(read(layout, object(body().i32(1).i32(2).i32(1).i32(2).i32(5)), "Bad_TypeMismatch"))
                .isNull();
        assertThat(read(layout, object(body().i32(0).i32(6)), "Good")).isEqualTo(Map.of("EncodingMask", 0L, "Id", 6L));
    }
}
