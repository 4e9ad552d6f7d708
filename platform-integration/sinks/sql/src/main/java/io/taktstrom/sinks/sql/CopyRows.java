package io.taktstrom.sinks.sql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueText;

/**
 * Rows of one table in PostgreSQL's binary COPY format (manual, SQL command COPY, "Binary Format"; all big-endian).
 *
 * <pre>
 *  "PGCOPY\n" FF "\r\n" 00 | flags 32 | extension 32 |  row  row  ...  | -1 16
 *                                                        |
 *                          fields 16 | length 32, value | length 32, value | -1 32 (null) | ...
 * </pre>
 *
 * <p>Reused for ever, and hot: allocates only while it grows. One thread.
 */
public final class CopyRows {

    // "PGCOPY\n\377\r\n\0", no flags, no extension.
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final byte[] TRAILER = {(byte) 0xFF, (byte) 0xFF};

    /** Length of a field that is null. */
    private static final int NULL = -1;

    /** PostgreSQL counts microseconds from 2000-01-01T00:00Z. */
    private static final long EPOCH_2000_MICROS = 946_684_800_000_000L;

    /** Its time before all others, {@code -infinity}. */
    private static final long BEFORE_ALL = Long.MIN_VALUE;

    /** A numeric is digits to the base of 10,000; 64 bits have at most five. */
    private static final int NUMERIC_BASE = 10_000;

    private static final int NUMERIC_DIGITS = 5;

    /** Stands before the text of a jsonb. */
    private static final byte JSONB_VERSION = 1;

    /** What is handed to the driver at once. */
    private static final int CHUNK = 1 << 20;

    /** Where rows are sent. */
    @FunctionalInterface
    public interface Copy {
        void write(byte[] bytes, int offset, int length) throws SQLException;
    }

    private final short[] digits = new short[NUMERIC_DIGITS];

    private ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
    /** Where each row begins, and which are its samples. */
    private int[] begins = new int[64];

    private int[] firstSample = new int[64];
    private int[] places = new int[64];
    private int rows;
    private int samples;

    void clear() {
        buffer.clear();
        rows = 0;
        samples = 0;
    }

    public int rows() {
        return rows;
    }

    /** Begins a row, to be followed by this many fields. */
    void begin(int fields) {
        if (rows == begins.length) {
            begins = Arrays.copyOf(begins, 2 * begins.length);
            firstSample = Arrays.copyOf(firstSample, 2 * firstSample.length);
        }
        begins[rows] = buffer.position();
        firstSample[rows] = samples;
        rows++;
        reserve(Short.BYTES);
        buffer.putShort((short) fields);
    }

    /** The row that was begun has a sample from this place of the unit. */
    void holds(int place) {
        if (samples == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[samples++] = place;
    }

    /** Takes back the row that was begun last. */
    void undo() {
        rows--;
        buffer.position(begins[rows]);
        samples = firstSample[rows];
    }

    /** Every sample of a row is refused. */
    void refuse(int row, FlushUnit unit, String reason) {
        int end = row + 1 < rows ? firstSample[row + 1] : samples;
        for (int i = firstSample[row]; i < end; i++) {
            unit.refuse(places[i], reason);
        }
    }

    void nothing() {
        reserve(Integer.BYTES);
        buffer.putInt(NULL);
    }

    void integer(long value) {
        reserve(Integer.BYTES + Long.BYTES);
        buffer.putInt(Long.BYTES).putLong(value);
    }

    void real(double value) {
        integer(Double.doubleToRawLongBits(value));
    }

    void truth(boolean value) {
        reserve(Integer.BYTES + 1);
        buffer.putInt(1).put((byte) (value ? 1 : 0));
    }

    /** Epoch nanoseconds, cut to microseconds; {@link SampleBatch#NO_TIME} is {@code -infinity}. */
    void time(long epochNanos) {
        integer(epochNanos == SampleBatch.NO_TIME ? BEFORE_ALL : Math.floorDiv(epochNanos, 1000) - EPOCH_2000_MICROS);
    }

    /** A numeric without a fraction. */
    void unsigned(long value) {
        long rest = value;
        int count = 0;
        while (rest != 0) {
            long quotient = Long.divideUnsigned(rest, NUMERIC_BASE);
            digits[count++] = (short) (rest - quotient * NUMERIC_BASE);
            rest = quotient;
        }
        reserve(Integer.BYTES + 4 * Short.BYTES + count * Short.BYTES);
        buffer.putInt((4 + count) * Short.BYTES)
                .putShort((short) count)
                .putShort((short) Math.max(0, count - 1)) // weight of the first digit
                .putShort((short) 0) // positive
                .putShort((short) 0); // no decimals
        for (int i = count - 1; i >= 0; i--) {
            buffer.putShort(digits[i]);
        }
    }

    /** ASCII. */
    void ascii(String text) {
        reserve(Integer.BYTES + text.length());
        buffer.putInt(text.length());
        for (int i = 0; i < text.length(); i++) {
            buffer.put((byte) text.charAt(i));
        }
    }

    /** UTF-8; false, and nothing appended, when it has a zero byte. */
    boolean text(ByteBuffer source, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (source.get(i) == 0) {
                return false;
            }
        }
        reserve(Integer.BYTES + length);
        buffer.putInt(length).put(buffer.position(), source, offset, length);
        buffer.position(buffer.position() + length);
        return true;
    }

    /** UTF-8; false, and nothing appended, when it has a zero byte. */
    boolean text(TextBuffer text) {
        return text(text.asByteBuffer(), 0, text.size());
    }

    /** A text without zero bytes. Allocates. */
    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(Integer.BYTES + utf8.length);
        buffer.putInt(utf8.length).put(utf8);
    }

    /** Texts by name as a jsonb object. Allocates. */
    void jsonb(Map<String, String> texts) {
        TextBuffer json = new TextBuffer();
        ValueText.json(texts, json);
        reserve(Integer.BYTES + 1 + json.size());
        buffer.putInt(1 + json.size()).put(JSONB_VERSION).put(json.asByteBuffer());
    }

    /** Fields that are encoded already. */
    void encoded(byte[] fields) {
        reserve(fields.length);
        buffer.put(fields);
    }

    /** The bytes of one row, to keep fields that are always the same. */
    byte[] fieldsOfLastRow() {
        int begin = begins[rows - 1] + Short.BYTES;
        return Arrays.copyOfRange(buffer.array(), begin, buffer.position());
    }

    private void reserve(int more) {
        if (more > buffer.remaining()) {
            int wanted = Math.max(2 * buffer.capacity(), Math.addExact(buffer.position(), more));
            ByteBuffer larger = ByteBuffer.allocate(wanted);
            larger.put(buffer.flip());
            buffer = larger;
        }
    }

    /**
     * Sends rows.
     *
     * @return bytes
     */
    public long sendTo(Copy copy, int from, int to) throws SQLException {
        int end = to == rows ? buffer.position() : begins[to];
        copy.write(HEADER, 0, HEADER.length);
        for (int at = begins[from]; at < end; at += CHUNK) {
            copy.write(buffer.array(), at, Math.min(CHUNK, end - at));
        }
        copy.write(TRAILER, 0, TRAILER.length);
        return (long) HEADER.length + end - begins[from] + TRAILER.length;
    }
}
