package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.UUID;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Reads a table, or one entry of it, from front to back. No read goes beyond its end, and nothing is allocated for a
 * length before it is checked, and granted.
 */
final class TableReader {

    /** What a record around the fields of an entry takes, with the lists and maps that it will be in: measured, about. */
    private static final int ENTRY_BYTES = 240;
    /** What a field takes: a number its word, and a place in a list for what has several. */
    private static final int FIELD_BYTES = 8;
    /** What a text takes besides its characters. */
    private static final int TEXT_BYTES = 48;

    private final ByteBuffer buffer;
    /** Where offsets in messages count from. */
    private final int table;

    private final Charset charset;
    private final TableBudget budget;
    private final int end;
    private int position;

    TableReader(ByteBuffer buffer, int position, int length, Charset charset, TableBudget budget) {
        this(buffer, position, position, position + length, charset, budget);
    }

    private TableReader(ByteBuffer buffer, int table, int position, int end, Charset charset, TableBudget budget) {
        this.buffer = buffer;
        this.table = table;
        this.position = position;
        this.end = end;
        this.charset = charset;
        this.budget = budget;
    }

    /** A reader for an entry that starts here with its own length, 4 bytes; goes on behind that entry. */
    TableReader entry(int minBytes) throws MalformedFrameException {
        need(4);
        long length = Check.unsigned(buffer, position);
        if (length < minBytes || length > remaining()) {
            throw malformed("entry of " + length + " bytes, allowed are " + minBytes + " to " + remaining());
        }
        TableReader entry = new TableReader(buffer, table, position, position + (int) length, charset, budget);
        grant(ENTRY_BYTES);
        entry.position += 4;
        position = entry.end;
        return entry;
    }

    /** Whether an entry follows. Some servers end a table with a length of 0, others with its last entry. */
    boolean hasEntry() throws MalformedFrameException {
        if (remaining() == 0) {
            return false;
        }
        need(4);
        return buffer.getInt(position) != 0;
    }

    int unsignedByte() throws MalformedFrameException {
        return Byte.toUnsignedInt(buffer.get(advance(1)));
    }

    int unsignedShort() throws MalformedFrameException {
        return Short.toUnsignedInt(buffer.getShort(advance(2)));
    }

    int int32() throws MalformedFrameException {
        return buffer.getInt(advance(4));
    }

    /** An integer of 1, 2, 4 or 8 bytes. */
    long integer(int bytes, boolean signed) throws MalformedFrameException {
        int shift = Long.SIZE - 8 * bytes;
        long value = switch (bytes) {
            case 1 -> buffer.get(advance(1));
            case 2 -> buffer.getShort(advance(2));
            case 4 -> buffer.getInt(advance(4));
            case 8 -> buffer.getLong(advance(8));
            default -> throw malformed("integer of " + Integer.toUnsignedString(bytes) + " bytes");
        };
        return signed ? value : value << shift >>> shift;
    }

    /** A text of so many bytes and the zero byte behind it, which some servers leave out at the end of an entry. */
    String text(int bytes) throws MalformedFrameException {
        int start = advance(bytes);
        if (remaining() > 0) {
            advance(1);
        }
        if (bytes == 0) {
            return "";
        }
        // Twice the characters: names are kept once more, as keys.
        grant(TEXT_BYTES + 2L * bytes);
        byte[] text = new byte[bytes];
        buffer.get(start, text);
        return new String(text, charset);
    }

    /** A GUID in Windows layout: a 4-byte and two 2-byte numbers in little-endian, then eight bytes. */
    UUID guid() throws MalformedFrameException {
        long data1 = Integer.toUnsignedLong(int32());
        long data2 = unsignedShort();
        long data3 = unsignedShort();
        return new UUID(data1 << 32 | data2 << 16 | data3, Long.reverseBytes(buffer.getLong(advance(8))));
    }

    void skip(int bytes) throws MalformedFrameException {
        advance(bytes);
    }

    MalformedFrameException malformed(String message) {
        return new MalformedFrameException(message, position - table);
    }

    private void grant(long bytes) throws MalformedFrameException {
        if (!budget.take(bytes)) {
            throw malformed("more than is granted");
        }
    }

    private int remaining() {
        return end - position;
    }

    private int advance(int bytes) throws MalformedFrameException {
        need(bytes);
        grant(FIELD_BYTES);
        int start = position;
        position += bytes;
        return start;
    }

    private void need(int bytes) throws MalformedFrameException {
        if (bytes < 0 || bytes > remaining()) {
            throw malformed(Integer.toUnsignedString(bytes) + " bytes wanted where " + remaining() + " are left");
        }
    }
}
