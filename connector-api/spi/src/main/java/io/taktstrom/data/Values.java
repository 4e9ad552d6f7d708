package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/**
 * Samples as Java objects and back. Allocates: for configuration, command lines, typed records and text formats.
 *
 * <p>{@code BOOL} is a {@code Boolean}; integers are {@code Long} ({@code BigInteger} for {@code ULINT} and
 * {@code LWORD} beyond {@code Long}); {@code REAL} is a {@code Float}, {@code LREAL} a {@code Double}; characters and
 * strings are {@code String}; durations {@code Duration}; dates {@code LocalDate}, {@code LocalTime},
 * {@code LocalDateTime}; an enumeration is its member's name, or a {@code Long} where none has the value; an array is a
 * {@code List}, nested for each dimension; a structure is a {@code Map} by field name in the device's order.
 */
public final class Values {

    private Values() {}

    /** The value of sample {@code i}, whatever its status. */
    public static Object get(SampleBatch batch, int i) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        if (type instanceof ScalarType scalar) {
            return Scalars.toObject(scalar, batch.longAt(i));
        }
        if (type instanceof EnumType enumeration) {
            return Scalars.toObject(enumeration, batch.longAt(i));
        }
        if (type instanceof StringType) {
            return batch.textAt(i);
        }
        return ImageReader.read(type, batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
    }

    /**
     * Adds a sample with this value and status Good to a batch, for a write.
     *
     * <p>Numbers may come as any {@code Number} or as text, times as {@code Duration} and so on or as ISO 8601 text, an
     * enumeration by name or number. An array needs all its elements, a structure all its fields.
     *
     * @throws IllegalArgumentException when the value does not fit the point's type; the message says both
     */
    public static void put(SampleBatch batch, int point, Object value) {
        DataType type = batch.group().typeAt(point);
        if (type instanceof ScalarType scalar) {
            batch.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, Scalars.toBits(scalar, value));
        } else if (type instanceof EnumType enumeration) {
            batch.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, Scalars.toBits(enumeration, value));
        } else if (type instanceof StringType string) {
            batch.addText(point, SampleBatch.NO_TIME, StatusCode.GOOD, ImageWriter.checked(string, value));
        } else {
            ByteBuffer image = ImageWriter.image(type, value);
            batch.addBytes(point, SampleBatch.NO_TIME, StatusCode.GOOD, image, 0, image.capacity());
        }
    }

    /** The value in a memory image; {@code length} matters only for an array of any length. */
    public static Object read(DataType type, ByteBuffer image, int offset, int length) {
        return ImageReader.read(type, image, offset, length);
    }

    /** A value's memory image, little-endian; the same rules as for {@link #put}. */
    public static ByteBuffer image(DataType type, Object value) {
        return ImageWriter.image(type, value);
    }

    static ByteBuffer newImage(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static IllegalArgumentException mismatch(DataType type, Object value) {
        return new IllegalArgumentException(
                "value " + value + " (" + value.getClass().getSimpleName() + ") does not fit type " + type.text());
    }

    /** Elements of one array in an image. */
    static int count(ArrayType type, int length) {
        return type.bounds().isEmpty() ? length / type.element().imageBytes() : type.count();
    }

    /** Whether a field is a single bit. */
    static boolean isBit(StructType.Field field) {
        return field.bit() != StructType.WHOLE;
    }
}
