package io.taktstrom.opcua.stack;

import java.util.function.BiFunction;

import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.GenericDataTypeCodec;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.UaEncoder;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;

/** An answer that we read ourselves, out of Milo's decoder. Immutable. */
abstract class OwnAnswer implements UaResponseMessageType {

    private final ResponseHeader header;
    private final ExpandedNodeId type;

    /** @param type of Milo's class, the place of which this takes */
    OwnAnswer(ResponseHeader header, ExpandedNodeId type) {
        this.header = header;
        this.type = type;
    }

    static ResponseHeader header(UaDecoder decoder) {
        return (ResponseHeader) decoder.decodeStruct("ResponseHeader", ResponseHeader.TYPE_ID);
    }

    @Override
    public ResponseHeader getResponseHeader() {
        return header;
    }

    @Override
    public ExpandedNodeId getTypeId() {
        return type;
    }

    @Override
    public ExpandedNodeId getBinaryEncodingId() {
        return type;
    }

    @Override
    public ExpandedNodeId getXmlEncodingId() {
        return type;
    }

    @Override
    public ExpandedNodeId getJsonEncodingId() {
        return type;
    }

    /** What Milo's decoder calls for such an answer; thread-safe. */
    static final class Codec<T extends OwnAnswer> extends GenericDataTypeCodec<T> {

        private final Class<T> type;
        private final BiFunction<EncodingContext, UaDecoder, T> reader;

        Codec(Class<T> type, BiFunction<EncodingContext, UaDecoder, T> reader) {
            this.type = type;
            this.reader = reader;
        }

        @Override
        public Class<T> getType() {
            return type;
        }

        @Override
        public T decodeType(EncodingContext context, UaDecoder decoder) {
            return reader.apply(context, decoder);
        }

        @Override
        public void encodeType(EncodingContext context, UaEncoder encoder, T value) {
            throw new UnsupportedOperationException("answers are only read");
        }
    }
}
