package io.taktstrom.stage;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;

/** One step between a source and a sink: passes samples on, changed, fewer, or as they are. */
@FunctionalInterface
public interface Stage {

    /**
     * Called by one thread, one call at a time; allocates nothing once warm. What {@code out} does not receive of
     * {@code in.size()} samples counts as dropped.
     *
     * @param in valid during the call only, not to be changed
     * @param out where the result goes, any number of times during the call, most easily by a {@link StageOutput}
     */
    void process(SampleBatch in, SampleSink out);

    /** The reason under which samples count that are not passed on; the same each time. */
    default DropReason dropReason() {
        return DropReason.FILTERED;
    }
}
