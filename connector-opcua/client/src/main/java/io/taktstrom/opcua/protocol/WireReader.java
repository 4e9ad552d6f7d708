package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Reads OPC UA binary from a little-endian buffer and trusts none of it: no read leaves the bounds, no length is taken
 * for more than the bytes that are there. Hot: allocates nothing. Not thread-safe.
 */
public final class WireReader {

    /** Variants in variants and the like; the standard asks for at least 100 levels of some, no value needs ten. */
    private static final int MAX_NESTING = 32;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer buffer = NOTHING;
    private int at;
    private int end;

    /** Reads the bytes from {@code from} to {@code to} of a little-endian buffer, whose position plays no part. */
    public WireReader reset(ByteBuffer newBuffer, int from, int to) {
        buffer = newBuffer;
        at = from;
        end = to;
        return this;
    }

    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where the next read begins. */
    public int position() {
        return at;
    }

    /** Where reading must end. */
    public int end() {
        return end;
    }

    public int remaining() {
        return end - at;
    }

    /** Continues elsewhere, inside the bounds. */
    public void position(int position) throws MalformedFrameException {
        if (position < 0 || position > end) {
            throw new MalformedFrameException("position " + position + " is behind the end at " + end, at);
        }
        at = position;
    }

    /** Goes on behind that many bytes, of which there are no fewer left; says where they begin. */
    int advance(int bytes) throws MalformedFrameException {
        if (bytes > end - at) {
            throw new MalformedFrameException(bytes + " bytes needed, " + (end - at) + " left", at);
        }
        int start = at;
        at = start + bytes;
        return start;
    }

    public int u8() throws MalformedFrameException {
        return buffer.get(advance(1)) & 0xFF;
    }

    public int i32() throws MalformedFrameException {
        return buffer.getInt(advance(4));
    }

    public long i64() throws MalformedFrameException {
        return buffer.getLong(advance(8));
    }

    public void skip(int bytes) throws MalformedFrameException {
        if (bytes < 0) {
            throw new MalformedFrameException("a length of " + bytes, at);
        }
        advance(bytes);
    }

    /** The length of a string or byte string, which is there in full; -1 for null. */
    public int length() throws MalformedFrameException {
        return count(1);
    }

    /**
     * The number of elements of an array; -1 for null.
     *
     * @param leastBytes that each element takes: the bytes that are there bound the number
     */
    public int count(int leastBytes) throws MalformedFrameException {
        int count = i32();
        if (count < -1 || (long) count * leastBytes > end - at) {
            throw badCount(count);
        }
        return count;
    }

    private MalformedFrameException badCount(int count) {
        return new MalformedFrameException("a count of " + count + " with " + (end - at) + " bytes left", at - 4);
    }

    public byte @Nullable [] byteString() throws MalformedFrameException {
        int length = length();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        buffer.get(advance(length), bytes);
        return bytes;
    }

    /** Nothing may be left. */
    public void requireEnd() throws MalformedFrameException {
        if (at != end) {
            throw new MalformedFrameException((end - at) + " bytes too many", at);
        }
    }

    void skipString() throws MalformedFrameException {
        int length = i32();
        if (length < -1 || length > end - at) {
            throw badCount(length);
        }
        at += Math.max(0, length);
    }

    /** Skips values of a built-in type, side by side. */
    public void skipValues(int builtin, int count) throws MalformedFrameException {
        skipValues(builtin, count, 0);
    }

    private void skipValues(int builtin, int count, int depth) throws MalformedFrameException {
        int fixed = Builtin.fixedBytes(builtin);
        if (fixed > 0) {
            long bytes = (long) fixed * count;
            advance((int) Math.min(Integer.MAX_VALUE, bytes));
            return;
        }
        for (int i = 0; i < count; i++) {
            skipValue(builtin, depth);
        }
    }

