package io.taktstrom.sinks.format;

import java.util.TreeMap;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;

/**
 * A {@code Sample} of {@code sample.avsc} in Avro's binary encoding (specification 1.12, "Binary Encoding"), without a header, or of
 * {@code sample.proto} in the wire format of Protocol Buffers; many as Avro's array, or as {@code Samples}.
 *
 * <pre>
 *  Avro        the schema's fields in order, each a union of nothing and something; branches, lengths, integers are zigzag varints
 *              00                   nothing         02 length text     a string
 *              02 nanoseconds       a time          04 40              a value: branch 2, a long; here 32
 *              02 item 02 item 00   an array of two, in blocks of one
 *
 *  Protobuf    number &lt;&lt; 3 | type, as a varint; then by type
 *              0 a varint     1 eight bytes, the lowest first     2 a length and so many bytes     5 four bytes
 * </pre>
 *
 * <p>What all samples of a point have in common is encoded once. Fields that were not selected are absent. Hot.
 */
final class BinaryEncoder extends PayloadEncoder {

    /** Number of the samples in a {@code Samples}. */
    private static final int SAMPLES = 1;

    private static final int KEY = 1;
    private static final int TEXT = 2;

    private final FieldSelection selection;
    private final boolean avro;
    private final boolean array;
    private final PointCache<byte[]> ofPoint = new PointCache<>(this::ofPoint);
    private final PointCache<ValueKind> kinds = new PointCache<>((group, point) -> ValueKind.of(group.typeAt(point)));
    private final TextBuffer scratch = new TextBuffer();
    private final TextBuffer one = new TextBuffer();

    /** What a value can be, with its branch in Avro's union and its tag in Protocol Buffers. */
    private enum Branch {
        BOOLEAN(1, 7, TextBuffer.VARINT),
        INTEGER(2, 8, TextBuffer.VARINT),
        UNSIGNED(2, 9, TextBuffer.VARINT),
        FLOAT(3, 10, TextBuffer.FOUR_BYTES),
        DOUBLE(4, 11, TextBuffer.EIGHT_BYTES),
        TEXT(5, 12, TextBuffer.LENGTH),
        JSON(5, 13, TextBuffer.LENGTH);

        private final int union;
        private final int number;
        private final int type;

        Branch(int union, int number, int type) {
            this.union = union;
            this.number = number;
            this.type = type;
        }
    }

    /** Avro's branch for what is beyond 63 bits. */
    private static final int DECIMAL = 6;

    private BinaryEncoder(FieldSelection selection, boolean avro, boolean array) {
        this.selection = selection;
        this.avro = avro;
        this.array = array;
    }

    static BinaryEncoder avro(FieldSelection selection, boolean array) {
        return new BinaryEncoder(selection, true, array);
    }

    static BinaryEncoder protobuf(FieldSelection selection, boolean array) {
        return new BinaryEncoder(selection, false, array);
    }

