package io.taktstrom.data;

/** Takes samples. */
@FunctionalInterface
public interface SampleSink {

    /**
     * Called by the one thread that delivers for a source, one call at a time. It should not block: what it does, the
     * source waits for. What it throws is reported to the connection's observer; these samples are lost, the next follow.
     *
     * @param batch valid during the call only; keep samples with {@link SampleBatch#copyFrom}
     */
    void onSamples(SampleBatch batch);
}
