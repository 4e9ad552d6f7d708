package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryEncoder;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;

/** Values that Milo has decoded, in binary encoding again, where speed does not matter: of histories and of methods. */
final class EncodedValues {

    private EncodedValues() {}

    /** A DataValue, little-endian. */
    static ByteBuffer of(UaLink link, DataValue value) {
        OpcUaBinaryEncoder encoder = new OpcUaBinaryEncoder(link.encoding());
        ByteBuf buffer = Unpooled.buffer();
        encode(encoder, buffer, value);
        return buffer.nioBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The other way round: what Milo is to send, of a Variant in binary encoding. */
    static Variant variant(UaLink link, byte[] bytes) {
        return new OpcUaBinaryDecoder(link.encoding())
                .setBuffer(Unpooled.wrappedBuffer(bytes))
                .decodeVariant();
    }

    /** Hands over values, the first of which has this index. */
    static void hand(UaLink link, DataValue[] values, int from, ValueSink sink) throws ConnectorException {
        OpcUaBinaryEncoder encoder = new OpcUaBinaryEncoder(link.encoding());
        ByteBuf buffer = Unpooled.buffer(64 * Math.max(1, values.length));
        for (int i = 0; i < values.length; i++) {
            encode(encoder, buffer.clear(), values[i]);
            try {
                sink.value(from + i, buffer.nioBuffer().order(ByteOrder.LITTLE_ENDIAN));
            } catch (MalformedFrameException e) {
                throw new MalformedFrameException("values of " + link.where(), e);
            }
        }
    }

    private static void encode(OpcUaBinaryEncoder encoder, ByteBuf buffer, DataValue value) {
        encoder.setBuffer(buffer);
        try {
            encoder.encodeDataValue(value);
        } catch (UaSerializationException e) {
            encoder.encodeDataValue(new DataValue(StatusCodes.Bad_DecodingError));
        }
    }
}
