package io.taktstrom.opcua.stack;

import java.util.Map;

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
 * Milo's own types, but for {@linkplain OwnAnswer answers that we read ourselves}. What answers cannot be decoded for is
 * told to their {@link LinkEncoding}, and what is fatal ends its thread, as far as that can be done here. Thread-safe.
 */
final class LinkTypes implements DataTypeManager {

    static final LinkTypes ALL = new LinkTypes();

    /** By the numbers of their binary encodings (the OPC Foundation's NodeIds.csv). */
    private static final Map<NodeId, DataTypeCodec> OWN = Map.of(
            new NodeId(0, 634), new OwnAnswer.Codec<>(ReadAnswer.class, ReadAnswer::read),
            new NodeId(0, 829), new OwnAnswer.Codec<>(PublishAnswer.class, PublishAnswer::published),
            new NodeId(0, 835), new OwnAnswer.Codec<>(PublishAnswer.class, PublishAnswer::republished));

    private final DataTypeManager others = OpcUaDataTypeManager.getInstance();

    private LinkTypes() {}

    @Override
    public @Nullable DataTypeCodec getCodec(NodeId id) {
        DataTypeCodec own = OWN.get(id);
        DataTypeCodec codec = own == null ? others.getCodec(id) : own;
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
