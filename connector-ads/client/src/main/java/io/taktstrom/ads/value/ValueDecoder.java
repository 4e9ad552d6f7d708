package io.taktstrom.ads.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.value.Images;
import io.taktstrom.model.DataType;
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
            AdsVariable variable,
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
        } else {
            Images.add(batch, point, sourceTime, status, type, buffer, position);
        }
    }
}
