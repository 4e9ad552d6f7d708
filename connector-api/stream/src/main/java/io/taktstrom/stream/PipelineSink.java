package io.taktstrom.stream;

import java.io.IOException;

import io.taktstrom.data.SampleBatch;

/**
 * Where a pipeline ends: a broker, a database, a file. All calls come from the pipeline's own thread, one at a time.
 *
 * <p>The pipeline delivers flush units of one or more batches. The last batch of a unit has {@code endOfBatch} set; a
 * sink gathers until then. When that call returns, every sample of the unit is <em>published</em>: whoever receives them
 * has acknowledged them.
 */
@FunctionalInterface
public interface PipelineSink extends AutoCloseable {

    /**
     * Takes one batch.
     *
     * <p>After an exception the sink forgets what it has gathered since the last end of batch. A call has its own time
     * limits; when the pipeline must close and a call does not return, its thread is interrupted.
     *
     * @param batch valid during the call only; its samples were received together and belong to one group
     * @param endOfBatch whether the samples given so far must be with the receiver when this call returns
     * @throws IOException when the receiver cannot be reached now; the whole unit is delivered again, after a while, as
     *     often as it takes, so the receiver may see samples twice. Any other exception says that a repetition would not
     *     help: the unit is dropped
     */
    void publish(SampleBatch batch, boolean endOfBatch) throws IOException;

    /** Called once, after the last batch. */
    @Override
    default void close() throws IOException {}
}
