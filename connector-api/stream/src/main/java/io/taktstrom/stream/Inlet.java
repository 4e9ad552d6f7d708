package io.taktstrom.stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/** Where one source's samples enter the queue. Called by the source's thread. Hot. */
final class Inlet implements AccountedSink {

    private final SampleQueue queue;
    private @Nullable SourceGroup source;

    Inlet(SampleQueue queue) {
        this.queue = queue;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        PointGroup group = batch.group();
        SourceGroup current = source;
        if (current == null || current.group != group) {
            current = queue.open(current, group);
            source = current;
        }
        queue.put(current, batch);
    }

    @Override
    public void lose(DropReason reason, long samples) {
        queue.drop(reason, samples);
    }
}
