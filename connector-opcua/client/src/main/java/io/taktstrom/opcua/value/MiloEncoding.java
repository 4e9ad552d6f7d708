package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.NamespaceTable;
import org.eclipse.milo.opcua.stack.core.OpcUaDataType;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.encoding.DefaultEncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryEncoder;
import org.eclipse.milo.opcua.stack.core.types.UaMessageType;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;

/**
 * What is not hot, as Milo's objects. Milo makes room for as many elements as an array claims, up to the bytes of the largest
 * message; here that is never more than the bytes that are there. Immutable, thread-safe.
 */
public final class MiloEncoding extends DefaultEncodingContext {

    /** The least chunk that Milo lets its limits state; so much is what we ask for, too. */
    public static final int CHUNK_BYTES = 65_535;

    private static final int NESTING = 64;
    private static final MiloEncoding ENCODING = new MiloEncoding(Integer.MAX_VALUE);

    private final EncodingLimits limits;

    private MiloEncoding(int maxMessageBytes) {
        limits = new EncodingLimits(CHUNK_BYTES, 0, maxMessageBytes, NESTING);
    }

    // ---- messages

    /** A message in binary encoding. */
    public static ByteBuffer encode(UaMessageType message) {
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(ENCODING).setBuffer(buffer).encodeMessage(null, message);
        return littleEndian(buffer);
    }

    /**
     * Reads a message.
     *
     * @throws MalformedFrameException when its bytes have no meaning
     */
    public static UaMessageType decode(WireReader in) throws MalformedFrameException {
        return decode(in.buffer(), in.position(), in.remaining());
    }

    /** As {@link #decode(WireReader)}. */
    public static UaMessageType decode(ByteBuffer in, int at, int length) throws MalformedFrameException {
        try {
            return decoder(in, at, length).decodeMessage(null);
        } catch (RuntimeException e) {
            // Milo checks few lengths: wrong ones end in whatever exception comes first.
            throw malformed(e);
        }
    }

    private static MalformedFrameException malformed(RuntimeException e) {
        String reason = e instanceof UaSerializationException ? ": " + e.getMessage() : "";
        MalformedFrameException failure = new MalformedFrameException("the bytes have no meaning" + reason, 0);
        failure.addSuppressed(e);
        return failure;
    }

    private static OpcUaBinaryDecoder decoder(ByteBuffer in, int at, int length) {
        ByteBuf bytes = Unpooled.wrappedBuffer(in.slice(at, length));
        return new OpcUaBinaryDecoder(new MiloEncoding(length)).setBuffer(bytes);
    }

    private static ByteBuffer littleEndian(ByteBuf buffer) {
        return buffer.nioBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- values

    /** The DataValue between two positions; Bad_DecodingError when it is malformed. */
    public static DataValue dataValue(ByteBuffer in, int from, int to) {
        try {
            return decoder(in, from, to - from).decodeDataValue();
        } catch (RuntimeException e) {
            // Milo checks few lengths: the type of the exception says nothing.
            return new DataValue(StatusCodes.Bad_DecodingError);
        }
    }

    /** A DataValue in binary encoding, little-endian. */
    public static ByteBuffer encode(DataValue value) {
        ByteBuf buffer = Unpooled.buffer();
        OpcUaBinaryEncoder encoder = new OpcUaBinaryEncoder(ENCODING).setBuffer(buffer);
        try {
            encoder.encodeDataValue(value);
        } catch (UaSerializationException e) {
            encoder.setBuffer(buffer.clear());
            encoder.encodeDataValue(new DataValue(StatusCodes.Bad_DecodingError));
        }
        return littleEndian(buffer);
    }

    /** A Variant in binary encoding. */
    public static Variant variant(byte[] bytes) {
        return decoder(ByteBuffer.wrap(bytes), 0, bytes.length).decodeVariant();
    }

    /** The value of the Variant between two positions; null for none. */
    static @Nullable Object value(ByteBuffer in, int from, int to) throws MalformedFrameException {
        try {
            return decoder(in, from, to - from).decodeVariant().value();
        } catch (RuntimeException e) {
            throw malformed(e);
        }
    }

    /** A value as a Variant in binary encoding, which begins with a byte for its type. */
    static ByteBuffer encodeVariant(Object value) {
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(ENCODING).setBuffer(buffer).encodeVariant(Variant.of(value));
        return littleEndian(buffer);
    }

    /** What the standard calls a built-in type. */
    public static String typeName(int builtin) {
        return OpcUaDataType.isBuiltin(builtin)
                ? OpcUaDataType.fromTypeId(builtin).name()
                : "type " + builtin;
    }

    /** A NodeId in binary encoding. */
    public static byte[] encode(NodeId id) {
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(ENCODING).setBuffer(buffer).encodeNodeId(id);
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    /** A structure of the standard as an object that is part of a message. */
    public static ExtensionObject object(UaStructuredType structure) {
        return ExtensionObject.encode(ENCODING, structure);
    }

    /**
     * What is inside an object.
     *
     * @throws RuntimeException of whatever kind when the bytes have no meaning, since Milo checks few lengths
     */
    public static UaStructuredType inner(ExtensionObject object) {
        int bytes = object.getBody() instanceof ByteString body ? body.length() : Integer.MAX_VALUE;
        return object.decode(new MiloEncoding(bytes));
    }

    /** The namespaces by which nodes of the server itself are told from those of others: that of the standard only. */
    public static NamespaceTable namespaces() {
        return ENCODING.getNamespaceTable();
    }

    // ---- as Milo asks for it

    public static EncodingLimits limits(int maxMessageBytes) {
        return new MiloEncoding(maxMessageBytes).limits;
    }

    @Override
    public EncodingLimits getEncodingLimits() {
        return limits;
    }
}
