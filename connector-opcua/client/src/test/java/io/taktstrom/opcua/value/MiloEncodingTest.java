package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.AllocationMeter;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
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
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResult;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ubyte;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ulong;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ushort;

/** Values as they pass between Milo's objects and their bytes, which are walked by hand. */
class MiloEncodingTest {

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

    private static ByteBuffer bytes(DataValue value) {
        return MiloEncoding.encode(value);
    }

    @Test
    void everyTypeIsWalkedToItsEndAndDecodedAsItWas() throws MalformedFrameException {
        for (DataValue value : values()) {
            ByteBuffer bytes = bytes(value);
            WireReader in = new WireReader().reset(bytes, 0, bytes.limit());
            in.skipDataValue();
            assertThat(in.remaining()).as("%s", value).isZero();
            assertThat(bytes(MiloEncoding.dataValue(bytes, 0, bytes.limit())))
                    .as("%s", value)
                    .isEqualTo(bytes);
        }
    }

    @Test
    void aValueThatEndsEarlyIsRefusedWhereverItEnds() {
        for (DataValue value : values()) {
            ByteBuffer bytes = bytes(value);
            for (int length = 0; length < bytes.limit(); length++) {
                WireReader in = new WireReader().reset(bytes, 0, length);
                assertThatThrownBy(in::skipDataValue)
                        .as("%s, %d bytes", value, length)
                        .isInstanceOf(MalformedFrameException.class);
            }
        }
    }

    @Test
    void aMalformedValueIsBadAndNoException() {
        ByteBuffer bytes = bytes(new DataValue(new Variant("text")));
        assertThat(MiloEncoding.dataValue(bytes, 0, 3).statusCode().value()).isEqualTo(StatusCodes.Bad_DecodingError);
    }

    /** Milo makes room for as many elements as an array claims: here for no more than there are bytes. */
    @Test
    void aCountThatIsNotTrueCostsNoMemory() throws Exception {
        ResponseHeader header =
                new ResponseHeader(DateTime.MIN_VALUE, uint(1), StatusCode.GOOD, DiagnosticInfo.NULL_VALUE, null, null);
        ByteBuffer message = MiloEncoding.encode(new BrowseResponse(header, new BrowseResult[0], null));
        // Number of results, number of diagnostics.
        message.putInt(message.limit() - 8, 500_000_000);
        WireReader in = new WireReader().reset(message, 0, message.limit());
        double bytes = AllocationMeter.currentThread()
                .bytesPerOperation(
                        10,
                        () -> assertThatThrownBy(() -> MiloEncoding.decode(in))
                                .isInstanceOf(MalformedFrameException.class));
        assertThat(bytes).isLessThan(1 << 20);
    }

    @Test
    void valuesInValuesEndSomewhere() {
        Variant nested = new Variant(1);
        for (int i = 0; i < 50; i++) {
            nested = new Variant(new Variant[] {nested});
        }
        ByteBuffer bytes = bytes(new DataValue(nested));
        assertThatThrownBy(new WireReader().reset(bytes, 0, bytes.limit())::skipDataValue)
                .hasMessageContaining("deep");
    }
}
