package io.taktstrom.data;

/**
 * A sink that may refuse samples, for sources that can keep what is not taken.
 *
 * <pre>
 *   source --onSamples--> sink     for good: the sink counts and marks what it loses
 *          --offer------> sink     taken, or refused as a whole: then they are still the source's
 * </pre>
 */
public interface RefusingSink extends SampleSink {

    /**
     * Offers samples, for a source that can leave them to the connection that takes its place. As {@link #onSamples} in all
     * other respects.
     *
     * @return whether all of the samples were taken. False: none was, and the sink will take no others of this source,
     *     because its session has been given up. Then they do not count as delivered: the source keeps them, or the place where
     *     they can be read again, for its {@linkplain io.taktstrom.spi.PushingConnection#reconnect successor}, or marks the
     *     next sample of each point as Overflow
     */
    boolean offer(SampleBatch batch);
}
