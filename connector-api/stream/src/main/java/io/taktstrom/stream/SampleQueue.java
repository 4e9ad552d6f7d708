package io.taktstrom.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

import io.taktstrom.data.SampleBatch;

/**
 * Samples in columns that run in a circle, oldest first. Hot: allocates nothing after construction. Not thread-safe.
 *
 * <pre>
 *  position:   head                     tail          a slot is (position &amp; mask), so positions only ever grow
 *               v                        v
 *   origin    [ A | A | B | A | B | B |     ]         whose sample
 *   point     [ 0 | 1 | 0 | 0 | 2 | 1 |     ]
 *   bits      [41 |o,n|42 | 7 |o,n| 9 |     ]         the value, or offset and length in the arena
 *   arenaEnd  [ 0 | 8 | 8 | 8 |20 |20 |     ]         the arena's tail behind this sample: what its removal frees
 * </pre>
 */
final class SampleQueue {

    private final int capacity;
    private final int mask;
    private final Origin[] origin;
    private final int[] point;
    private final int[] status;
    private final long[] sourceTime;
    private final long[] receivedAt;
    private final long[] sequence;
    private final long[] bits;
    private final long[] arenaEnd;
    /** Arena bytes that a sample may use, at least its length. */
    private final int[] room;

    private final ByteBuffer arena;
    private final int arenaCapacity;

    private long head;
    private long tail;
    private long arenaHead;
    private long arenaTail;

    SampleQueue(int capacity, int arenaBytes) {
        this.capacity = capacity;
        int slots = Integer.highestOneBit(2 * capacity - 1);
        mask = slots - 1;
        origin = new Origin[slots];
        point = new int[slots];
        status = new int[slots];
        sourceTime = new long[slots];
        receivedAt = new long[slots];
        sequence = new long[slots];
        bits = new long[slots];
        arenaEnd = new long[slots];
        room = new int[slots];
        arena = ByteBuffer.allocate(arenaBytes).order(ByteOrder.LITTLE_ENDIAN);
        arenaCapacity = arenaBytes;
    }

