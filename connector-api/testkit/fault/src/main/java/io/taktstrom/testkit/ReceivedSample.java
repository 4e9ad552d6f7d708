package io.taktstrom.testkit;

import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * One sample as a sink's receiver has it.
 *
 * @param point the data point's name
 * @param value what the receiver has for it, in whatever form it keeps values: numbers and truth values may be text, times are
 *     ISO 8601 text, an array is a {@code List}, a structure a {@code Map}; null when there is none
 * @param status as {@link io.taktstrom.data.StatusCode#name} writes it
 * @param sourceTime epoch nanoseconds, or {@link SampleBatch#NO_TIME}
 * @param receivedAt epoch nanoseconds, or {@link SampleBatch#NO_TIME}
 */
public record ReceivedSample(String point, @Nullable Object value, String status, long sourceTime, long receivedAt) {}
