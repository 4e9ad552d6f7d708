package io.taktstrom.kit.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/**
 * Values as samples, and samples as memory images: little-endian bytes in the layout of the type, as {@link DataType} has
 * them. For other orders see {@link WireOrder}. Hot: allocates nothing.
 */
public final class Images {

    private Images() {}

    /**
     * Adds a value as a sample.
     *
     * @param image little-endian; has the type's {@link DataType#imageBytes} from {@code at} on
     */
    public static void add(
            SampleBatch into, int point, long sourceTime, int status, DataType type, ByteBuffer image, int at) {
        if (type instanceof ScalarType scalar) {
            into.add(point, sourceTime, status, scalar.bits(image, at));
        } else if (type instanceof EnumType enumeration) {
            into.add(point, sourceTime, status, enumeration.base().bits(image, at));
        } else if (type instanceof StringType string) {
            into.addString(point, sourceTime, status, string, image, at, string.imageBytes());
        } else {
            into.addBytes(point, sourceTime, status, image, at, type.imageBytes());
        }
    }

    /**
     * Writes the image of sample {@code i}; a value that does not fit is neither cut off nor wrapped around.
     *
     * @param image little-endian; has room for {@link DataType#imageBytes} from {@code at} on
     * @return Good, or why the type cannot hold the value; then the bytes there mean nothing
     */
    public static int put(SampleBatch values, int i, DataType type, ByteBuffer image, int at) {
        if (type instanceof ScalarType scalar) {
            return putScalar(scalar, values.longAt(i), image, at);
        }
        if (type instanceof EnumType enumeration) {
            return putScalar(enumeration.base(), values.longAt(i), image, at);
        }
        if (type instanceof StringType string) {
            return TextImage.put(string, values.arena(), values.arenaOffsetAt(i), values.lengthAt(i), image, at);
        }
        if (values.lengthAt(i) != type.imageBytes()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        image.put(at, values.arena(), values.arenaOffsetAt(i), values.lengthAt(i));
        return StatusCode.GOOD;
    }

    private static int putScalar(ScalarType type, long bits, ByteBuffer image, int at) {
        if (!type.holds(bits)) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        type.putBits(image, at, bits);
        return StatusCode.GOOD;
    }
}
