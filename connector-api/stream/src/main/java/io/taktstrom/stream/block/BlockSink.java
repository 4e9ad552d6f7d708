package io.taktstrom.stream.block;

import java.nio.ByteBuffer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.Notices;

/**
 * Gathers samples into batches and offers them to a sink. Once it refuses, nothing goes to it any more: the rings take back
 * what was in the refused batch and what came after. Hot: allocates nothing. One thread.
 */
final class BlockSink {

    private static final int SAMPLES = 4096;
    private static final int MAX_ARENA_BYTES = 1 << 20;

    private final PointGroup group;
    private final SampleSink sink;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SampleBatch batch;
    private final BlockMeter meter;
    private long delivered;
    /** The same for all batches of one read. */
    private long receivedAt = SampleBatch.NO_TIME;

    private long number;
    private int values;
    private boolean refused;

    /** @param delivered samples that the sink got before */
    BlockSink(
            PointGroup group,
            SampleSink sink,
            EpochNanoClock clock,
            Notices notices,
            BlockMeter meter,
            long delivered) {
        this.meter = meter;
        this.group = group;
        this.sink = sink;
        this.clock = clock;
        this.notices = notices;
        this.delivered = delivered;
        int largest = 0;
        for (int point = 0; point < group.size(); point++) {
            largest = Math.max(largest, group.typeAt(point).arenaBytes());
        }
        int arena = (int) Math.min((long) largest * SAMPLES, Math.max(MAX_ARENA_BYTES, largest));
        batch = new SampleBatch(SAMPLES, arena);
        open();
    }

    private void open() {
        if (!refused) {
            number++;
            values = 0;
            batch.reset(group, receivedAt, delivered);
        }
    }

    /** Number of the batch that the last sample went into, or was refused with. */
    long number() {
        return number;
    }

    /** Whether the sink has refused the batch of this {@link #number}; then it is the last one. */
    boolean isRefused() {
        return refused;
    }

    void notice(String text) {
        notices.tell(text, null);
    }

    /** Begins what one read has brought. */
    void begin() {
        receivedAt = clock.epochNanos();
        open();
    }

    void bad(int point, int status) {
        makeRoom(0);
        if (!refused) {
            batch.addBad(point, SampleBatch.NO_TIME, status);
        }
    }

    /** Whether it was added: not after a refusal. */
    boolean sample(int point, DataType type, long time, int status, ByteBuffer image, int offset) {
        makeRoom(type.arenaBytes());
        if (refused) {
            return false;
        }
        values++;
        if (type instanceof ScalarType scalar) {
            batch.add(point, time, status, scalar.bits(image, offset));
        } else if (type instanceof EnumType enumeration) {
            batch.add(point, time, status, enumeration.base().bits(image, offset));
        } else if (type instanceof StringType string) {
            batch.addString(point, time, status, string, image, offset, string.imageBytes());
        } else {
            batch.addBytes(point, time, status, image, offset, type.imageBytes());
        }
        return true;
    }

    private void makeRoom(int arenaBytes) {
        if (!batch.hasRoom(arenaBytes)) {
            deliver();
        }
    }

    /** Offers what has been gathered to the sink. */
    void deliver() {
        if (!batch.isEmpty() && !refused) {
            if (sink instanceof RefusingSink refusing) {
                refused = !refusing.offer(batch);
            } else {
                sink.onSamples(batch);
            }
            if (!refused) {
                delivered += batch.size();
                meter.onSamples(values);
            }
        }
        open();
    }

    long delivered() {
        return delivered;
    }
}
