package io.taktstrom.stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/** Where one source's samples enter the ring. Called by the source's thread. Hot. */
final class Inlet implements AccountedSink {

    private final SampleRing ring;
    private @Nullable Origin origin;

    Inlet(SampleRing ring) {
        this.ring = ring;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        PointGroup group = batch.group();
        Origin current = origin;
        if (current == null || current.group != group) {
            current = ring.open(current, group);
            origin = current;
        }
        ring.put(current, batch);
    }

    @Override
    public void lose(DropReason reason, long samples) {
        ring.drop(reason, samples);
    }
}
