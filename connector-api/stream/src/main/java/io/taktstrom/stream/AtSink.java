package io.taktstrom.stream;

import java.util.BitSet;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * What a ring has handed to its sink, and what is neither published nor dropped yet. Hot: allocates nothing. Guarded by the
 * ring's monitor.
 */
final class AtSink {

    private final Ledger ledger;
    private int samples;
    /** Where they are that came straight from the ring; null when they came from the disk. */
    private @Nullable SampleQueue unit;

    private boolean copied;
    private boolean stored;

    AtSink(Ledger ledger) {
        this.ledger = ledger;
    }

    int samples() {
        return samples;
    }

    void take(SampleQueue staged) {
        samples = staged.size();
        unit = staged;
        copied = false;
        stored = false;
    }

    void takeFromDisk(SampleQueue staged) {
        samples = staged.size();
        unit = null;
        stored = true;
    }

    /** Whether the disk does not have it, and can still get it. */
    boolean canBeCopied() {
        return unit != null && !copied && samples > 0;
    }

    /** Whether there was anything to copy. */
    boolean copyTo(SampleQueue copies) {
        SampleQueue source = unit;
        if (source == null || !canBeCopied()) {
            return false;
        }
        for (long position = source.head(); position < source.tail(); position++) {
            source.copyTo(copies, position, source.statusAt(position));
        }
        copied = true;
        return true;
    }

    /** The disk has what was copied. */
    void copyIsStored() {
        stored |= unit != null && copied;
    }

    /** How many of them the disk has, so that the next run can send them again. */
    int stored() {
        return stored ? samples : 0;
    }

    /** When the oldest was received, as far as it came straight from the ring: epoch nanoseconds; or {@link SampleBatch#NO_TIME}. */
    long oldestAt() {
        SampleQueue from = unit;
        return from == null || samples == 0 ? SampleBatch.NO_TIME : from.receivedAt(from.head());
    }

    /** The receiver has all of it. */
    void publish() {
        ledger.publish(samples);
        clear();
    }

    /** The receiver has all but these, which stay at the sink. */
    void publishAllBut(SampleQueue held) {
        // None is left there when the books were closed while the sink was at work.
        int left = Math.min(samples, held.size());
        ledger.publish(samples - left);
        samples = left;
        unit = unit == null ? null : held;
    }

    /** The receiver will never have some of it, by their place; the rest is still at the sink. */
    void refuse(SampleQueue staged, BitSet refused) {
        for (int i = refused.nextSetBit(0); i >= 0 && samples > 0; i = refused.nextSetBit(i + 1)) {
            lose(staged, staged.head() + i, DropReason.REFUSED);
        }
    }

    /** The receiver will never have any of it. */
    void fail(SampleQueue staged) {
        // None is left there when the books were closed while the sink was at work.
        for (long position = staged.head(); position < staged.tail() && samples > 0; position++) {
            lose(staged, position, DropReason.SINK_FAILED);
        }
        clear();
    }

    private void lose(SampleQueue staged, long position, DropReason reason) {
        ledger.drop(reason, 1);
        samples--;
        staged.originAt(position).loseBeforeNextDelivery(staged.pointAt(position));
    }

    /** Somebody else has booked them. */
    void clear() {
        samples = 0;
        unit = null;
    }
}
