package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import io.netty.buffer.Unpooled;
import io.taktstrom.opcua.protocol.WireWriter;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.GenericDataTypeCodec;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.UaEncoder;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;

/** A ReadResponse, the values of which are still the bytes that came. Immutable. */
final class ReadAnswer implements UaResponseMessageType {

    private final ResponseHeader header;
    private final byte[] bytes;
    /** Behind each value. */
    private final int[] ends;

    private ReadAnswer(ResponseHeader header, byte[] bytes, int[] ends) {
        this.header = header;
        this.bytes = bytes;
        this.ends = ends;
    }

    /** Number of values. */
    int size() {
        return ends.length;
    }

    /** All values, little-endian. */
    ByteBuffer values() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where a value begins. */
    int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    /** Where it ends. */
    int end(int i) {
        return ends[i];
    }

    /** The values as Milo's objects. */
    DataValue[] decoded(EncodingContext context) {
        OpcUaBinaryDecoder decoder = new OpcUaBinaryDecoder(context).setBuffer(Unpooled.wrappedBuffer(bytes));
        DataValue[] values = new DataValue[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = decoder.decodeDataValue();
        }
        return values;
    }

    @Override
    public ResponseHeader getResponseHeader() {
        return header;
    }

    @Override
    public ExpandedNodeId getTypeId() {
        return ReadResponse.TYPE_ID;
    }

    @Override
    public ExpandedNodeId getBinaryEncodingId() {
        return ReadResponse.BINARY_ENCODING_ID;
    }

    @Override
    public ExpandedNodeId getXmlEncodingId() {
        return ReadResponse.XML_ENCODING_ID;
    }

    @Override
    public ExpandedNodeId getJsonEncodingId() {
        return ReadResponse.JSON_ENCODING_ID;
    }

    /** What Milo's decoder calls for a ReadResponse; thread-safe. */
    static final class Codec extends GenericDataTypeCodec<ReadAnswer> {

        @Override
        public Class<ReadAnswer> getType() {
            return ReadAnswer.class;
        }

        @Override
        public ReadAnswer decodeType(EncodingContext context, UaDecoder decoder) {
            ResponseHeader header = (ResponseHeader) decoder.decodeStruct("ResponseHeader", ResponseHeader.TYPE_ID);
            WireWriter bytes = new WireWriter();
            ValueCopy copy =
                    new ValueCopy(decoder, bytes, context.getEncodingLimits().getMaxRecursionDepth());
            int count = Math.max(0, decoder.decodeInt32("Results"));
            // Not for all at once: the count has yet to be shown to be true.
            int[] ends = new int[Math.min(count, 1000)];
            for (int i = 0; i < count; i++) {
                copy.dataValue();
                if (i == ends.length) {
                    ends = Arrays.copyOf(ends, (int) Math.min(count, 2L * i));
                }
                ends[i] = bytes.size();
            }
            return new ReadAnswer(header, bytes.toByteArray(), ends);
        }

        @Override
        public void encodeType(EncodingContext context, UaEncoder encoder, ReadAnswer value) {
            throw new UnsupportedOperationException("answers are only read");
        }
    }
}
