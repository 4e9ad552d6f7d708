package io.taktstrom.data;

import java.nio.ByteBuffer;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

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

    /**
     * The value of sample {@code i}, whatever its status.
     *
     * @throws IllegalArgumentException when it has none: its bytes are not those of an array or a structure of its type, as
     *     in a Bad sample
     */
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
        return ImageReader.read(type, batch.arena(), batch.arenaOffsetAt(i), imageLength(batch, i, type));
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

    /**
     * The memory image of sample {@code i}, little-endian: what a connector sends when it writes the sample.
     *
     * @throws IllegalArgumentException when the sample does not fit its point's type; the message says why
     */
    public static ByteBuffer image(SampleBatch batch, int i) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        if (type instanceof StringType) {
            return image(type, batch.textAt(i));
        }
        if (!type.isInline()) {
            int length = imageLength(batch, i, type);
            return ImageWriter.newImage(length).put(0, batch.arena(), batch.arenaOffsetAt(i), length);
        }
        ScalarType scalar = type instanceof EnumType enumeration ? enumeration.base() : (ScalarType) type;
        if (!scalar.holds(batch.longAt(i))) {
            boolean real = scalar.kind() == ScalarType.Kind.FLOAT;
            throw ValueErrors.outOfRange(type, real ? (Object) batch.doubleAt(i) : (Object) batch.longAt(i));
        }
        ByteBuffer image = ImageWriter.newImage(scalar.imageBytes());
        scalar.putBits(image, 0, batch.longAt(i));
        return image;
    }

    private static int imageLength(SampleBatch batch, int i, DataType type) {
        int length = batch.lengthAt(i);
        boolean anyLength = type instanceof ArrayType array && array.bounds().isEmpty();
        boolean fits =
                anyLength ? length % ((ArrayType) type).element().imageBytes() == 0 : length == type.imageBytes();
        if (!fits) {
            throw new IllegalArgumentException(
                    "sample " + i + " has " + length + " bytes, which are no " + type.text());
        }
        return length;
    }
}
