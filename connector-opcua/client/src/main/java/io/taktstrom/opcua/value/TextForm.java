package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.XmlElement;
import org.jspecify.annotations.Nullable;

/**
 * Built-in types without a number as text, in the forms of the standard: {@code ns=2;s=x} (OPC 10000-6, 5.3.1.10),
 * {@code 2:name}, a GUID with dashes. A localised text is its text; its locale is not kept.
 */
final class TextForm {

    private static final Pattern GUID =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

    private static final Pattern QUALIFIED = Pattern.compile("(?:(\\d{1,5}):)?(.*)", Pattern.DOTALL);

    private static final int MAX_INDEX = 0xFFFF;

    private TextForm() {}

    /** Reads a value of a built-in type, the text of which is empty for null. */
    static String read(int builtin, WireReader in) throws MalformedFrameException {
        int from = in.position();
        in.skipValues(builtin, 1);
        byte[] variant = new byte[1 + in.position() - from];
        variant[0] = (byte) builtin;
        in.buffer().get(from, variant, 1, variant.length - 1);
        Object value = MiloEncoding.value(ByteBuffer.wrap(variant), 0, variant.length);
        return value == null ? "" : Objects.requireNonNullElse(text(value), "");
    }

    /** The text of a value as Milo has it; null for one of another type. */
    static @Nullable String text(Object value) {
        if (value instanceof String || value instanceof UUID) {
            return value.toString();
        } else if (value instanceof NodeId id) {
            return id.toParseableString();
        } else if (value instanceof ExpandedNodeId id) {
            return id.toParseableString();
        } else if (value instanceof QualifiedName name) {
            String text = Objects.requireNonNullElse(name.name(), "");
            return name.namespaceIndex().intValue() == 0 ? text : name.namespaceIndex() + ":" + text;
        } else if (value instanceof LocalizedText text) {
            return Objects.requireNonNullElse(text.text(), "");
        }
        return value instanceof XmlElement element ? element.getFragmentOrEmpty() : null;
    }

    /**
     * Writes the value that a text stands for.
     *
     * @throws IllegalArgumentException when it stands for none; the message says why
     */
    static void write(int builtin, String text, WireWriter out) {
        Object value = switch (builtin) {
            case Builtin.GUID -> guid(text);
            case Builtin.NODE_ID, Builtin.EXPANDED_NODE_ID -> nodeId(text, builtin == Builtin.EXPANDED_NODE_ID);
            case Builtin.QUALIFIED_NAME -> qualifiedName(text);
            case Builtin.LOCALIZED_TEXT -> new LocalizedText(null, text);
            default -> text;
        };
        ByteBuffer variant = MiloEncoding.encodeVariant(value);
        out.bytes(variant, 1, variant.limit() - 1);
    }

    private static UUID guid(String text) {
        if (!GUID.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a GUID, such as 72962b91-fa75-4ae6-8d28-b404dc7daf63");
        }
        return UUID.fromString(text);
    }

    private static QualifiedName qualifiedName(String text) {
        Matcher name = QUALIFIED.matcher(text);
        String index = name.matches() ? name.group(1) : null;
        if (index != null && Integer.parseInt(index) > MAX_INDEX) {
            throw new IllegalArgumentException("a namespace index has 16 bits, and " + index + " needs more");
        }
        return index == null ? new QualifiedName(0, text) : new QualifiedName(Integer.parseInt(index), name.group(2));
    }

    private static Object nodeId(String text, boolean expanded) {
        try {
            return expanded ? ExpandedNodeId.parse(text) : NodeId.parse(text);
        } catch (RuntimeException e) {
            // Milo says with exceptions of several kinds what is wrong.
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is not a node id, such as ns=2;s=name, i=85, ns=1;g=72962b91-fa75-4ae6-8d28-b404dc7daf63;"
                            + " a namespace index has 16 bits, a number 32",
                    e);
        }
    }
}
