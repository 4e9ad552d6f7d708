package io.taktstrom.stage;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;

/** One step between a source and a sink: passes samples on, changed, fewer, or as they are. */
@FunctionalInterface
public interface Stage {

    /**
     * Called by one thread, one call at a time. What is not passed on must be counted as dropped by whoever runs the
     * stage: {@code in.size()} minus what {@code out} received.
     *
     * @param in valid during the call only, not to be changed
     * @param out where the result goes, any number of times during the call
     */
    void process(SampleBatch in, SampleSink out);
}
