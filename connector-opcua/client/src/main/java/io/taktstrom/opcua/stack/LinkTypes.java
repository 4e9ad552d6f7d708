package io.taktstrom.opcua.stack;

import org.eclipse.milo.opcua.stack.core.encoding.DataTypeCodec;
import org.eclipse.milo.opcua.stack.core.types.DataTypeDictionary;
import org.eclipse.milo.opcua.stack.core.types.DataTypeManager;
import org.eclipse.milo.opcua.stack.core.types.OpcUaDataTypeManager;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.jspecify.annotations.Nullable;

/** Milo's own types, but for the answer to a Read, which becomes a {@link ReadAnswer}. Thread-safe. */
final class LinkTypes implements DataTypeManager {

    static final LinkTypes ALL = new LinkTypes();

    /** Binary encoding of ReadResponse (the OPC Foundation's NodeIds.csv). */
    private static final NodeId READ_RESPONSE = new NodeId(0, 634);

    private final DataTypeManager others = OpcUaDataTypeManager.getInstance();
    private final DataTypeCodec readAnswer = new ReadAnswer.Codec();

    private LinkTypes() {}

    @Override
    public @Nullable DataTypeCodec getCodec(NodeId id) {
        return READ_RESPONSE.equals(id) ? readAnswer : others.getCodec(id);
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
