package io.taktstrom.stage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;

/** What a stage passes on of one batch: never more than came in, numbered from 0. One thread. Hot. */
public final class StageOutput {

    private SampleBatch batch = new SampleBatch(1, 0);
    private long passed;

    /** An empty batch with room for all of {@code in}; the stage fills it. */
    public SampleBatch begin(SampleBatch in, PointGroup group) {
        if (batch.capacity() < in.size() || batch.arenaCapacity() < in.arenaUsed()) {
            batch = new SampleBatch(
                    Math.max(batch.capacity(), in.size()), Math.max(batch.arenaCapacity(), in.arenaUsed()));
        }
        batch.reset(group, in.receivedAt(), passed);
        return batch;
    }

    /** Passes the batch on, unless it is empty. */
    public void end(SampleSink out) {
        passed += batch.size();
        if (!batch.isEmpty()) {
            out.onSamples(batch);
        }
    }
}
