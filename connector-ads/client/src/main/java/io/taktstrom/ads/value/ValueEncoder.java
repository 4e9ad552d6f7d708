package io.taktstrom.ads.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** Turns samples into the bytes that the device wants. Hot: allocates nothing. */
public final class ValueEncoder {

    private ValueEncoder() {}

    /**
     * Writes the image of sample {@code i}, {@code type.imageBytes()} long.
     *
     * @return Good, or why the type cannot hold the value
     */
    public static int put(SampleBatch batch, int i, DataType type, ByteBuffer image, int at) {
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
        if (!type.holds(bits)) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        type.putBits(image, at, bits);
        return StatusCode.GOOD;
    }
}
