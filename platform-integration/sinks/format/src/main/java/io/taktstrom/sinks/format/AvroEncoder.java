package io.taktstrom.sinks.format;

import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;

/**
 * Avro's binary encoding (specification 1.12, "Binary Encoding") of a {@code Sample} of {@code sample.avsc}, without a header:
 * the schema's fields in order, each a union of nothing and something.
 *
 * <pre>
 *  00                     nothing         02 length text          a string
 *  02 nanoseconds         a time          04 40                   a value: branch 2, a long; here 32
 *  02 item 02 item 00     an array of two, in blocks of one
 * </pre>
 *
 * <p>Branches, lengths and integers are zigzag varints. Hot.
 */
final class AvroEncoder extends BinaryEncoder {

    // Branches of the union of values.
    private static final int BOOLEAN = 1;
    private static final int LONG = 2;
    private static final int FLOAT = 3;
    private static final int DOUBLE = 4;
    private static final int STRING = 5;
    private static final int DECIMAL = 6;

    private final boolean array;

    AvroEncoder(FieldSelection selection, boolean array) {
        super(selection);
        this.array = array;
    }

    @Override
    void begin(TextBuffer payload) {
        // A record has no header, nor has an array.
    }

    @Override
    void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        if (array) {
            payload.zigzag(1);
        }
        sample(batch, i, payload);
    }

    @Override
    void end(TextBuffer payload) {
        if (array) {
            payload.zigzag(0);
        }
    }

    @Override
    void present(Field field, TextBuffer out) {
        out.zigzag(1);
    }

    @Override
    void absent(Field field, TextBuffer out) {
        out.zigzag(0);
    }

    @Override
    void labels(DataPoint point, TextBuffer out) {
        present(Field.LABELS, out);
        Map<String, String> labels = new TreeMap<>(point.labels());
        if (!labels.isEmpty()) {
            out.zigzag(labels.size());
            labels.forEach((key, text) -> {
                lengthAndText(key, out);
                lengthAndText(text, out);
            });
        }
        out.zigzag(0);
    }

    @Override
    void value(ValueKind kind, SampleBatch batch, int i, TextBuffer out) {
        long bits = batch.longAt(i);
        switch (kind) {
            case BOOLEAN -> {
                out.zigzag(BOOLEAN);
                out.put(bits == 0 ? 0 : 1);
            }
            case INTEGER -> integer(bits, out);
            case UNSIGNED -> {
                if (bits >= 0) {
                    integer(bits, out);
                } else {
                    out.zigzag(DECIMAL);
                    out.zigzag(Long.BYTES + 1);
                    // Two's complement, the highest byte first: a zero keeps it positive.
                    out.put(0);
                    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                        out.put((int) (bits >>> shift));
                    }
                }
            }
            case FLOAT -> {
                out.zigzag(FLOAT);
                out.littleEndian(Float.floatToRawIntBits((float) batch.doubleAt(i)), Float.BYTES);
            }
            case DOUBLE -> {
                out.zigzag(DOUBLE);
                out.littleEndian(bits, Double.BYTES);
            }
            default -> {
                out.zigzag(STRING);
                lengthAndValue(kind, batch, i, out);
            }
        }
    }

    private static void integer(long value, TextBuffer out) {
        out.zigzag(LONG);
        out.zigzag(value);
    }

    @Override
    void length(int bytes, TextBuffer out) {
        out.zigzag(bytes);
    }

    @Override
    void unsigned(long value, TextBuffer out) {
        out.zigzag(value);
    }

    @Override
    void nanos(long epochNanos, TextBuffer out) {
        out.zigzag(epochNanos);
    }
}
