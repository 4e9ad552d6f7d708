package io.taktstrom.stream.log;

import java.nio.ByteBuffer;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/** Reads the columns of one record ({@link SampleColumns} says how they lie). One thread. Hot: allocates nothing. */
final class SampleView {

    private @Nullable PointGroup group;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private long first;
    private int count;
    private int next;

    private int points;
    private int statuses;
    private int sourceTimes;
    private int receipts;
    private int sequences;
    private int values;
    private int arena;
    private int arenaBytes;
    /** 0 where one value stands for all. */
    private int pointStep;

    private int statusStep;
    private int receiptStep;
    private int sequenceStep;

    /**
     * Looks at the record at which a cursor stands.
     *
     * @param from samples to leave out
     * @return false when the columns do not fit into the record or the group, though its CRC is right
     */
    boolean open(RecordCursor cursor, PointGroup whose, int from) {
        group = whose;
        buffer = cursor.buffer();
        first = cursor.first();
        count = cursor.count();
        next = from;
        int flags = cursor.flags();
        pointStep = step(flags, SampleColumns.ONE_POINT, Integer.BYTES);
        statusStep = step(flags, SampleColumns.ONE_STATUS, Integer.BYTES);
        receiptStep = step(flags, SampleColumns.ONE_RECEIPT, Long.BYTES);
        sequenceStep = step(flags, SampleColumns.IN_SEQUENCE, Long.BYTES);
        long perSample = (long) pointStep + statusStep + receiptStep + sequenceStep + 2 * Long.BYTES;
        if (count < 1 || count * perSample > cursor.contentBytes()) {
            return empty();
        }
        points = cursor.contentAt();
        statuses = points + bytes(pointStep, Integer.BYTES);
        sourceTimes = statuses + bytes(statusStep, Integer.BYTES);
        receipts = sourceTimes + count * Long.BYTES;
        sequences = receipts + bytes(receiptStep, Long.BYTES);
        values = sequences + bytes(sequenceStep, Long.BYTES);
        arena = values + count * Long.BYTES;
        arenaBytes = cursor.contentAt() + cursor.contentBytes() - arena;
        return (arenaBytes >= 0 && samplesFit(whose)) || empty();
    }

    private static int step(int flags, int flag, int bytes) {
        return (flags & flag) != 0 ? 0 : bytes;
    }

    private int bytes(int step, int single) {
        return step == 0 ? single : count * step;
    }

    private boolean samplesFit(PointGroup whose) {
        int size = whose.size();
        for (int i = 0; i < count; i++) {
            int point = pointAt(i);
            if (point < 0 || point >= size) {
                return false;
            }
            if (!whose.typeAt(point).isInline()) {
                long bits = bitsAt(i);
                long start = bits >>> 32;
                long length = bits & 0xFFFF_FFFFL;
                if (start + length > arenaBytes) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean empty() {
        clear();
        return false;
    }

    void clear() {
        count = 0;
        next = 0;
    }

    boolean hasMore() {
        return next < count;
    }

    /** Number of the sample that comes next. */
    long number() {
        return first + next;
    }

    /** Fills a batch with the next samples that were received together; with none when the next is too large for it. */
    void fill(SampleBatch batch) {
        PointGroup whose = group;
        if (whose == null) {
            throw new IllegalStateException("no record is open");
        }
        long receivedAt = receivedAt(next);
        long sequence = sequenceAt(next);
        batch.reset(whose, receivedAt, sequence);
        do {
            int i = next;
            int point = pointAt(i);
            long bits = bitsAt(i);
            boolean inline = whose.typeAt(point).isInline();
            if (!batch.hasRoom(inline ? 0 : (int) bits)) {
                next += batch.isEmpty() ? 1 : 0;
                return;
            }
            int status = buffer.getInt(statuses + i * statusStep);
            long sourceTime = buffer.getLong(sourceTimes + i * Long.BYTES);
            if (inline) {
                batch.add(point, sourceTime, status, bits);
            } else {
                batch.addBytes(point, sourceTime, status, buffer, arena + (int) (bits >>> 32), (int) bits);
            }
            next++;
            sequence++;
        } while (next < count && receivedAt(next) == receivedAt && sequenceAt(next) == sequence);
    }

    private int pointAt(int i) {
        return buffer.getInt(points + i * pointStep);
    }

    private long bitsAt(int i) {
        return buffer.getLong(values + i * Long.BYTES);
    }

    private long receivedAt(int i) {
        return buffer.getLong(receipts + i * receiptStep);
    }

    private long sequenceAt(int i) {
        return sequenceStep == 0 ? buffer.getLong(sequences) + i : buffer.getLong(sequences + i * sequenceStep);
    }
}
