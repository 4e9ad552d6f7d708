package io.taktstrom.opcua.service;

import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.MiloEncoding;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.jspecify.annotations.Nullable;

/** The id of a node on one server, with the namespace as the index that it has in this session. */
public record NodeRef(NodeId id) {

    /** Writes it in binary encoding. */
    WireWriter write(WireWriter out) {
        return out.bytes(MiloEncoding.encode(id));
    }

    /** Reads {@code ns=2;s=text}, {@code i=85}, {@code g=guid} or {@code b=base64}; null when it is none of these. */
    public static @Nullable NodeRef parse(String text) {
        try {
            NodeId id = NodeId.parseOrNull(text);
            return id == null ? null : new NodeRef(id);
        } catch (IllegalArgumentException e) {
            // A number with too many bits, or base64 that is none.
            return null;
        }
    }

    public int namespaceIndex() {
        return id.getNamespaceIndex().intValue();
    }

    /** The number of a node of the standard's namespace; -1 for others. */
    public int standardNumber() {
        return namespaceIndex() == 0 && id.getIdentifier() instanceof UInteger number ? number.intValue() : -1;
    }

    /** What it takes to keep it: a generous guess. */
    public long bytes() {
        Object identifier = id.getIdentifier();
        int length = identifier instanceof String text
                ? 2 * text.length()
                : identifier instanceof ByteString bytes ? bytes.length() : 0;
        return 100L + length;
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return id.toParseableString();
    }
}
