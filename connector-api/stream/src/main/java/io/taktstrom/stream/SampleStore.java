package io.taktstrom.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.data.SampleBatch;

/**
 * The memory of a queue: samples in columns. A sample stays in its slot from its arrival until it is freed; what moves is its
 * place in a {@link SlotChain}. Guarded by the queue's monitor, but for {@link #show}: a chain that was given out is read
 * without. Hot: allocates nothing after construction.
 *
 * <pre>
 *   slot         0   1   2   3   4   5   6
 *   group      [ A | A |   |   | A | B | B ]     whose sample
 *   point      [ 0 | 1 |   |   | 0 | 2 | 1 ]
 *   bits       [41 |o,n|   |   |42 |o,n| 9 ]     the value, or offset and length in the arena
 *   next       [ 1 | . |   |   | 5 | 6 | . ]     at the sink: 0, 1; waiting: 4, 5, 6; free: 2, 3
 * </pre>
 */
final class SampleStore {

    private final SourceGroup[] group;
    private final int[] point;
    private final int[] status;
    private final long[] sourceTime;
    private final long[] receivedAt;
    private final long[] sequence;
    private final long[] bits;
    private final int[] next;
    /** Arena bytes that a sample holds, where a later one of its point may take its place; otherwise it is its length. */
    private final int[] reserved;

    private final ByteBuffer arena;
    private final FreeSpace freeSlots;
    private final FreeSpace freeBytes;

    /** @param replaces whether samples are {@linkplain #replace replaced} */
    SampleStore(int slots, int arenaBytes, boolean replaces) {
        group = new SourceGroup[slots];
        point = new int[slots];
        status = new int[slots];
        sourceTime = new long[slots];
        receivedAt = new long[slots];
        sequence = new long[slots];
        bits = new long[slots];
        next = new int[slots];
        reserved = new int[replaces ? slots : 0];
        arena = ByteBuffer.allocate(arenaBytes).order(ByteOrder.LITTLE_ENDIAN);
        freeSlots = new FreeSpace(slots);
        freeBytes = new FreeSpace(arenaBytes);
    }

    /** A batch that {@link #show} fills without copying. */
    SampleBatch newView() {
        return SampleBatch.view(point, status, sourceTime, bits, arena);
    }

    /** Whether a sample with that many arena bytes can be put. */
    boolean hasRoom(int arenaBytes) {
        return freeSlots.has(1) && (arenaBytes == 0 || freeBytes.has(arenaBytes));
    }

    /**
     * Puts sample {@code i} behind those of a chain; there must be {@linkplain #hasRoom room} for {@code arenaBytes}, its length
     * or, where it may be replaced, more.
     *
     * @return its slot
     */
    int put(SlotChain chain, SourceGroup from, SampleBatch batch, int i, int statusCode, int arenaBytes) {
        int slot = freeSlots.take(1);
        // A reference store costs more than a look: in the steady state the slot already has it from the last lap.
        if (group[slot] != from) {
            group[slot] = from;
        }
        point[slot] = batch.pointAt(i);
        if (reserved.length > 0) {
            reserved[slot] = arenaBytes;
        }
        set(slot, batch, i, statusCode, arenaBytes == 0 ? 0 : freeBytes.take(arenaBytes));
        append(chain, slot, arenaBytes);
        return slot;
    }

    /** Whether sample {@code i} fits in the place of one of the same point. */
    boolean hasRoomAt(int slot, SampleBatch batch, int i) {
        return group[slot].lengthOf(batch, i) <= reserved[slot];
    }

    /** Puts sample {@code i} in the place of one of the same point, where there must be room. */
    void replace(int slot, SampleBatch batch, int i, int statusCode) {
        set(slot, batch, i, statusCode, (int) (bits[slot] >>> 32));
    }

    private void set(int slot, SampleBatch batch, int i, int statusCode, int start) {
        status[slot] = statusCode;
        sourceTime[slot] = batch.sourceTimeAt(i);
        receivedAt[slot] = batch.receivedAt();
        sequence[slot] = batch.sequence() + i;
        if (group[slot].isInline(point[slot])) {
            bits[slot] = batch.longAt(i);
        } else {
            int length = batch.lengthAt(i);
            arena.put(start, batch.arena(), batch.arenaOffsetAt(i), length);
            bits[slot] = ((long) start << 32) | length;
        }
    }

    private void append(SlotChain chain, int slot, int arenaBytes) {
        if (chain.size == 0) {
            chain.first = slot;
        } else {
            next[chain.last] = slot;
        }
        chain.last = slot;
        chain.size++;
        chain.bytes += arenaBytes;
    }

    /** Moves the first sample of a chain to the end of another. */
    void move(SlotChain from, SlotChain to) {
        int slot = from.first;
        int arenaBytes = bytesAt(slot);
        removeFirst(from, arenaBytes);
        append(to, slot, arenaBytes);
    }

    /** Removes the first sample of a chain, and frees its slot. */
    void drop(SlotChain from) {
        int slot = from.first;
        int arenaBytes = bytesAt(slot);
        removeFirst(from, arenaBytes);
        freeSlots.free(slot, 1);
        if (arenaBytes > 0) {
            freeBytes.free((int) (bits[slot] >>> 32), arenaBytes);
        }
    }

    private void removeFirst(SlotChain chain, int arenaBytes) {
        chain.first = next[chain.first];
        chain.size--;
        chain.bytes -= arenaBytes;
    }

    /** Frees the slots of all samples of a chain. */
    void dropAll(SlotChain chain) {
        if (chain.bytes > 0) {
            while (chain.size > 0) {
                drop(chain);
            }
            return;
        }
        int slot = chain.first;
        for (int left = chain.size; left > 0; ) {
            int end = slot + 1;
            int limit = slot + left;
            while (end < limit && next[end - 1] == end) {
                end++;
            }
            freeSlots.free(slot, end - slot);
            left -= end - slot;
            slot = next[end - 1];
        }
        chain.clear();
    }

    SourceGroup groupAt(int slot) {
        return group[slot];
    }

    int pointAt(int slot) {
        return point[slot];
    }

    int statusAt(int slot) {
        return status[slot];
    }

    void setStatusAt(int slot, int statusCode) {
        status[slot] = statusCode;
    }

    /** When it was received, epoch nanoseconds. */
    long receivedAt(int slot) {
        return receivedAt[slot];
    }

    /** The slot of the sample behind this one. */
    int after(int slot) {
        return next[slot];
    }

    /** Arena bytes that a sample holds. */
    int bytesAt(int slot) {
        if (group[slot].isInline(point[slot])) {
            return 0;
        }
        return reserved.length > 0 ? reserved[slot] : (int) bits[slot];
    }

    /**
     * Has a view show the samples from a slot on that were received together and lie side by side.
     *
     * @param most samples that follow in the chain, this one included
     * @return the slot of the last one
     */
    int show(SampleBatch view, int slot, int most) {
        SourceGroup from = group[slot];
        long time = receivedAt[slot];
        long number = sequence[slot] - slot;
        int limit = slot + most;
        int end = slot;
        int arenaBytes = 0;
        do {
            arenaBytes += from.isInline(point[end]) ? 0 : (int) bits[end];
            end++;
        } while (end < limit
                && next[end - 1] == end
                && group[end] == from
                && receivedAt[end] == time
                && sequence[end] - end == number);
        view.show(from.group, time, sequence[slot], slot, end - slot, arenaBytes);
        return end - 1;
    }
}
