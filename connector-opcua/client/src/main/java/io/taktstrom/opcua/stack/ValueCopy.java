package io.taktstrom.opcua.stack;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.DataValueFrame;
import io.taktstrom.opcua.protocol.WireWriter;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;

/**
 * Takes values out of Milo's decoder as the bytes that they are on the wire (OPC 10000-6, 5.2.2), without making objects of
 * them: a million numbers are a copy, not a million boxes. What it takes for a length is no more than what is there, or the
 * decoder fails. Not thread-safe.
 */
final class ValueCopy {

    private static final int ARRAY = 0x80;
    private static final int DIMENSIONS = 0x40;

    private final UaDecoder in;
    private final WireWriter out;
    private final int mostNesting;

    ValueCopy(UaDecoder in, WireWriter out, int mostNesting) {
        this.in = in;
        this.out = out;
        this.mostNesting = mostNesting;
    }

    /** Copies a DataValue. */
    void dataValue() {
        dataValue(0);
    }

    private int u8() {
        int value = in.decodeSByte(null) & 0xFF;
        out.u8(value);
        return value;
    }

    private int i32() {
        int value = in.decodeInt32(null);
        out.i32(value);
        return value;
    }

    private void bytes(long count) {
        long left = count;
        for (; left >= Long.BYTES; left -= Long.BYTES) {
            out.i64(in.decodeInt64(null));
        }
        for (; left > 0; left--) {
            u8();
        }
    }

    private void string() {
        ByteString bytes = in.decodeByteString(null);
        byte[] value = bytes.bytes();
        if (value == null) {
            out.i32(-1);
        } else {
            out.i32(value.length).bytes(value);
        }
    }

    private void stringIf(int mask, int bit) {
        if ((mask & bit) != 0) {
            string();
        }
    }

    private void requireDepth(int depth) {
        if (depth > mostNesting) {
            throw malformed("values are nested more than " + mostNesting + " deep");
        }
    }

    private static UaSerializationException malformed(String what) {
        return new UaSerializationException(StatusCodes.Bad_DecodingError, what);
    }

    private void dataValue(int depth) {
        int mask = u8();
        if ((mask & DataValueFrame.VALUE) != 0) {
            variant(depth);
        }
        bytes(DataValueFrame.trailingBytes(mask));
    }

    private void variant(int depth) {
        requireDepth(depth);
        int mask = u8();
        int builtin = mask & 0x3F;
        int count = (mask & ARRAY) != 0 ? i32() : 1;
        int fixed = Builtin.fixedBytes(builtin);
        if (fixed > 0) {
            bytes((long) fixed * Math.max(0, count));
        } else if (builtin != 0) {
            for (int i = 0; i < count; i++) {
                value(builtin, depth);
            }
        }
        if ((mask & DIMENSIONS) != 0) {
            bytes(4L * Math.max(0, i32()));
        }
    }

    private void value(int builtin, int depth) {
        switch (builtin) {
            case Builtin.STRING, Builtin.BYTE_STRING, Builtin.XML_ELEMENT -> string();
            case Builtin.NODE_ID, Builtin.EXPANDED_NODE_ID -> nodeId();
            case Builtin.QUALIFIED_NAME -> {
                bytes(2);
                string();
            }
            case Builtin.LOCALIZED_TEXT -> {
                int mask = u8();
                stringIf(mask, 1);
                stringIf(mask, 2);
            }
            case Builtin.EXTENSION_OBJECT -> {
                nodeId();
                if (u8() != 0) {
                    string();
                }
            }
            case Builtin.DATA_VALUE -> dataValue(depth + 1);
            case Builtin.VARIANT -> variant(depth + 1);
            case Builtin.DIAGNOSTIC_INFO -> diagnosticInfo(depth + 1);
            default -> throw malformed("there is no built-in type " + builtin);
        }
    }

    private void nodeId() {
        int form = u8();
        switch (form & 0x3F) {
            case 0 -> bytes(1);
            case 1 -> bytes(3);
            case 2 -> bytes(6);
            case 3, 5 -> {
                bytes(2);
                string();
            }
            case 4 -> bytes(18);
            default -> throw malformed("there is no node id of the form " + form);
        }
        stringIf(form, 0x80);
        if ((form & 0x40) != 0) {
            bytes(4);
        }
    }

    private void diagnosticInfo(int depth) {
        requireDepth(depth);
        int mask = u8();
        bytes(4L * Integer.bitCount(mask & 0x0F));
        stringIf(mask, 0x10);
        if ((mask & 0x20) != 0) {
            bytes(4);
        }
        if ((mask & 0x40) != 0) {
            diagnosticInfo(depth + 1);
        }
    }
}
