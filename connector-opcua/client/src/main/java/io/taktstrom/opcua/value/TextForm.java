package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Built-in types without a number as text, in the forms of the standard: {@code ns=2;s=x} (OPC 10000-6, 5.3.1.10),
 * {@code 2:name}, a GUID with dashes. A localised text is its text; its locale is not kept.
 */
final class TextForm {

    private static final Pattern GUID =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

    private static final Pattern NODE_ID = Pattern.compile(
            "(svr=(?<server>\\d{1,9});)?(ns=(?<index>\\d{1,5});|nsu=(?<uri>[^;]*);)?(?<form>[isgb])=(?<id>.*)",
            Pattern.DOTALL);

    private static final Pattern QUALIFIED = Pattern.compile("(?:(\\d{1,5}):)?(.*)", Pattern.DOTALL);

    private static final int URI = 0x80;
    private static final int SERVER = 0x40;

    private TextForm() {}

    static String read(int builtin, WireReader in) throws MalformedFrameException {
        return switch (builtin) {
            case Builtin.GUID -> guid(in).toString();
            case Builtin.NODE_ID, Builtin.EXPANDED_NODE_ID -> nodeId(in);
            case Builtin.QUALIFIED_NAME -> {
                int namespace = in.u16();
                String name = string(in);
                yield namespace == 0 ? name : namespace + ":" + name;
            }
            case Builtin.LOCALIZED_TEXT -> {
                int mask = in.u8();
                if ((mask & 1) != 0) {
                    string(in);
                }
                yield (mask & 2) != 0 ? string(in) : "";
            }
            default -> string(in);
        };
    }

    static String string(WireReader in) throws MalformedFrameException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(WireReader in) throws MalformedFrameException {
        byte[] bytes = new byte[Math.max(0, in.length())];
        int at = in.position();
        in.skip(bytes.length);
        in.buffer().get(at, bytes);
        return bytes;
    }

    /** Three little-endian numbers and eight bytes (OPC 10000-6, 5.2.2.6). */
    private static UUID guid(WireReader in) throws MalformedFrameException {
        long high = (in.i32() & 0xFFFF_FFFFL) << 32 | (long) in.u16() << 16 | in.u16();
        return new UUID(high, Long.reverseBytes(in.i64()));
    }

    private static String nodeId(WireReader in) throws MalformedFrameException {
        int form = in.u8();
        int namespace = 0;
        String id;
        switch (form & 0x3F) {
            case 0 -> id = "i=" + in.u8();
            case 1 -> {
                namespace = in.u8();
                id = "i=" + in.u16();
            }
            case 2 -> {
                namespace = in.u16();
                id = "i=" + (in.i32() & 0xFFFF_FFFFL);
            }
            case 3 -> {
                namespace = in.u16();
                id = "s=" + string(in);
            }
            case 4 -> {
                namespace = in.u16();
                id = "g=" + guid(in);
            }
            case 5 -> {
                namespace = in.u16();
                id = "b=" + Base64.getEncoder().encodeToString(bytes(in));
            }
            default -> throw new MalformedFrameException("unknown form of a node id: " + form, in.position() - 1);
        }
        String uri = (form & URI) != 0 ? string(in) : "";
        String server = (form & SERVER) != 0 ? "svr=" + (in.i32() & 0xFFFF_FFFFL) + ";" : "";
        return server + (uri.isEmpty() ? namespace == 0 ? "" : "ns=" + namespace + ";" : "nsu=" + uri + ";") + id;
    }

    // ---- and back

    static void write(int builtin, String text, WireWriter out) {
        switch (builtin) {
            case Builtin.GUID -> guid(text, out);
            case Builtin.NODE_ID, Builtin.EXPANDED_NODE_ID -> nodeId(text, builtin == Builtin.EXPANDED_NODE_ID, out);
            case Builtin.QUALIFIED_NAME -> {
                Matcher name = QUALIFIED.matcher(text);
                boolean matches = name.matches();
                String namespace = matches ? name.group(1) : null;
                out.i16(namespace == null ? 0 : index(namespace)).string(matches ? name.group(2) : text);
            }
            case Builtin.LOCALIZED_TEXT -> out.u8(2).string(text);
            default -> out.string(text);
        }
    }

    private static int index(String text) {
        int index = Integer.parseInt(text);
        if (index > 0xFFFF) {
            throw new IllegalArgumentException("a namespace index has 16 bits, and " + text + " needs more");
        }
        return index;
    }

    private static void guid(String text, WireWriter out) {
        if (!GUID.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a GUID, such as 72962b91-fa75-4ae6-8d28-b404dc7daf63");
        }
        UUID guid = UUID.fromString(text);
        long high = guid.getMostSignificantBits();
        out.i32((int) (high >>> 32))
                .i16((int) (high >>> 16))
                .i16((int) high)
                .i64(Long.reverseBytes(guid.getLeastSignificantBits()));
    }

    private static void nodeId(String text, boolean expanded, WireWriter out) {
        Matcher id = NODE_ID.matcher(text);
        if (!id.matches() || (!expanded && (id.group("server") != null || id.group("uri") != null))) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a node id, such as ns=2;s=name, i=85, ns=1;g=72962b91-fa75-4ae6-8d28-b404dc7daf63");
        }
        String uri = id.group("uri");
        String server = id.group("server");
        String namespace = id.group("index");
        int flags = (uri == null ? 0 : URI) | (server == null ? 0 : SERVER);
        int index = namespace == null ? 0 : index(namespace);
        String value = id.group("id");
        switch (id.group("form")) {
            case "i" -> {
                if (!value.matches("\\d{1,10}") || Long.parseLong(value) > 0xFFFF_FFFFL) {
                    throw new IllegalArgumentException("'" + value + "' is not a number of 32 bits");
                }
                out.u8(2 | flags).i16(index).i32((int) Long.parseLong(value));
            }
            case "g" -> {
                out.u8(4 | flags).i16(index);
                guid(value, out);
            }
            case "b" -> {
                byte[] bytes = Base64.getDecoder().decode(value);
                out.u8(5 | flags).i16(index).i32(bytes.length).bytes(bytes);
            }
            default -> out.u8(3 | flags).i16(index).string(value);
        }
        if (uri != null) {
            out.string(uri);
        }
        if (server != null) {
            out.i32((int) Long.parseLong(server));
        }
    }

    /** The text that is a value's own, for those who have it as bytes. */
    static String read(int builtin, ByteBuffer wire, int from, int to) throws MalformedFrameException {
        return read(builtin, new WireReader().reset(wire, from, to));
    }
}
