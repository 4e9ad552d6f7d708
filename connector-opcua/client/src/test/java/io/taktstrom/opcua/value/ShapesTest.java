package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.WireType.Structure;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever a server says of a variable: a layout that there is room for, or a status; and nothing stays taken. */
class ShapesTest {

    private static final int VALUE = 0x01;
    private static final int ARRAY = 0x80;
    private static final int DIMENSIONS = 0x40;
    private static final WireType INT32 = new WireType.Simple(Builtin.INT32);
    private static final WireType STRING = new WireType.Simple(Builtin.STRING);
    private static final WireType BYTE_STRING = new WireType.Simple(Builtin.BYTE_STRING);

    private final MemoryBudget grant = new MemoryBudget(1 << 20);
    private final Shapes shapes = new Shapes(255, 4096, grant);
    private long held;

    private Shapes.Found find(WireType type, int rank, List<Integer> dimensions, @Nullable WireWriter sample)
            throws MalformedFrameException {
        Decoding decoding = new Decoding();
        if (sample != null) {
            byte[] bytes = sample.toByteArray();
            decoding.in().reset(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
            decoding.next();
        }
        Shapes.Found found = shapes.find(type, rank, dimensions, null, sample == null ? null : decoding);
        held += found.held();
        return found;
    }

    private static WireWriter array(int builtin, int count) {
        return new WireWriter().u8(VALUE).u8(builtin | ARRAY).i32(count);
    }

    /** A structure's value, its body of these bytes. */
    private static WireWriter object(byte... body) {
        return new WireWriter()
                .u8(VALUE)
                .u8(Builtin.EXTENSION_OBJECT)
                .u8(0)
                .u8(1)
                .u8(1)
                .i32(body.length)
                .bytes(body);
    }

    private static Structure structure(Structure.Field... fields) {
        return new Structure("Hostile", Structure.Kind.PLAIN, "i=1", List.of(fields));
    }

    private static Structure.Field field(WireType type, int rank) {
        return new Structure.Field("f", type, rank, false);
    }

    @AfterEach
    void nothingStaysTaken() {
        shapes.giveBack(held);
        assertThat(grant.held()).isZero();
    }

    private static void refused(Shapes.Found found, int status, String why) {
        assertThat(found.layout()).isNull();
        assertThat(StatusCode.name(found.status())).isEqualTo(StatusCode.name(status));
        assertThat(found.problem()).contains(why);
        assertThat(found.held()).isZero();
    }

    @Test
    void anArrayThatTakesMoreThanIsGrantedIsRefused() throws MalformedFrameException {
        refused(
                find(INT32, 1, List.of(500_000_000), null),
                StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                "a larger maxMemory grants more");
    }

    @Test
    void dimensionsWhoseProductOverflowsAreRefused() throws MalformedFrameException {
        refused(
                find(INT32, 2, List.of(65_536, 65_536), null),
                StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                "more than a value may have");
        refused(
                find(INT32, 4, Collections.nCopies(4, Integer.MAX_VALUE), null),
                StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                "more than a value may have");
    }

    @Test
    void aMillionEmptyStringsAreRefusedForTheRoomThatTheyWouldNeed() throws MalformedFrameException {
        WireWriter million = array(Builtin.STRING, 1_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            million.i32(-1);
        }
        refused(find(STRING, 1, List.of(), million), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED, "256000000 bytes");
    }

    @Test
    void dimensionsOfAValueThatMakeNoSenseAreRefused() throws MalformedFrameException {
        for (int length : new int[] {0, -1, Integer.MIN_VALUE}) {
            WireWriter matrix = new WireWriter().u8(VALUE).u8(Builtin.INT32 | ARRAY | DIMENSIONS);
            matrix.i32(1).i32(7).i32(2).i32(length).i32(1);
            refused(
                    find(INT32, 2, List.of(), matrix),
                    StatusCode.BAD_NOT_SUPPORTED,
                    "a dimension of the length " + length);
        }
    }

    @Test
    void aStructureOfEmptyThingsHasNoLayout() throws MalformedFrameException {
        refused(
                find(structure(field(INT32, 1)), -1, List.of(), object(new byte[4])),
                StatusCode.BAD_NOT_SUPPORTED,
                "no field with a size");
        refused(
                find(structure(field(BYTE_STRING, 1)), -1, List.of(), object(new byte[] {
                    2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
                })),
                StatusCode.BAD_NOT_SUPPORTED,
                "do not tell their length");
        refused(
                find(
                        BYTE_STRING,
                        1,
                        List.of(),
                        array(Builtin.BYTE_STRING, 2).i32(0).i32(0)),
                StatusCode.BAD_NOT_SUPPORTED,
                "does not tell a length");
    }

    /** Its own definition is a list of a few entries; expanded, there are 10 to the power of 12 fields. */
    @Test
    void structuresInStructuresEndWhereTheirValueDoes() {
        WireType inner = new WireType.Simple(Builtin.BOOLEAN);
        for (int level = 0; level < 12; level++) {
            inner = structure(Collections.nCopies(10, field(inner, -1)).toArray(Structure.Field[]::new));
        }
        WireType outer = inner;
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> find(outer, -1, List.of(), object(new byte[1000])))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void aStructureOfMoreFieldsThanThereIsRoomForIsRefused() throws MalformedFrameException {
        List<Structure.Field> fields = new ArrayList<>();
        IntStream.range(0, 20_000).forEach(i -> fields.add(field(new WireType.Simple(Builtin.BOOLEAN), -1)));
        refused(
                find(structure(fields.toArray(Structure.Field[]::new)), -1, List.of(), object(new byte[20_000])),
                StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                "its layout");
    }

    /** Elements of one array share a layout, so that an honest one of many elements costs what its values do. */
    @Test
    void aLongArrayInAStructureCostsWhatItsValuesDo() throws MalformedFrameException {
        byte[] body = new byte[4 + 4 * 100_000];
        ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putInt(100_000);
        Shapes.Found found = find(structure(field(INT32, 1)), -1, List.of(), object(body));
        assertThat(found.problem()).isEmpty();
        assertThat(found.held()).isBetween(400_000L, 401_000L);
    }

    @Test
    void eventsHaveAStringTypeHoweverLargeValuesMayBe() {
        VariableLayout events = new Shapes(255, 1 << 20, grant).ofEvents();
        assertThat(events.type().text()).isEqualTo("STRING(65535)");
    }

    @Test
    void anArrayWithoutStatedLengthsHasAnyLength() throws MalformedFrameException {
        Shapes.Found found =
                find(INT32, 1, List.of(), array(Builtin.INT32, 3).i32(1).i32(2).i32(3));
        VariableLayout layout = Objects.requireNonNull(found.layout());
        assertThat(layout.type().text()).isEqualTo("ARRAY[*] OF DINT");
        assertThat(layout.arenaBytes()).isEqualTo(4096);
    }
}
