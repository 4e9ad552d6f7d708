package io.taktstrom.s7.simulator.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.s7.protocol.s7.AreaCode;

/**
 * A variable in the memory of the CPU.
 *
 * <p>Elements of an array that are larger than a byte start at even bytes; those of a {@code BOOL} array are bits, and each
 * row of it starts with a new byte ("S7-SCL V5.3 for S7-300/400", arrays).
 *
 * @param area see {@link AreaCode}
 * @param block number of the data block, or 0
 * @param number its first byte; of a timer or counter its number
 * @param bit of the first byte, where a {@code BOOL} starts
 * @param bounds of an array, outermost first; none otherwise
 */
public record Operand(int area, int block, int number, int bit, Element element, List<ArrayType.Bound> bounds) {

    /** The largest block of any CPU. */
    private static final int MAX_BYTES = 65_536;

    public Operand {
        bounds = List.copyOf(bounds);
        long elements = 1;
        for (ArrayType.Bound bound : bounds) {
            elements = Math.min(elements * bound.count(), Integer.MAX_VALUE);
        }
        boolean numbered = area == AreaCode.TIMER || area == AreaCode.COUNTER;
        if (numbered != (element == Elementary.TIMER || element == Elementary.COUNTER)
                || (area == AreaCode.TIMER) != (element == Elementary.TIMER)) {
            throw new IllegalArgumentException(
                    "a TIMER lies in area T, a COUNTER in area C, and all else elsewhere; not a " + element.text());
        }
        if (bit > 0 && (element != Elementary.BOOL || bounds.size() > 1)) {
            throw new IllegalArgumentException(
                    "bit " + bit + " of a " + element.text() + "; only a BOOL, or one row, has one");
        }
        if (number + elements * element.bytes() / (element == Elementary.BOOL ? 8 : 1) > MAX_BYTES) {
            throw new IllegalArgumentException("it ends behind byte " + MAX_BYTES + ", where every block ends");
        }
    }

    /**
     * Reads one as STEP 7 writes it, with its type behind it where that does not follow: {@code DB1.DBD8:REAL},
     * {@code DB1.DBX0.1}, {@code MW4}, {@code DB1.DBB20:STRING(30)}, {@code DB1.DBW0:INT[1..8]}, {@code T5}.
     *
     * @throws IllegalArgumentException if it is none; the message says what is right
     */
    public static Operand parse(String text) {
        return OperandText.parse(text);
    }

    private boolean isBits() {
        return element == Elementary.BOOL;
    }

    /** How many elements it has; 1 if it is not an array. */
    public int count() {
        return bounds.stream().mapToInt(ArrayType.Bound::count).reduce(1, (one, other) -> one * other);
    }

    /** Where element {@code i} lies, in bits behind its first byte. */
    public int bitOf(int i) {
        if (!isBits()) {
            int bytes = element.bytes();
            return 8 * i * (bytes == 1 ? 1 : bytes + bytes % 2);
        }
        int row = bounds.isEmpty() ? 1 : bounds.get(bounds.size() - 1).count();
        return bit + i / row * ((row + 7) / 8 * 8) + i % row;
    }

    /** Its first byte in the memory of its area or block. */
    public int start() {
        return number * (area == AreaCode.TIMER || area == AreaCode.COUNTER ? element.bytes() : 1);
    }

    /** First byte behind it. */
    public int end() {
        int last = bitOf(count() - 1);
        int behind = isBits() ? last / 8 + 1 : last / 8 + element.bytes();
        boolean array = !bounds.isEmpty() && !isBits() && element.bytes() > 1;
        return start() + (array ? behind + behind % 2 : behind);
    }

    /** What it is outside of the CPU. */
    public DataType dataType() {
        return bounds.isEmpty() ? element.dataType() : new ArrayType(element.dataType(), bounds);
    }

    /** The lengths that empty texts have room for. */
    public void prepare(ByteBuffer memory) {
        for (int i = 0; i < count() && element instanceof TextElement; i++) {
            ((TextElement) element).prepare(memory, start() + bitOf(i) / 8);
        }
    }

    /** The value as {@link Values} gives it. */
    public Object get(ByteBuffer memory) {
        DataType type = dataType();
        ByteBuffer image = ByteBuffer.allocate(type.imageBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count(); i++) {
            int at = bitOf(i);
            element.load(
                    memory,
                    start() + at / 8,
                    at % 8,
                    image,
                    i * element.dataType().imageBytes());
        }
        return Values.read(type, image, 0, image.capacity());
    }

    /**
     * Sets a value, as {@link Values} takes it.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    public void set(ByteBuffer memory, Object value) {
        ByteBuffer image = Values.image(dataType(), value);
        for (int i = 0; i < count(); i++) {
            int at = bitOf(i);
            if (!element.store(image, i * element.dataType().imageBytes(), memory, start() + at / 8, at % 8)) {
                throw new IllegalArgumentException(value + " does not fit a " + element.text() + " of the CPU");
            }
        }
    }
}
