package io.taktstrom.sinks.mqtt.sparkplug;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueKind;
import io.taktstrom.sinks.format.ValueText;

/**
 * The data type of a metric. Numbers and truth values are those of Sparkplug; texts, times (ISO 8601), arrays and structures
 * (JSON) are strings.
 *
 * @param code Sparkplug's number of it
 * @param kind where its value is
 * @param mask of the bits that an integer has
 */
record MetricType(int code, ValueKind kind, long mask) {

    private static final int INT8 = 1;
    private static final int UINT8 = 5;
    private static final int FLOAT = 9;
    private static final int DOUBLE = 10;

    static MetricType of(DataType type) {
        ValueKind kind = ValueKind.of(type);
        return switch (kind) {
            case BOOLEAN -> new MetricType(SparkplugWriter.BOOLEAN, kind, 0);
            case INTEGER, UNSIGNED -> integer((ScalarType) type, kind);
            case FLOAT -> new MetricType(FLOAT, kind, 0);
            case DOUBLE -> new MetricType(DOUBLE, kind, 0);
            default -> new MetricType(SparkplugWriter.STRING, kind, 0);
        };
    }

    private static MetricType integer(ScalarType type, ValueKind kind) {
        int bytes = type.imageBytes();
        int first = type.kind() == ScalarType.Kind.SIGNED ? INT8 : UINT8;
        // 1, 2, 4 and 8 bytes follow each other.
        int code = first + Integer.numberOfTrailingZeros(bytes);
        return new MetricType(code, kind, bytes == Long.BYTES ? -1L : (1L << (8 * bytes)) - 1);
    }

    /** Whether a value is text, that is, more than its bits. */
    boolean isText() {
        return code == SparkplugWriter.STRING;
    }

    /** The text of a value; hot for strings and enumerations. */
    static void text(SampleBatch batch, int i, TextBuffer out) {
        ValueText.text(batch, i, out);
    }

    /** Writes a value other than text. */
    void write(long bits, SparkplugWriter out) {
        switch (kind) {
            case BOOLEAN -> out.bool(bits != 0);
            case FLOAT -> out.real((float) Double.longBitsToDouble(bits));
            case DOUBLE -> out.realOf64Bits(bits);
            default -> {
                // Cut to its size: some decoders take no sign-extended one.
                if (mask == -1L) {
                    out.wholeOf64Bits(bits);
                } else {
                    out.whole(bits & mask);
                }
            }
        }
    }
}
