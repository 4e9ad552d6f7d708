package io.taktstrom.opcua;

import java.nio.ByteBuffer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.opcua.stack.Attributes;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.MalformedFrameException;

/** Values of one point's past as batches. Belongs to one thread. */
final class PastValues implements Attributes.ValueSink {

    private static final int CAPACITY = 1024;
    private static final int LEAST_ARENA_BYTES = 64 * 1024;

    private final UaGroup group;
    private final int point;
    private final VariableLayout layout;
    private final EpochNanoClock clock;
    private final SampleSink sink;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private long sequence;

    PastValues(UaGroup group, int point, EpochNanoClock clock, SampleSink sink) {
        this.group = group;
        this.point = point;
        this.layout = group.layout(point);
        this.clock = clock;
        this.sink = sink;
        this.batch = new SampleBatch(CAPACITY, Math.max(LEAST_ARENA_BYTES, layout.arenaBytes()));
        open();
    }

    private void open() {
        batch.reset(group, clock.epochNanos(), sequence);
    }

    @Override
    public void value(int index, ByteBuffer dataValue) throws MalformedFrameException {
        if (!batch.hasRoom(layout.arenaBytes())) {
            flush();
        }
        decoding.in().reset(dataValue, dataValue.position(), dataValue.limit());
        decoding.next();
        layout.add(batch, point, 0, decoding);
    }

    /** Hands over what has gathered. */
    void flush() {
        if (!batch.isEmpty()) {
            sequence += batch.size();
            sink.onSamples(batch);
            open();
        }
    }
}
