package io.taktstrom.data;

/**
 * Takes samples.
 *
 * <pre>
 *   source --onSamples--> sink     for good: what becomes of them is the sink's affair, which counts and marks what it loses
 *          --offer------> sink     taken, or refused as a whole: then they are still the source's
 * </pre>
 */
@FunctionalInterface
public interface SampleSink {

    /**
     * Hands samples over for good. Called by the one thread that delivers for a source, one call at a time. It should not
     * block: what it does, the source waits for. What it throws is reported to the connection's observer; these samples are
     * lost, the next ones of their points are marked Overflow.
     *
     * @param batch valid during the call only; keep samples with {@link SampleBatch#copyFrom}. The sink may mark samples
     *     in it as {@link StatusCode#withOverflow following a loss}, and changes nothing else
     */
    void onSamples(SampleBatch batch);

    /**
     * Offers samples, for a source that can leave them to somebody else: to the connection that takes its place, say. As
     * {@link #onSamples} in all other respects; most sinks take whatever comes.
     *
     * @return whether all of the samples were taken. False: none was, and the sink will take no others of this source,
     *     because whoever subscribed has given it up. Then they do not count as delivered: the source keeps them, or the
     *     place where they can be had again, for its {@linkplain io.taktstrom.spi.ConnectContext#predecessor successor}, or
     *     sees to it that the next sample of each point is marked Overflow
     */
    default boolean offer(SampleBatch batch) {
        onSamples(batch);
        return true;
    }
}
