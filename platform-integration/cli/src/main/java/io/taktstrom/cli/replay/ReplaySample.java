package io.taktstrom.cli.replay;

import org.jspecify.annotations.Nullable;

/**
 * A sample of a record.
 *
 * @param line where it stands, from 1
 * @param bytes of that line
 * @param point its place in the model
 * @param value in a form that simulators take; null for none
 * @param sourceTime epoch nanoseconds, or {@code SampleBatch.NO_TIME}
 * @param receivedAt the same
 */
record ReplaySample(
        long line, int bytes, int point, @Nullable Object value, int status, long sourceTime, long receivedAt) {}
