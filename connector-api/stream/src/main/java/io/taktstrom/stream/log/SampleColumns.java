package io.taktstrom.stream.log;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.data.SampleBatch;

/**
 * The content of a record of samples: gathers them, and writes them as columns. One thread. Hot: allocates only to hold a
 * sample that is larger than any before.
 *
 * <pre>
 *   point       4 bytes each     one for all with {@link #ONE_POINT}
 *   status      4 bytes each     one for all with {@link #ONE_STATUS}
 *   source time 8 bytes each
 *   received at 8 bytes each     one for all with {@link #ONE_RECEIPT}
 *   sequence    8 bytes each     the first one with {@link #IN_SEQUENCE}
 *   value       8 bytes each     its bits, or offset and length in the arena
 *   arena       the rest         strings, arrays and structures
 * </pre>
 */
final class SampleColumns {

    static final int ONE_POINT = 1;
    static final int ONE_STATUS = 2;
    static final int ONE_RECEIPT = 4;
    static final int IN_SEQUENCE = 8;
    private static final int ALL_ALIKE = ONE_POINT | ONE_STATUS | ONE_RECEIPT | IN_SEQUENCE;

    /** A sample without anything in the arena takes no more. */
    static final int MAX_SAMPLE_BYTES = 2 * Integer.BYTES + 4 * Long.BYTES;

    private final int[] point;
    private final int[] status;
    private final long[] sourceTime;
    private final long[] receivedAt;
    private final long[] sequence;
    private final long[] bits;
    private ByteBuffer arena;
    private int count;
    private int alike = ALL_ALIKE;
    private ColumnViews views = new ColumnViews(ByteBuffer.allocate(0));

    SampleColumns(int samples, int arenaBytes) {
        point = new int[samples];
        status = new int[samples];
        sourceTime = new long[samples];
        receivedAt = new long[samples];
        sequence = new long[samples];
        bits = new long[samples];
        arena = ByteBuffer.allocate(arenaBytes);
    }

    int count() {
        return count;
    }

    /** Which columns need one value only. */
    int flags() {
        return alike;
    }

    /** Whether one more sample fits; into an empty record each does. */
    boolean hasRoom(int bytes) {
        return count == 0 || (count < point.length && bytes <= arena.remaining());
    }

    /** So long is what {@link #write} writes, at most. */
    int maxBytes() {
        return count * MAX_SAMPLE_BYTES + arena.position();
    }

    void add(SampleBatch batch, int i, boolean inline) {
        int n = count;
        point[n] = batch.pointAt(i);
        status[n] = batch.statusAt(i);
        sourceTime[n] = batch.sourceTimeAt(i);
        receivedAt[n] = batch.receivedAt();
        sequence[n] = batch.sequence() + i;
        if (inline) {
            bits[n] = batch.longAt(i);
        } else {
            int start = arena.position();
            int length = batch.lengthAt(i);
            if (length > arena.capacity()) {
                arena = ByteBuffer.allocate(length);
            }
            arena.put(start, batch.arena(), batch.arenaOffsetAt(i), length);
            arena.position(start + length);
            bits[n] = ((long) start << 32) | length;
        }
        if (n > 0) {
            alike &= (point[n] == point[0] ? ONE_POINT : 0)
                    | (status[n] == status[0] ? ONE_STATUS : 0)
                    | (receivedAt[n] == receivedAt[0] ? ONE_RECEIPT : 0)
                    | (sequence[n] == sequence[0] + n ? IN_SEQUENCE : 0);
        }
        count = n + 1;
    }

    /** Adds the samples from one on, as many as there is room for, of a batch with nothing in its arena; says how many. */
    int addInline(SampleBatch batch, int from) {
        int n = count;
        int more = Math.min(batch.size() - from, point.length - n);
        int end = n + more;
        batch.copyColumns(from, more, point, status, sourceTime, bits, n);
        Arrays.fill(receivedAt, n, end, batch.receivedAt());
        long number = batch.sequence() + from - n;
        int points = 0;
        int statuses = 0;
        for (int i = n; i < end; i++) {
            sequence[i] = number + i;
            points |= point[i] ^ point[0];
            statuses |= status[i] ^ status[0];
        }
        alike &= (points == 0 ? ONE_POINT : 0)
                | (statuses == 0 ? ONE_STATUS : 0)
                | (receivedAt[n] == receivedAt[0] ? ONE_RECEIPT : 0)
                | (sequence[n] == sequence[0] + n ? IN_SEQUENCE : 0);
        count = end;
        return more;
    }

    /** Writes the columns at an offset, a multiple of 8, and returns how many bytes they are. */
    int write(ByteBuffer out, int offset) {
        if (!views.areOf(out)) {
            views = new ColumnViews(out);
        }
        int to = views.put(offset, point, (alike & ONE_POINT) != 0 ? 1 : count);
        to = views.put(to, status, (alike & ONE_STATUS) != 0 ? 1 : count);
        to = views.put(to, sourceTime, count);
        to = views.put(to, receivedAt, (alike & ONE_RECEIPT) != 0 ? 1 : count);
        to = views.put(to, sequence, (alike & IN_SEQUENCE) != 0 ? 1 : count);
        to = views.put(to, bits, count);
        out.put(to, arena, 0, arena.position());
        return to + arena.position() - offset;
    }

    void clear() {
        count = 0;
        alike = ALL_ALIKE;
        arena.clear();
    }
}
