package io.taktstrom.ads;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** Turns samples into the bytes that the device wants. Hot: allocates nothing. */
final class ValueEncoder {

    private static final long MOST_TICKS = 0xFFFF_FFFFL;

    private ValueEncoder() {}

    /**
     * Writes the image of sample {@code i}, {@code type.imageBytes()} long.
     *
     * @return Good, or why the type cannot hold the value
     */
    static int put(SampleBatch batch, int i, DataType type, ByteBuffer image, int at) {
        if (type instanceof ScalarType scalar) {
            return putScalar(scalar, batch.longAt(i), image, at);
        }
        if (type instanceof EnumType enumeration) {
            return putScalar(enumeration.base(), batch.longAt(i), image, at);
        }
        if (type instanceof StringType string) {
            return TextImage.put(string, batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i), image, at);
        }
        if (batch.lengthAt(i) != type.imageBytes()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        image.put(at, batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
        return StatusCode.GOOD;
    }

    private static int putScalar(ScalarType type, long bits, ByteBuffer image, int at) {
        type.putBits(image, at, bits);
        return holds(type, bits, image, at) ? StatusCode.GOOD : StatusCode.BAD_OUT_OF_RANGE;
    }

    /** Whether the image stands for the value, but for the precision that a type does not have. */
    private static boolean holds(ScalarType type, long bits, ByteBuffer image, int at) {
        if (type == ScalarType.REAL) {
            return Double.isInfinite(Double.longBitsToDouble(bits)) || !Float.isInfinite(image.getFloat(at));
        }
        if (type.nanosPerTick() > 1) {
            long ticks = bits / type.nanosPerTick();
            return bits >= 0 && ticks <= MOST_TICKS;
        }
        return type.bits(image, at) == bits;
    }
}
