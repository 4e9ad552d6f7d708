package io.taktstrom.stream;

import java.util.BitSet;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;

/** The samples at the sink, neither published nor dropped yet. Guarded by the queue's monitor. Hot: allocates nothing. */
final class InFlightUnit {

    private final SampleStore store;
    private final SampleCounts counts;
    private final int largestBytes;
    final SlotChain chain = new SlotChain();
    /** Number behind them in the log; {@link SampleQueue#NOWHERE} when the log does not have them. */
    private long logEnd = SampleQueue.NOWHERE;

    /** @param largestBytes most arena bytes */
    InFlightUnit(SampleStore store, SampleCounts counts, int largestBytes) {
        this.store = store;
        this.counts = counts;
        this.largestBytes = largestBytes;
    }

    boolean isEmpty() {
        return chain.isEmpty();
    }

    int size() {
        return chain.size;
    }

    /** How many of them the log has, so that the next run can send them again. */
    int stored() {
        return logEnd == SampleQueue.NOWHERE ? 0 : chain.size;
    }

    /** Whether the log does not have them, and should before what comes behind them. */
    boolean isOnlyHere() {
        return !chain.isEmpty() && logEnd == SampleQueue.NOWHERE;
    }

    /** The log has them before this number. */
    void stored(long end) {
        logEnd = end;
    }

    /** Takes over a chain that could not be written. */
    void takeAll(SlotChain unwritten) {
        chain.takeAll(unwritten);
        int slot = chain.first;
        for (int left = chain.size; left > 0; left--) {
            SourceGroup.mark(store, slot, SourceGroup.DELIVERY);
            slot = store.after(slot);
        }
    }

    /** Adds a sample that was read from the log, if there is room for it. */
    boolean add(SourceGroup group, SampleBatch batch, int i) {
        int length = group.lengthOf(batch, i);
        if (chain.bytes + length > largestBytes || !store.hasRoom(length)) {
            return false;
        }
        int status = group.marked(batch.pointAt(i), batch.statusAt(i), SourceGroup.DELIVERY);
        store.put(chain, group, batch, i, status, length);
        return true;
    }

    /** What was denied stays, the rest was published, or refused for ever. Returns as {@link #end}. */
    long complete(BitSet refused, BitSet denied) {
        if (refused.isEmpty() && denied.isEmpty()) {
            counts.publish(chain.size);
            store.dropAll(chain);
        }
        int size = chain.size;
        for (int place = 0; place < size; place++) {
            if (denied.get(place)) {
                store.move(chain, chain);
            } else if (refused.get(place)) {
                drop(DropReason.REFUSED);
            } else {
                store.drop(chain);
                counts.publish(1);
            }
        }
        return end();
    }

    /** The receiver will never have any of them. Returns as {@link #end}. */
    long fail() {
        while (!chain.isEmpty()) {
            drop(DropReason.SINK_FAILED);
        }
        return end();
    }

    /** What the log does not have is in front of all that is in memory, so the mark is stored with the next sample of the point. */
    private void drop(DropReason reason) {
        int slot = chain.first;
        if (isOnlyHere()) {
            store.groupAt(slot).loseBeforeNextTake(store.pointAt(slot));
        } else {
            store.groupAt(slot).loseBeforeNextDelivery(store.pointAt(slot));
        }
        store.drop(chain);
        counts.drop(reason, 1);
    }

    /** The number before which the log's samples are all over; {@link SampleQueue#NOWHERE} when nothing changes there. */
    private long end() {
        if (!chain.isEmpty()) {
            return SampleQueue.NOWHERE;
        }
        long end = logEnd;
        logEnd = SampleQueue.NOWHERE;
        return end;
    }

    /** Forgets them; their slots stay in use. */
    void clear() {
        chain.clear();
        logEnd = SampleQueue.NOWHERE;
    }
}
