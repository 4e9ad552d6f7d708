package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.eclipse.milo.opcua.stack.core.encoding.DefaultEncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryEncoder;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.DiagnosticInfo;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.XmlElement;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ubyte;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ulong;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ushort;

class ReadAnswerTest {

    private static final int MAX_BYTES = 1 << 20;

    private final LinkEncoding encoding = new LinkEncoding(MAX_BYTES);

    private static final List<Object> ONE_OF_EACH_TYPE = List.of(
            true,
            (byte) -1,
            ubyte(255),
            (short) -2,
            ushort(65_535),
            -3,
            uint(3_000_000_000L),
            -4L,
            ulong(5),
            1.5f,
            -2.5,
            "tëxt",
            new DateTime(123_456_789L),
            new UUID(1, 2),
            ByteString.of(new byte[] {1, 2, 3}),
            XmlElement.of("<a/>"),
            new NodeId(0, 85),
            new NodeId(3, 70_000),
            new NodeId(2, "name"),
            new NodeId(1, new UUID(3, 4)),
            new NodeId(1, ByteString.of(new byte[] {9})),
            ExpandedNodeId.of("urn:x", "name"),
            new StatusCode(0x8034_0000L),
            new QualifiedName(2, "browse"),
            new LocalizedText("de", "Wert"),
            new LocalizedText(null, "Wert"),
            ExtensionObject.of(ByteString.of(new byte[] {7, 7}), new NodeId(2, 5)),
            ExtensionObject.of(ByteString.NULL_VALUE, new NodeId(2, 5)),
            new String[] {"a", null, ""},
            new Integer[] {1, 2, 3, 4, 5},
            new Integer[0],
            new Boolean[] {true, false, true},
            new Variant[] {new Variant(1), new Variant("two"), new Variant(new Double[] {3.0})},
            new DataValue[] {new DataValue(new Variant(1L))},
            Matrix.ofInt32(new Integer[][] {{1, 2, 3}, {4, 5, 6}}));

    private static List<DataValue> values() {
        List<DataValue> values = new ArrayList<>();
        for (Object value : ONE_OF_EACH_TYPE) {
            values.add(new DataValue(new Variant(value), StatusCode.GOOD, new DateTime(42), null));
        }
        values.add(new DataValue(new Variant(1), new StatusCode(0x4000_0000L), null, null));
        values.add(new DataValue(
                Variant.NULL_VALUE, StatusCode.BAD, new DateTime(1), ushort(2), new DateTime(3), ushort(4)));
        return values;
    }

    private ByteBuf message(List<DataValue> values) {
        ResponseHeader header =
                new ResponseHeader(DateTime.MIN_VALUE, uint(1), StatusCode.GOOD, DiagnosticInfo.NULL_VALUE, null, null);
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(DefaultEncodingContext.INSTANCE)
                .setBuffer(buffer)
                .encodeMessage(null, new ReadResponse(header, values.toArray(DataValue[]::new), null));
        return buffer;
    }

    private ReadAnswer answer(ByteBuf message) {
        return (ReadAnswer) new OpcUaBinaryDecoder(encoding).setBuffer(message).decodeMessage(null);
    }

    private byte[] encoded(DataValue value) {
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(DefaultEncodingContext.INSTANCE)
                .setBuffer(buffer)
                .encodeDataValue(value);
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(ReadAnswer answer, int i) {
        ByteBuffer values = answer.values();
        byte[] bytes = new byte[answer.end(i) - answer.start(i)];
        values.get(answer.start(i), bytes);
        return bytes;
    }

    @Test
    void everyTypeKeepsTheBytesThatItHasOnTheWire() {
        List<DataValue> values = values();
        ReadAnswer answer = answer(message(values));
        assertThat(answer.size()).isEqualTo(values.size());
        for (int i = 0; i < values.size(); i++) {
            assertThat(bytes(answer, i)).as("%s", values.get(i)).isEqualTo(encoded(values.get(i)));
        }
        assertThat(answer.getResponseHeader().getRequestHandle()).isEqualTo(uint(1));
    }

    @Test
    void whoWantsMilosObjectsGetsThem() {
        List<DataValue> values = values();
        DataValue[] decoded = answer(message(values)).decoded(encoding);
        assertThat(decoded).hasSameSizeAs(values);
        assertThat(decoded[11].value().value()).isEqualTo("tëxt");
        assertThat(decoded[values.size() - 1].statusCode()).isEqualTo(StatusCode.BAD);
    }

    @Test
    void moreValuesThanWereExpectedAreAllThere() {
        List<DataValue> values = new ArrayList<>();
        for (int i = 0; i < 4500; i++) {
            values.add(new DataValue(new Variant(i), StatusCode.GOOD, null, null));
        }
        DataValue[] decoded = answer(message(values)).decoded(encoding);
        assertThat(decoded).hasSize(4500);
        assertThat(decoded[4499].value().value()).isEqualTo(4499);
    }

    @Test
    void anAnswerThatEndsEarlyIsRefusedWhereverItEnds() {
        ByteBuf whole = message(values());
        // The last four bytes are the diagnostics, which nobody looks at.
        for (int length = 0; length < whole.readableBytes() - 4; length++) {
            ByteBuf part = whole.copy(0, length);
            assertThatThrownBy(() -> answer(part)).as("%d bytes", length).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void aCountThatIsNotTrueCostsNoMemory() {
        ByteBuf message = message(List.of(new DataValue(new Variant(new Long[] {1L}), StatusCode.GOOD, null, null)));
        // Value, variant's mask, count 1, eight bytes, diagnostics.
        int count = message.readableBytes() - 4 - 8 - 4;
        for (int wrong : new int[] {2, 1_000_000, Integer.MAX_VALUE}) {
            ByteBuf longer = message.copy().setIntLE(count, wrong);
            assertThatThrownBy(() -> answer(longer)).as("%d elements", wrong).isInstanceOf(RuntimeException.class);
            ByteBuf more = message.copy().setIntLE(count - 2 - 4, wrong);
            assertThatThrownBy(() -> answer(more)).as("%d values", wrong).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void valuesInValuesEndSomewhere() {
        Variant nested = new Variant(1);
        for (int i = 0; i < 200; i++) {
            nested = new Variant(new Variant[] {nested});
        }
        ByteBuf buffer = message(List.of(new DataValue(nested, StatusCode.GOOD, null, null)));
        assertThatThrownBy(() -> answer(buffer)).hasMessageContaining("deep");
    }
}
