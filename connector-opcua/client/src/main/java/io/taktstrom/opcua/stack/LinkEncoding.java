package io.taktstrom.opcua.stack;

import org.eclipse.milo.opcua.stack.core.NamespaceTable;
import org.eclipse.milo.opcua.stack.core.ServerTable;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingManager;
import org.eclipse.milo.opcua.stack.core.encoding.OpcUaEncodingManager;
import org.eclipse.milo.opcua.stack.core.types.DataTypeManager;

/** How Milo encodes and decodes for one link: the standard's own types, within limits. */
final class LinkEncoding implements EncodingContext {

    /** The most that we ask for; a server may send less per chunk. */
    private static final int CHUNK_BYTES = 65_535;

    /** Any: Milo makes room for so many chunks with each message. What bounds a message is {@link MessageBound}. */
    private static final int CHUNKS = 0;

    private static final int NESTING = 64;

    private final EncodingLimits limits;
    private final NamespaceTable namespaces = new NamespaceTable();
    private final ServerTable servers = new ServerTable();

    LinkEncoding(int maxMessageBytes) {
        limits = new EncodingLimits(CHUNK_BYTES, CHUNKS, maxMessageBytes, NESTING);
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
