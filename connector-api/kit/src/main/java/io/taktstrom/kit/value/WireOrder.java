package io.taktstrom.kit.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/**
 * In which order a device sends the bytes of a number. Samples and memory images are little-endian; this is the way from and
 * to the others. Hot: allocates nothing.
 *
 * <pre>
 *   the DWORD 0x0A0B0C0D
 *   LITTLE_ENDIAN   0D 0C 0B 0A      PCs, CODESYS, ADS
 *   BIG_ENDIAN      0A 0B 0C 0D      S7, most Modbus devices
 *   WORD_SWAPPED    0C 0D 0A 0B      Modbus devices that send the register with the low word first
 * </pre>
 *
 * <p>Values of one byte, and the characters of a {@code STRING}, stay in the order in which they come.
 */
public enum WireOrder {
    LITTLE_ENDIAN(ByteOrder.LITTLE_ENDIAN),
    BIG_ENDIAN(ByteOrder.BIG_ENDIAN),
    WORD_SWAPPED(ByteOrder.BIG_ENDIAN);

    private static final int WORD_BITS = 16;
    private static final long LOW_WORDS = 0x0000_FFFF_0000_FFFFL;

    /** In which numbers of one word are read. */
    private final ByteOrder buffers;

    WireOrder(ByteOrder buffers) {
        this.buffers = buffers;
    }

    /**
     * Adds a value as a sample.
     *
     * @param wire has the type's {@link DataType#imageBytes} from {@code at} on; its own order plays no part
     */
    public void add(SampleBatch into, int point, long sourceTime, int status, DataType type, ByteBuffer wire, int at) {
        ByteOrder before = wire.order();
        wire.order(buffers);
        addInOrder(into, point, sourceTime, status, type, wire, at);
        wire.order(before);
    }

    private void addInOrder(
            SampleBatch into, int point, long sourceTime, int status, DataType type, ByteBuffer wire, int at) {
        DataType plain = type instanceof EnumType enumeration ? enumeration.base() : type;
        if (this == WORD_SWAPPED && plain instanceof ScalarType scalar && scalar.imageBytes() > Short.BYTES) {
            into.add(point, sourceTime, status, swappedBits(scalar, wire, at));
        } else {
            Images.add(into, point, sourceTime, status, plain, wire, at);
            if (this != LITTLE_ENDIAN && !plain.isInline() && !(plain instanceof StringType)) {
                swap(plain, into.arena(), into.arenaOffsetAt(into.size() - 1));
            }
        }
    }

    /**
     * Writes sample {@code i} as the device wants it; a value that does not fit is neither cut off nor wrapped around.
     *
     * @param wire has room for {@link DataType#imageBytes} from {@code at} on; its own order plays no part
     * @return Good, or why the type cannot hold the value; then the bytes there mean nothing
     */
    public int put(SampleBatch values, int i, DataType type, ByteBuffer wire, int at) {
        ByteOrder before = wire.order();
        wire.order(buffers);
        int status = putInOrder(values, i, type, wire, at);
        wire.order(before);
        return status;
    }

    private int putInOrder(SampleBatch values, int i, DataType type, ByteBuffer wire, int at) {
        int status = Images.put(values, i, type, wire, at);
        if (StatusCode.isBad(status)) {
            return status;
        }
        DataType plain = type instanceof EnumType enumeration ? enumeration.base() : type;
        if (plain instanceof ScalarType scalar) {
            if (this == WORD_SWAPPED && scalar.imageBytes() == Integer.BYTES) {
                wire.putInt(at, Integer.rotateLeft(wire.getInt(at), WORD_BITS));
            } else if (this == WORD_SWAPPED && scalar.imageBytes() == Long.BYTES) {
                wire.putLong(at, wordsReversed(wire.getLong(at)));
            }
        } else if (this != LITTLE_ENDIAN && !(plain instanceof StringType)) {
            swap(plain, wire, at);
        }
        return status;
    }

    /**
     * Bytes of a value on a device whose texts have no terminator, as on most Modbus devices: a STRING(10) takes 10 there. The
     * elements of arrays and structures keep theirs.
     */
    public static int unterminatedBytes(DataType type) {
        return type instanceof StringType string
                ? string.length() * string.encoding().unitBytes()
                : type.imageBytes();
    }

    /** As {@link #add}, from {@link #unterminatedBytes}. */
    public void addUnterminated(
            SampleBatch into, int point, long sourceTime, int status, DataType type, ByteBuffer wire, int at) {
        if (type instanceof StringType string) {
            ByteOrder before = wire.order();
            wire.order(buffers);
            into.addString(point, sourceTime, status, string, wire, at, unterminatedBytes(type));
            wire.order(before);
        } else {
            add(into, point, sourceTime, status, type, wire, at);
        }
    }

    /** As {@link #put}, into {@link #unterminatedBytes}. */
    public int putUnterminated(SampleBatch values, int i, DataType type, ByteBuffer wire, int at) {
        if (!(type instanceof StringType string)) {
            return put(values, i, type, wire, at);
        }
        ByteOrder before = wire.order();
        wire.order(buffers);
        int status = TextImage.put(
                string, values.arena(), values.arenaOffsetAt(i), values.lengthAt(i), wire, at, unterminatedBytes(type));
        wire.order(before);
        return status;
    }

    private static long swappedBits(ScalarType type, ByteBuffer wire, int at) {
        if (type.imageBytes() == Long.BYTES) {
            return wordsReversed(wire.getLong(at));
        }
        int number = Integer.rotateLeft(wire.getInt(at), WORD_BITS);
        return switch (type.kind()) {
            case FLOAT -> Double.doubleToRawLongBits(Float.intBitsToFloat(number));
            case SIGNED -> number;
            default -> Integer.toUnsignedLong(number) * Math.max(1, type.nanosPerTick());
        };
    }

    private static long wordsReversed(long number) {
        long pairsSwapped = Long.rotateLeft(number, Integer.SIZE);
        return ((pairsSwapped & LOW_WORDS) << WORD_BITS) | ((pairsSwapped >>> WORD_BITS) & LOW_WORDS);
    }

    /** Turns the numbers in an array or a structure from this order to little-endian, or back: it is the same way. */
    private void swap(DataType type, ByteBuffer bytes, int at) {
        if (type instanceof ScalarType scalar) {
            swapNumber(bytes, at, scalar.imageBytes());
        } else if (type instanceof EnumType enumeration) {
            swapNumber(bytes, at, enumeration.imageBytes());
        } else if (type instanceof StringType string) {
            int unit = string.encoding().unitBytes();
            for (int i = 0; unit > 1 && i <= string.length(); i++) {
                swapNumber(bytes, at + i * unit, unit);
            }
        } else if (type instanceof ArrayType array) {
            int stride = array.element().imageBytes();
            for (int i = 0, count = array.count(); i < count; i++) {
                swap(array.element(), bytes, at + i * stride);
            }
        } else if (type instanceof StructType struct) {
            for (int i = 0; i < struct.fields().size(); i++) {
                StructType.Field field = struct.fields().get(i);
                swap(field.type(), bytes, at + field.offset());
            }
        }
    }

    private void swapNumber(ByteBuffer bytes, int at, int width) {
        int pair = this == BIG_ENDIAN ? width : Short.BYTES;
        for (int from = at; width > 1 && from < at + width; from += pair) {
            for (int low = from, high = from + pair - 1; low < high; low++, high--) {
                byte kept = bytes.get(low);
                bytes.put(low, bytes.get(high));
                bytes.put(high, kept);
            }
        }
    }
}
