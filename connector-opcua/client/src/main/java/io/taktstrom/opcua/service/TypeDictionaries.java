package io.taktstrom.opcua.service;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.TypeDictionary;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The type dictionaries of a server before OPC UA 1.04, each read when a type of it is first met (OPC 10000-3, 5.8.4 and annex
 * C in v1.03). Thread-safe.
 *
 * <pre>
 *   data type --HasEncoding--> Default Binary --HasDescription--> description --inverse HasComponent--> dictionary
 *                                                                 value: the type's name              value: its XML
 * </pre>
 */
final class TypeDictionaries {

    /** What a dictionary takes for each byte of its text: a generous guess. */
    private static final int FACTOR = 8;

    private static final WireType.Unknown NONE = new WireType.Unknown("");

    /**
     * What became of a dictionary.
     *
     * @param types null when it cannot be read
     * @param why it cannot
     */
    private record Entry(@Nullable TypeDictionary types, WireType.Unknown why) {
        static Entry unknown(String why, int status) {
            return new Entry(null, new WireType.Unknown(why, status));
        }
    }

    private final UaLink link;
    private final Attributes attributes;
    private final References references;
    private final Map<NodeRef, Entry> known = new ConcurrentHashMap<>();

    TypeDictionaries(UaLink link, Attributes attributes, References references) {
        this.link = link;
        this.attributes = attributes;
        this.references = references;
    }

    /** The structure as a dictionary describes it; null where no dictionary does. */
    @Nullable
    WireType find(NodeRef dataType, Deadline deadline) throws ConnectorException {
        NodeRef encoding = references.binaryEncoding(dataType, deadline);
        NodeRef description = encoding == null ? null : references.description(encoding, deadline);
        NodeRef dictionary = description == null ? null : references.owner(description, deadline);
        if (encoding == null || description == null || dictionary == null) {
            return null;
        }
        if (!(attributes.told(description, deadline) instanceof String name)) {
            return new WireType.Unknown("the server does not tell the name of the data type " + dataType
                    + " in its type dictionary " + dictionary);
        }
        Entry entry = known.get(dictionary);
        if (entry == null) {
            entry = read(dictionary, deadline);
            known.put(dictionary, entry);
        }
        TypeDictionary types = entry.types();
        return types == null ? entry.why() : types.structure(name, encoding.toString());
    }

    private Entry read(NodeRef dictionary, Deadline deadline) throws ConnectorException {
        String what = "the type dictionary " + dictionary + " of the server";
        byte[] xml = attributes.told(dictionary, deadline) instanceof ByteString text ? text.bytes() : null;
        if (xml == null) {
            return Entry.unknown(
                    "the server does not give its type dictionary " + dictionary, StatusCode.BAD_NOT_SUPPORTED);
        }
        long bytes = (long) FACTOR * xml.length;
        if (!link.memory().tryTake(bytes)) {
            return Entry.unknown(link.memory().refusal(bytes, what), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        }
        try {
            return new Entry(TypeDictionary.read(xml), NONE);
        } catch (TypeDictionary.UnreadableException e) {
            link.memory().giveBack(bytes);
            return Entry.unknown(what + " cannot be read: " + e.getMessage(), StatusCode.BAD_DECODING_ERROR);
        }
    }
}
