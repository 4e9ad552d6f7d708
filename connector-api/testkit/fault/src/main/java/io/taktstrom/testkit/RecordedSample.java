package io.taktstrom.testkit;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import org.jspecify.annotations.Nullable;

/**
 * One sample, kept for good.
 *
 * @param point the data point's name
 * @param value as {@link Values} gives it; null when the status is Bad
 * @param status OPC UA status code
 * @param sourceTime the device's time, epoch nanoseconds, or {@link SampleBatch#NO_TIME}
 * @param receivedAt our time of the batch, epoch nanoseconds, or {@link SampleBatch#NO_TIME}
 * @param sequence its number among all that the source has delivered, from 0
 */
public record RecordedSample(
        String point, @Nullable Object value, int status, long sourceTime, long receivedAt, long sequence) {

    /** The sample at this place of a batch. */
    public static RecordedSample of(SampleBatch batch, int i) {
        int status = batch.statusAt(i);
        return new RecordedSample(
                batch.group().points().get(batch.pointAt(i)).name(),
                StatusCode.isBad(status) ? null : Values.get(batch, i),
                status,
                batch.sourceTimeAt(i),
                batch.receivedAt(),
                batch.sequence() + i);
    }

    @Override
    public String toString() {
        return point + "=" + value + " (" + StatusCode.name(status) + ", #" + sequence + ")";
    }
}
