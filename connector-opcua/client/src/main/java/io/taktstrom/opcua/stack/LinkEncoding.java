package io.taktstrom.opcua.stack;

import org.eclipse.milo.opcua.stack.core.NamespaceTable;
import org.eclipse.milo.opcua.stack.core.ServerTable;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingManager;
import org.eclipse.milo.opcua.stack.core.encoding.OpcUaEncodingManager;
import org.eclipse.milo.opcua.stack.core.types.DataTypeManager;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.jspecify.annotations.Nullable;

/** How Milo encodes and decodes for one link: the standard's own types, within limits. */
final class LinkEncoding implements EncodingContext {

    /** The most that we ask for; a server may send less per chunk. */
    private static final int CHUNK_BYTES = 65_535;

    /** Any: Milo makes room for so many chunks with each message. What bounds a message is {@link MessageBound}. */
    private static final int CHUNKS = 0;

    private static final int NESTING = 64;

    private final EncodingLimits limits;
    private final NamespaceTable namespaces;
    private final ServerTable servers;

    /** What came of decoding, when that ended the connection. */
    private volatile @Nullable Throwable failure;

    LinkEncoding(int maxMessageBytes) {
        this(maxMessageBytes, new NamespaceTable(), new ServerTable());
    }

    private LinkEncoding(int maxMessageBytes, NamespaceTable namespaces, ServerTable servers) {
        this.limits = new EncodingLimits(CHUNK_BYTES, CHUNKS, maxMessageBytes, NESTING);
        this.namespaces = namespaces;
        this.servers = servers;
    }

    /**
     * Decodes what is inside an object: Milo makes room for as many elements as an array claims, up to the bytes of the
     * largest message, and here there are no more than those of the object.
     *
     * @throws RuntimeException of whatever kind when the bytes make no sense, since Milo checks few lengths
     */
    UaStructuredType inner(ExtensionObject object) {
        int bytes = object.getBody() instanceof ByteString body ? body.length() : limits.getMaxMessageSize();
        return object.decode(new LinkEncoding(bytes, namespaces, servers));
    }

    /** Milo's thread ends the connection, and tells nobody why. */
    void failed(Throwable why) {
        failure = why;
    }

    /** Why an answer could not be decoded; null when there was none such. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    public DataTypeManager getDataTypeManager() {
        return LinkTypes.ALL;
    }

    @Override
    public EncodingManager getEncodingManager() {
        return OpcUaEncodingManager.getInstance();
    }

    @Override
    public EncodingLimits getEncodingLimits() {
        return limits;
    }

    @Override
    public NamespaceTable getNamespaceTable() {
        return namespaces;
    }

    @Override
    public ServerTable getServerTable() {
        return servers;
    }
}
