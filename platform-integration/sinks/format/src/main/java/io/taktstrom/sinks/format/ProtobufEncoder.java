package io.taktstrom.sinks.format;

import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;

/**
 * The wire format of Protocol Buffers of a {@code Sample} of {@code sample.proto}, or of {@code Samples}.
 *
 * <pre>
 *  number &lt;&lt; 3 | type, as a varint; then by type
 *    0 a varint     1 eight bytes, the lowest first     2 a length and so many bytes     5 four bytes
 * </pre>
 *
 * <p>Hot.
 */
final class ProtobufEncoder extends BinaryEncoder {

    // Types of the wire.
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;

    // Numbers of sample.proto.
    private static final int SAMPLES = 1;
    private static final int KEY = 1;
    private static final int TEXT = 2;
    private static final int BOOL_VALUE = 7;
    private static final int INT_VALUE = 8;
    private static final int UINT_VALUE = 9;
    private static final int FLOAT_VALUE = 10;
    private static final int DOUBLE_VALUE = 11;
    private static final int TEXT_VALUE = 12;
    private static final int JSON_VALUE = 13;

    private final boolean array;
    private final TextBuffer one = new TextBuffer();

    ProtobufEncoder(FieldSelection selection, boolean array) {
        super(selection);
        this.array = array;
    }

    @Override
    void begin(TextBuffer payload) {
        // A message has no header.
    }

    @Override
    void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        if (array) {
            one.clear();
            sample(batch, i, one);
            tag(SAMPLES, LENGTH, payload);
            lengthAndBytes(one, payload);
        } else {
            sample(batch, i, payload);
        }
    }

    @Override
    void end(TextBuffer payload) {
        // Nor an end.
    }

    @Override
    void present(Field field, TextBuffer out) {
        switch (field) {
            case POINT -> tag(1, LENGTH, out);
            case CONNECTION -> tag(2, LENGTH, out);
            case STREAM -> tag(3, LENGTH, out);
            case UNIT -> tag(4, LENGTH, out);
            case TYPE -> tag(5, LENGTH, out);
            case LABELS -> tag(6, LENGTH, out);
            case VALUE -> throw new IllegalArgumentException("a value has a number for each type");
            case STATUS -> tag(14, LENGTH, out);
            case STATUS_CODE -> tag(15, VARINT, out);
            case QUALITY -> tag(16, LENGTH, out);
            case SOURCE_TIME -> tag(17, EIGHT_BYTES, out);
            case RECEIVED_AT -> tag(18, EIGHT_BYTES, out);
            case SEQUENCE -> tag(19, VARINT, out);
        }
    }

    private static void tag(int number, int type, TextBuffer out) {
        out.varint((long) number << 3 | type);
    }

    @Override
    void absent(Field field, TextBuffer out) {
        // What is not there is not there.
    }

    @Override
    void labels(DataPoint point, TextBuffer out) {
        TextBuffer entry = new TextBuffer();
        new TreeMap<>(point.labels()).forEach((key, text) -> {
            entry.clear();
            tag(KEY, LENGTH, entry);
            lengthAndText(key, entry);
            tag(TEXT, LENGTH, entry);
            lengthAndText(text, entry);
            present(Field.LABELS, out);
            lengthAndBytes(entry, out);
        });
    }

    @Override
    void value(ValueKind kind, SampleBatch batch, int i, TextBuffer out) {
        long bits = batch.longAt(i);
        switch (kind) {
            case BOOLEAN -> {
                tag(BOOL_VALUE, VARINT, out);
                out.put(bits == 0 ? 0 : 1);
            }
            case INTEGER -> {
                tag(INT_VALUE, VARINT, out);
                out.zigzag(bits);
            }
            case UNSIGNED -> {
                tag(UINT_VALUE, VARINT, out);
                out.varint(bits);
            }
            case FLOAT -> {
                tag(FLOAT_VALUE, FOUR_BYTES, out);
                out.littleEndian(Float.floatToRawIntBits((float) batch.doubleAt(i)), Float.BYTES);
            }
            case DOUBLE -> {
                tag(DOUBLE_VALUE, EIGHT_BYTES, out);
                out.littleEndian(bits, Double.BYTES);
            }
            default -> {
                tag(kind == ValueKind.JSON ? JSON_VALUE : TEXT_VALUE, LENGTH, out);
                lengthAndValue(kind, batch, i, out);
            }
        }
    }

    @Override
    void length(int bytes, TextBuffer out) {
        out.varint(bytes);
    }

    @Override
    void unsigned(long value, TextBuffer out) {
        out.varint(value);
    }

    @Override
    void nanos(long epochNanos, TextBuffer out) {
        out.littleEndian(epochNanos, Long.BYTES);
    }
}
