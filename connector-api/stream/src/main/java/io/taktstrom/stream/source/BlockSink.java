package io.taktstrom.stream.source;

import java.nio.ByteBuffer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.Notices;

/** Gathers samples into batches for a sink. Hot: allocates nothing. One thread. */
final class BlockSink {

    private static final int SAMPLES = 4096;
    private static final int MOST_ARENA_BYTES = 1 << 20;

    private final PointGroup group;
    private final SampleSink sink;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SampleBatch batch;
    private long delivered;

    /** @param delivered samples that the sink got before */
    BlockSink(PointGroup group, SampleSink sink, EpochNanoClock clock, Notices notices, long delivered) {
        this.group = group;
        this.sink = sink;
        this.clock = clock;
        this.notices = notices;
        this.delivered = delivered;
        int largest = 0;
        for (int point = 0; point < group.size(); point++) {
            largest = Math.max(largest, group.typeAt(point).arenaBytes());
        }
        int arena = (int) Math.min((long) largest * SAMPLES, Math.max(MOST_ARENA_BYTES, largest));
        batch = new SampleBatch(SAMPLES, arena);
        open();
    }

    private void open() {
        batch.reset(group, clock.epochNanos(), delivered);
    }

    void notice(String text) {
        notices.tell(text, null);
    }

    /** Begins what one read has brought. */
    void begin() {
        open();
    }

    void bad(int point, int status) {
        makeRoom(0);
        batch.addBad(point, SampleBatch.NO_TIME, status);
    }

    void sample(int point, DataType type, long time, int status, ByteBuffer image, int offset) {
        makeRoom(type.arenaBytes());
        if (type instanceof ScalarType scalar) {
            batch.add(point, time, status, scalar.bits(image, offset));
        } else if (type instanceof EnumType enumeration) {
            batch.add(point, time, status, enumeration.base().bits(image, offset));
        } else if (type instanceof StringType string) {
            batch.addString(point, time, status, string, image, offset, string.imageBytes());
        } else {
            batch.addBytes(point, time, status, image, offset, type.imageBytes());
        }
    }

    private void makeRoom(int arenaBytes) {
        if (!batch.hasRoom(arenaBytes)) {
            deliver();
        }
    }

    /** Hands what has been gathered to the sink. */
    void deliver() {
        if (!batch.isEmpty()) {
            delivered += batch.size();
            sink.onSamples(batch);
        }
        open();
    }

    long delivered() {
        return delivered;
    }
}
