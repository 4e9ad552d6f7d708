package io.taktstrom.data;

/** Takes samples; one that can tell its source that it takes no more is a {@link RefusingSink}. */
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
}
