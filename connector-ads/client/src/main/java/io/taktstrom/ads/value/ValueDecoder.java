package io.taktstrom.ads.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/** Adds values as the device sends them to a batch. Hot: allocates nothing. */
public final class ValueDecoder {

    private ValueDecoder() {}

    /**
     * Adds one sample.
     *
     * @param bytes how many the device sent; if they are not those of the variable, the sample says so and has no value
     */
    public static void add(
            SampleBatch batch,
            int point,
            Variable variable,
            long sourceTime,
            int status,
            ByteBuffer buffer,
            int position,
            int bytes) {
        DataType type = variable.type();
        if (bytes != variable.bytes()) {
            batch.addBad(point, sourceTime, StatusCode.BAD_DECODING_ERROR);
        } else if (variable.timed() && !TimeRange.holds(type, buffer, position)) {
            batch.addBad(point, sourceTime, StatusCode.BAD_OUT_OF_RANGE);
        } else if (variable.bit() != StructType.WHOLE) {
            batch.add(point, sourceTime, status, (buffer.get(position) >> variable.bit()) & 1);
        } else if (type instanceof ScalarType scalar) {
            batch.add(point, sourceTime, status, scalar.bits(buffer, position));
        } else if (type instanceof StringType string) {
            int units = string.length() * string.encoding().unitBytes();
            batch.addString(point, sourceTime, status, string, buffer, position, units);
        } else if (type instanceof EnumType enumeration) {
            batch.add(point, sourceTime, status, enumeration.base().bits(buffer, position));
        } else {
            batch.addBytes(point, sourceTime, status, buffer, position, bytes);
        }
    }
}