    @Override
    protected void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        if (array && avro) {
            payload.zigzag(1);
            sample(batch, i, payload);
        } else if (array) {
            one.clear();
            sample(batch, i, one);
            payload.tag(SAMPLES, TextBuffer.LENGTH);
            lengthAndBytes(one, payload);
        } else {
            sample(batch, i, payload);
        }
    }

    @Override
    protected void end(TextBuffer payload) {
        if (array && avro) {
            payload.zigzag(0);
        }
    }

    private byte[] ofPoint(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        TextBuffer out = new TextBuffer();
        text(Field.POINT, point.name(), out);
        text(Field.CONNECTION, point.connection(), out);
        text(Field.STREAM, selection.stream(), out);
        text(Field.UNIT, point.unit(), out);
        text(Field.TYPE, group.typeAt(index).text(), out);
        labels(point, out);
        return out.toBytes();
    }

    private void text(Field field, String text, TextBuffer out) {
        if (begun(field, !text.isEmpty(), out)) {
            lengthAndText(text, out);
        }
    }

    private void labels(DataPoint point, TextBuffer out) {
        TreeMap<String, String> labels = new TreeMap<>(point.labels());
        if (avro && begun(Field.LABELS, true, out)) {
            if (!labels.isEmpty()) {
                out.zigzag(labels.size());
            }
            labels.forEach((key, text) -> {
                lengthAndText(key, out);
                lengthAndText(text, out);
            });
            out.zigzag(0);
        } else if (!avro) {
            TextBuffer entry = new TextBuffer();
            labels.forEach((key, text) -> {
                if (begun(Field.LABELS, true, out)) {
                    entry.clear();
                    entry.tag(KEY, TextBuffer.LENGTH);
                    lengthAndText(key, entry);
                    entry.tag(TEXT, TextBuffer.LENGTH);
                    lengthAndText(text, entry);
                    lengthAndBytes(entry, out);
                }
            });
        }
    }

    /** A sample without what is around it. */
    private void sample(SampleBatch batch, int i, TextBuffer out) {
        out.bytes(ofPoint.at(batch.group(), batch.pointAt(i)));
        int status = batch.statusAt(i);
        if (selection.has(Field.VALUE) && !StatusCode.isBad(status)) {
            value(kinds.at(batch.group(), batch.pointAt(i)), batch, i, out);
        } else {
            begun(Field.VALUE, false, out);
        }
        word(Field.STATUS, StatusCode.name(status), out);
        if (begun(Field.STATUS_CODE, true, out)) {
            number(Integer.toUnsignedLong(status), out);
        }
        word(Field.QUALITY, ValueText.quality(status), out);
        time(Field.SOURCE_TIME, batch.sourceTimeAt(i), out);
        time(Field.RECEIVED_AT, batch.receivedAt(), out);
        if (begun(Field.SEQUENCE, true, out)) {
            number(batch.sequence() + i, out);
        }
    }

    /** Whether a field follows, which is said in front of it. */
    private boolean begun(Field field, boolean hasValue, TextBuffer out) {
        boolean present = hasValue && selection.has(field);
        if (avro) {
            out.zigzag(present ? 1 : 0);
        } else if (present) {
            tag(field, out);
        }
        return present;
    }

    /** Numbers and types of sample.proto. */
    private static void tag(Field field, TextBuffer out) {
        int type = switch (field) {
            case STATUS_CODE, SEQUENCE -> TextBuffer.VARINT;
            case SOURCE_TIME, RECEIVED_AT -> TextBuffer.EIGHT_BYTES;
            default -> TextBuffer.LENGTH;
        };
        out.tag(field.number(), type);
    }

    private void word(Field field, String word, TextBuffer out) {
        if (begun(field, true, out)) {
            number(word.length(), out);
            out.ascii(word);
        }
    }

    private void time(Field field, long epochNanos, TextBuffer out) {
        if (begun(field, epochNanos != SampleBatch.NO_TIME, out)) {
            if (avro) {
                out.zigzag(epochNanos);
            } else {
                out.littleEndian(epochNanos, Long.BYTES);
            }
        }
    }

    private void value(ValueKind kind, SampleBatch batch, int i, TextBuffer out) {
        long bits = batch.longAt(i);
        switch (kind) {
            case BOOLEAN -> {
                begin(Branch.BOOLEAN, out);
                out.put(bits == 0 ? 0 : 1);
            }
            case INTEGER -> {
                begin(Branch.INTEGER, out);
                out.zigzag(bits);
            }
            case UNSIGNED -> {
                if (avro && bits < 0) {
                    decimal(bits, out);
                } else {
                    begin(Branch.UNSIGNED, out);
                    number(bits, out);
                }
            }
            case FLOAT -> {
                begin(Branch.FLOAT, out);
                out.littleEndian(Float.floatToRawIntBits((float) batch.doubleAt(i)), Float.BYTES);
            }
            case DOUBLE -> {
                begin(Branch.DOUBLE, out);
                out.littleEndian(bits, Double.BYTES);
            }
            default -> {
                begin(kind == ValueKind.JSON ? Branch.JSON : Branch.TEXT, out);
                scratch.clear();
                if (kind == ValueKind.JSON) {
                    ValueText.json(batch, i, scratch);
                } else {
                    ValueText.text(batch, i, scratch);
                }
                lengthAndBytes(scratch, out);
            }
        }
    }

    private void begin(Branch branch, TextBuffer out) {
        if (avro) {
            out.zigzag(branch.union);
        } else {
            out.tag(branch.number, branch.type);
        }
    }

    /** Two's complement, the highest byte first: a zero keeps it positive. */
    private static void decimal(long bits, TextBuffer out) {
        out.zigzag(DECIMAL);
        out.zigzag(Long.BYTES + 1);
        out.put(0);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.put((int) (bits >>> shift));
        }
    }

    private void lengthAndText(String text, TextBuffer out) {
        scratch.clear();
        scratch.utf8(text);
        lengthAndBytes(scratch, out);
    }

    private void lengthAndBytes(TextBuffer bytes, TextBuffer out) {
        number(bytes.size(), out);
        out.bytes(bytes);
    }

    /** A number without a sign. */
    private void number(long value, TextBuffer out) {
        if (avro) {
            out.zigzag(value);
        } else {
            out.varint(value);
        }
    }
}
