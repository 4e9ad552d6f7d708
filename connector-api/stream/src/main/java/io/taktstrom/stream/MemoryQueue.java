package io.taktstrom.stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a queue that wait in memory, and what becomes of one for which there is no room. Guarded by the queue's
 * monitor. Hot: allocates nothing after construction.
 */
final class MemoryQueue {

    /** How a source waits for room. */
    @FunctionalInterface
    interface Waiting {

        /** Whether it is of use to look again: false when it is too late. */
        boolean awaitRoom(int length, long deadlineNanos);
    }

    private final SampleStore store;
    private final SampleCounts counts;
    private final Waiting sources;
    private final SlotChain chain = new SlotChain();
    private final OverflowPolicy policy;
    private final int capacity;
    private final int arenaBytes;
    private final int largestSampleBytes;
    private final boolean conflates;
    private int highWater;
    private boolean closed;

    MemoryQueue(PipelineSettings settings, SampleStore store, SampleCounts counts, Waiting sources) {
        this.store = store;
        this.counts = counts;
        this.sources = sources;
        policy = settings.onFull();
        capacity = settings.capacity();
        arenaBytes = settings.arenaBytes();
        largestSampleBytes = settings.largestSampleBytes();
        conflates = policy == OverflowPolicy.CONFLATE;
    }

    int size() {
        return chain.size;
    }

    boolean isEmpty() {
        return chain.isEmpty();
    }

    boolean isHalfFull() {
        return chain.size > capacity / 2 || chain.bytes > arenaBytes / 2;
    }

    /** Most samples that ever waited at once. */
    int highWater() {
        return highWater;
    }

    /** When the oldest sample was received, epoch nanoseconds, or {@link SampleBatch#NO_TIME} when there is none. */
    long oldestAt() {
        return chain.isEmpty() ? SampleBatch.NO_TIME : store.receivedAt(chain.first);
    }

    boolean isClosed() {
        return closed;
    }

    /** From now on everything that comes is dropped. */
    void close() {
        closed = true;
    }

    /** Forgets all samples; their slots stay in use. */
    void clear() {
        chain.clear();
    }

    /** Whether a source may have to wait for room. */
    boolean blocks() {
        return policy == OverflowPolicy.BLOCK || policy == OverflowPolicy.SPILL;
    }

    boolean hasRoom(int length) {
        return chain.size < capacity && length <= arenaBytes - chain.bytes && store.hasRoom(length);
    }

    /** Takes over, or drops, sample {@code i} of a batch. */
    void put(SourceGroup group, SampleBatch batch, int i, long deadlineNanos) {
        int point = batch.pointAt(i);
        int length = group.lengthOf(batch, i);
        if (conflates && !closed && conflate(group, batch, i)) {
            return;
        }
        DropReason reason = DropReason.TOO_LARGE;
        if (length <= largestSampleBytes) {
            length = conflates ? Math.min(largestSampleBytes, group.roomyLengthOf(batch, i)) : length;
            reason = makeRoom(length, deadlineNanos);
        }
        counts.receive(1);
        if (reason != null) {
            counts.drop(reason, 1);
            group.loseBeforeNextPut(point);
            return;
        }
        int slot = store.put(chain, group, batch, i, group.statusAtPut(point, batch.statusAt(i)), length);
        if (conflates) {
            group.waitingAt[point] = slot;
        }
        highWater = Math.max(highWater, chain.size);
    }

    private boolean conflate(SourceGroup group, SampleBatch batch, int i) {
        int point = batch.pointAt(i);
        int slot = group.waitingAt[point];
        if (slot == SourceGroup.NOWHERE || !store.hasRoomAt(slot, batch, i)) {
            return false;
        }
        // What was left out was asked for. A loss before it is one all the same, and marked on what takes its place.
        int status = group.statusAtPut(point, batch.statusAt(i));
        boolean marked = StatusCode.hasOverflow(store.statusAt(slot));
        store.replace(slot, batch, i, marked ? StatusCode.withOverflow(status) : status);
        counts.receive(1);
        counts.drop(DropReason.CONFLATED, 1);
        return true;
    }

    /** Sees to it that a sample of this length fits; if that cannot be, why it is dropped. */
    private @Nullable DropReason makeRoom(int length, long deadlineNanos) {
        while (!closed && !hasRoom(length)) {
            if (policy == OverflowPolicy.DROP_NEWEST) {
                return DropReason.OVERFLOW_NEWEST;
            }
            if (blocks() && sources.awaitRoom(length, deadlineNanos)) {
                continue;
            }
            if (policy == OverflowPolicy.BLOCK) {
                return DropReason.BLOCK_TIMEOUT;
            }
            if (chain.isEmpty()) {
                // All room is where samples are sent, or written.
                return DropReason.OVERFLOW_NEWEST;
            }
            dropOldest();
        }
        return closed ? DropReason.CLOSED : null;
    }

    private void dropOldest() {
        int slot = chain.first;
        leaves(slot);
        store.groupAt(slot).loseBeforeNextTake(store.pointAt(slot));
        store.drop(chain);
        counts.drop(DropReason.OVERFLOW_OLDEST, 1);
    }

    /** A sample does not wait any more: none can take its place. */
    private void leaves(int slot) {
        if (conflates) {
            int[] waitingAt = store.groupAt(slot).waitingAt;
            int point = store.pointAt(slot);
            if (waitingAt[point] == slot) {
                waitingAt[point] = SourceGroup.NOWHERE;
            }
        }
    }

    /**
     * Moves the oldest samples to another chain.
     *
     * @param most samples that the chain may have
     * @param way what is marked, see {@link SourceGroup#marked}
     */
    void claim(SlotChain to, int most, int way) {
        while (!chain.isEmpty() && to.size < most && to.bytes + store.bytesAt(chain.first) <= largestSampleBytes) {
            int slot = chain.first;
            leaves(slot);
            SourceGroup.mark(store, slot, way);
            store.move(chain, to);
        }
    }
}
