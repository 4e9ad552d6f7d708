package io.taktstrom.data;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One sample as an object: what a single read gives, and what a program keeps that cares for few of them. The hot path has
 * {@link SampleBatch}.
 *
 * @param value in the forms of {@link Values}; null in a Bad sample
 * @param status OPC UA status code
 * @param sourceTime the device's time of the value; null where it says none
 * @param receivedAt when we got it; null where no clock was read
 */
public record Sample(
        @Nullable Object value,
        int status,
        @Nullable Instant sourceTime,
        @Nullable Instant receivedAt) {

    /** Sample {@code i} of a batch. */
    public static Sample of(SampleBatch batch, int i) {
        int status = batch.statusAt(i);
        return new Sample(
                StatusCode.isBad(status) ? null : Values.get(batch, i),
                status,
                instant(batch.sourceTimeAt(i)),
                instant(batch.receivedAt()));
    }

    /**
     * A sample without a value.
     *
     * @param receivedAtNanos epoch nanoseconds
     */
    public static Sample bad(int status, long receivedAtNanos) {
        return new Sample(null, status, null, instant(receivedAtNanos));
    }

    public boolean isGood() {
        return StatusCode.isGood(status);
    }

    private static @Nullable Instant instant(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME ? null : Instant.ofEpochSecond(0, epochNanos);
    }

    /** For people: {@code 99.5 Good 2026-11-22T09:30:00.001Z}. */
    @Override
    public String toString() {
        Instant time = sourceTime != null ? sourceTime : receivedAt;
        return (value == null ? "" : value + " ") + StatusCode.name(status) + (time == null ? "" : " " + time);
    }
}