    /** Most samples that it can hold. */
    int capacity() {
        return capacity;
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Position of the oldest sample. */
    long head() {
        return head;
    }

    /** Position behind the newest sample. */
    long tail() {
        return tail;
    }

    Origin originAt(long position) {
        return origin[slot(position)];
    }

    int pointAt(long position) {
        return point[slot(position)];
    }

    /** Whether a sample with that many arena bytes can be put. */
    boolean hasRoom(int arenaBytes) {
        return tail - head < capacity && startOf(arenaBytes) + arenaBytes - arenaHead <= arenaCapacity;
    }

    /** Where that many bytes in one piece would start: behind the tail, or at the arena's begin if they cross its end. */
    private long startOf(int length) {
        if (length == 0) {
            return arenaTail;
        }
        long offset = arenaTail % arenaCapacity;
        return offset + length > arenaCapacity ? arenaTail + arenaCapacity - offset : arenaTail;
    }

    /** Appends sample {@code i}; there must be {@linkplain #hasRoom room} for {@code arenaBytes}, its length or more. */
    void put(Origin from, SampleBatch batch, int i, int statusCode, int arenaBytes) {
        int slot = slot(tail);
        int start = claim(slot, arenaBytes);
        set(slot, from, batch, i, statusCode, start);
        // A reference store costs more than a look: in the steady state the slot already has it from the last lap.
        if (origin[slot] != from) {
            origin[slot] = from;
        }
        point[slot] = batch.pointAt(i);
        tail++;
    }

    /** Whether sample {@code i} fits in the place of a waiting one of the same point. */
    boolean hasRoomAt(long position, SampleBatch batch, int i) {
        int slot = slot(position);
        return origin[slot].lengthOf(batch, i) <= room[slot];
    }

    /** Puts sample {@code i} in the place of a waiting one of the same point, where there must be room. */
    void replace(long position, SampleBatch batch, int i, int statusCode) {
        int slot = slot(position);
        set(slot, origin[slot], batch, i, statusCode, (int) (bits[slot] >>> 32));
    }

    private int claim(int slot, int arenaBytes) {
        long start = startOf(arenaBytes);
        arenaTail = start + arenaBytes;
        arenaEnd[slot] = arenaTail;
        room[slot] = arenaBytes;
        return arenaBytes == 0 ? 0 : (int) (start % arenaCapacity);
    }

    private void set(int slot, Origin from, SampleBatch batch, int i, int statusCode, int start) {
        status[slot] = statusCode;
        sourceTime[slot] = batch.sourceTimeAt(i);
        receivedAt[slot] = batch.receivedAt();
        sequence[slot] = batch.sequence() + i;
        if (from.isInline(batch.pointAt(i))) {
            bits[slot] = batch.longAt(i);
        } else {
            int length = batch.lengthAt(i);
            arena.put(start, batch.arena(), batch.arenaOffsetAt(i), length);
            bits[slot] = ((long) start << 32) | length;
        }
    }

    /** Appends a copy of a sample to another queue, which must have room, under a status of its own. */
    void copyTo(SampleQueue other, long position, int statusCode) {
        int slot = slot(position);
        Origin from = origin[slot];
        int length = from.isInline(point[slot]) ? 0 : (int) bits[slot];
        int to = other.slot(other.tail);
        int start = other.claim(to, length);
        if (other.origin[to] != from) {
            other.origin[to] = from;
        }
        other.point[to] = point[slot];
        other.status[to] = statusCode;
        other.sourceTime[to] = sourceTime[slot];
        other.receivedAt[to] = receivedAt[slot];
        other.sequence[to] = sequence[slot];
        if (from.isInline(point[slot])) {
            other.bits[to] = bits[slot];
        } else {
            other.arena.put(start, arena, (int) (bits[slot] >>> 32), length);
            other.bits[to] = ((long) start << 32) | length;
        }
        other.tail++;
    }

    /** A queue like this one with a copy of the samples at these places, from 0. */
    SampleQueue only(BitSet places) {
        SampleQueue copy = new SampleQueue(capacity, arenaCapacity);
        for (int i = places.nextSetBit(0); i >= 0; i = places.nextSetBit(i + 1)) {
            copyTo(copy, head + i, statusAt(head + i));
        }
        return copy;
    }

    /** When it was received, epoch nanoseconds. */
    long receivedAt(long position) {
        return receivedAt[slot(position)];
    }

    int statusAt(long position) {
        return status[slot(position)];
    }

    void setStatusAt(long position, int statusCode) {
        status[slot(position)] = statusCode;
    }

    /** Whether more than half of it is in use. */
    boolean isHalfFull() {
        return tail - head > capacity / 2 || arenaTail - arenaHead > arenaCapacity / 2;
    }

    /** Arena bytes of the oldest sample. */
    int headLength() {
        int slot = slot(head);
        return origin[slot].isInline(point[slot]) ? 0 : (int) bits[slot];
    }

    void removeHead() {
        arenaHead = arenaEnd[slot(head)];
        head++;
        if (head == tail) {
            clear();
        }
    }

    /** Removes all; what is put next finds the whole arena in one piece. */
    void clear() {
        head = tail;
        arenaHead = 0;
        arenaTail = 0;
    }

    /**
     * Fills a batch with the samples from a position on that were received together, and removes none.
     *
     * @param out must have room for one of any that the queue can hold
     * @return the position behind the last one
     */
    long copyRun(long position, SampleBatch out) {
        int slot = slot(position);
        Origin from = origin[slot];
        long time = receivedAt[slot];
        long number = sequence[slot];
        out.reset(from.group, time, number);
        long next = position;
        do {
            boolean inline = from.isInline(point[slot]);
            if (!out.hasRoom(inline ? 0 : (int) bits[slot])) {
                break;
            }
            if (inline) {
                out.add(point[slot], sourceTime[slot], status[slot], bits[slot]);
            } else {
                int start = (int) (bits[slot] >>> 32);
                out.addBytes(point[slot], sourceTime[slot], status[slot], arena, start, (int) bits[slot]);
            }
            next++;
            number++;
            slot = slot(next);
        } while (next < tail && origin[slot] == from && receivedAt[slot] == time && sequence[slot] == number);
        return next;
    }

    private int slot(long position) {
        return (int) position & mask;
    }
}