    private void skipValue(int builtin, int depth) throws MalformedFrameException {
        if (depth > MAX_NESTING) {
            throw new MalformedFrameException("values are nested more than " + MAX_NESTING + " deep", at);
        }
        switch (builtin) {
            case Builtin.STRING, Builtin.BYTE_STRING, Builtin.XML_ELEMENT -> skipString();
            case Builtin.NODE_ID, Builtin.EXPANDED_NODE_ID -> skipNodeId();
            case Builtin.QUALIFIED_NAME -> {
                skip(2);
                skipString();
            }
            case Builtin.LOCALIZED_TEXT -> {
                int mask = u8();
                skipStringIf(mask, 1);
                skipStringIf(mask, 2);
            }
            case Builtin.EXTENSION_OBJECT -> {
                skipNodeId();
                if (u8() != 0) {
                    skipString();
                }
            }
            case Builtin.DATA_VALUE -> skipDataValue(depth + 1);
            case Builtin.VARIANT -> skipVariant(depth + 1);
            case Builtin.DIAGNOSTIC_INFO -> skipDiagnosticInfo(depth + 1);
            default -> throw new MalformedFrameException("unknown built-in type " + builtin, at);
        }
    }

    private void skipStringIf(int mask, int bit) throws MalformedFrameException {
        if ((mask & bit) != 0) {
            skipString();
        }
    }

    /** Skips a NodeId or an ExpandedNodeId (OPC 10000-6, 5.2.2.9 and 5.2.2.10). */
    public void skipNodeId() throws MalformedFrameException {
        int form = u8();
        switch (form & 0x3F) {
            case 0 -> skip(1);
            case 1 -> skip(3);
            case 2 -> skip(6);
            case 3, 5 -> {
                skip(2);
                skipString();
            }
            case 4 -> skip(18);
            default -> throw new MalformedFrameException("unknown form of a node id: " + form, at - 1);
        }
        skipStringIf(form, 0x80);
        if ((form & 0x40) != 0) {
            skip(4);
        }
    }

    /** Reads a NodeId: its number in the standard's namespace, -1 for another one. */
    public int standardNodeId() throws MalformedFrameException {
        int start = at;
        skipNodeId();
        return switch (buffer.get(start)) {
            case 0 -> buffer.get(start + 1) & 0xFF;
            case 1 -> buffer.get(start + 1) == 0 ? buffer.getShort(start + 2) & 0xFFFF : -1;
            case 2 -> buffer.getShort(start + 1) == 0 ? buffer.getInt(start + 3) : -1;
            default -> -1;
        };
    }

    private void skipVariant(int depth) throws MalformedFrameException {
        int mask = u8();
        int one = Builtin.fixedBytes(mask);
        if (one > 0) {
            // One number: a mask of its type and nothing else.
            advance(one);
            return;
        }
        if (mask == Builtin.STRING) {
            skipString();
            return;
        }
        int builtin = mask & 0x3F;
        if (builtin == 0) {
            DataValueFrame.requireNothing(mask, at);
            return;
        }
        if ((mask & 0x80) == 0) {
            skipValues(builtin, 1, depth);
        } else {
            skipValues(builtin, Math.max(0, count(Math.max(1, Builtin.fixedBytes(builtin)))), depth);
        }
        if ((mask & 0x40) != 0) {
            skip(4 * Math.max(0, count(4)));
        }
    }

    /** Skips a DataValue; what passes here can be read by a {@link DataValueFrame}. */
    public void skipDataValue() throws MalformedFrameException {
        skipDataValue(0);
    }

    private void skipDataValue(int depth) throws MalformedFrameException {
        int mask = u8();
        DataValueFrame.requireKnown(mask, at);
        if ((mask & DataValueFrame.VALUE) != 0) {
            skipVariant(depth);
        }
        advance(DataValueFrame.trailingBytes(mask));
    }

    private void skipDiagnosticInfo(int depth) throws MalformedFrameException {
        if (depth > MAX_NESTING) {
            throw new MalformedFrameException("diagnostics are nested more than " + MAX_NESTING + " deep", at);
        }
        int mask = u8();
        skip(4 * Integer.bitCount(mask & 0x0F));
        skipStringIf(mask, 0x10);
        if ((mask & 0x20) != 0) {
            skip(4);
        }
        if ((mask & 0x40) != 0) {
            skipDiagnosticInfo(depth + 1);
        }
    }
}
