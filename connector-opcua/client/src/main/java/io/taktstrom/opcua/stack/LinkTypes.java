package io.taktstrom.opcua.stack;

import io.taktstrom.kit.Fatal;
import org.eclipse.milo.opcua.stack.core.encoding.DataTypeCodec;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.UaEncoder;
import org.eclipse.milo.opcua.stack.core.types.DataTypeDictionary;
import org.eclipse.milo.opcua.stack.core.types.DataTypeManager;
import org.eclipse.milo.opcua.stack.core.types.OpcUaDataTypeManager;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Milo's own types, but for the answer to a Read, which becomes a {@link ReadAnswer}. What answers cannot be decoded for is
 * told to their {@link LinkEncoding}, and what is fatal ends its thread, as far as that can be done here. Thread-safe.
 */
final class LinkTypes implements DataTypeManager {

    static final LinkTypes ALL = new LinkTypes();

    /** Binary encoding of ReadResponse (the OPC Foundation's NodeIds.csv). */
    private static final NodeId READ_RESPONSE = new NodeId(0, 634);

    private final DataTypeManager others = OpcUaDataTypeManager.getInstance();
    private final DataTypeCodec readAnswer = new ReadAnswer.Codec();

    private LinkTypes() {}

    @Override
    public @Nullable DataTypeCodec getCodec(NodeId id) {
        DataTypeCodec codec = READ_RESPONSE.equals(id) ? readAnswer : others.getCodec(id);
        return codec == null ? null : new Watched(codec);
    }

    /** Milo's thread closes the connection after any failure of decoding, an exhausted heap too, and keeps it to itself. */
    private record Watched(DataTypeCodec codec) implements DataTypeCodec {

        @Override
        public Class<?> getType() {
            return codec.getType();
        }

        @Override
        public UaStructuredType decode(EncodingContext context, UaDecoder decoder) {
            try {
                return codec.decode(context, decoder);
            } catch (RuntimeException | Error e) {
                Fatal.report(e);
                if (context instanceof LinkEncoding link) {
                    link.failed(e);
                }
                throw e;
            }
        }

        @Override
        public void encode(EncodingContext context, UaEncoder encoder, UaStructuredType value) {
            codec.encode(context, encoder, value);
        }
    }

    @Override
    public void registerType(
            NodeId dataTypeId,
            DataTypeCodec codec,
            @Nullable NodeId binaryEncodingId,
            @Nullable NodeId xmlEncodingId,
            @Nullable NodeId jsonEncodingId) {
        throw new UnsupportedOperationException("all links share these types");
    }

    @Override
    public @Nullable NodeId getBinaryEncodingId(NodeId dataTypeId) {
        return others.getBinaryEncodingId(dataTypeId);
    }

    @Override
    public @Nullable NodeId getXmlEncodingId(NodeId dataTypeId) {
        return others.getXmlEncodingId(dataTypeId);
    }

    @Override
    public @Nullable NodeId getJsonEncodingId(NodeId dataTypeId) {
        return others.getJsonEncodingId(dataTypeId);
    }

    @Override
    public @Nullable DataTypeDictionary getTypeDictionary(String namespaceUri) {
        return others.getTypeDictionary(namespaceUri);
    }

    @Override
    public void registerTypeDictionary(DataTypeDictionary dictionary) {
        throw new UnsupportedOperationException("all links share these types");
    }
}
