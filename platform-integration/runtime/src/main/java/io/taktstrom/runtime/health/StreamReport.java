package io.taktstrom.runtime.health;

import io.taktstrom.stream.Accounting;

/**
 * The accounting of a stream on its way to one sink.
 *
 * @param name {@code stream.sink}
 * @param sink the name of its sink; empty when the deployment has the stream no more
 * @param accounting what became of every sample since the start
 * @param lostLately samples that were lost unintentionally in the last minute or two
 * @param oldestAt when the oldest sample that waits was received, or written to disk, epoch nanoseconds; {@link
 *     io.taktstrom.data.SampleBatch#NO_TIME} when none waits
 * @param bufferTrouble what is wrong with its buffer on disk; empty when nothing is
 */
public record StreamReport(
        String name, String sink, Accounting accounting, long lostLately, long oldestAt, String bufferTrouble) {}
