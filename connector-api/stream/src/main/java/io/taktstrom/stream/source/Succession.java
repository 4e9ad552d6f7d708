package io.taktstrom.stream.source;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * Has a feed take over from others: which of its samples they have delivered, and where samples are missing between them
 * and it. Guarded by the feed's monitor, but for {@link #isComplete}.
 *
 * <pre>
 *   former feed   --1--2--3--4--5|                until all of its points have caught up with the new feed, or time is up
 *   new feed             (3--4--5--6)--7--8--     held back; what has been delivered is left out (3, 4, 5)
 *                                 ^ takeOver
 * </pre>
 */
final class Succession {

    /** More samples, or bytes of strings, arrays and structures, are not held back. */
    private static final int MAX_SAMPLES = 1 << 20;

    private static final int MAX_BYTES = 1 << 26;

    /**
     * A point of a former feed.
     *
     * @param point its index there
     */
    record Former(ScanFeed feed, int point) {

        private LastSamples last() {
            return feed.last();
        }

        private boolean isOnChange() {
            return feed.scan().scanClass().mode().isOnChange();
        }

        private boolean isPushed() {
            return feed.pollMeter() == null;
        }
    }

    /** @param lead see {@link #hold} */
    private record Held(SampleBatch batch, long lead) {}

    private final List<@Nullable Former> formers;
    private final boolean onChange;
    private final @Nullable SampleSink news;
    private final EpochNanoClock clock;
    private final long catchUpNanos;
    private final List<Held> held = new ArrayList<>();
    private long heldSamples;
    private long heldBytes;
    private boolean holding = true;

    /** The time of the first sample of each point; of {@link #isSeen} only. */
    private final long[] first;
    /** Whether the first value of a point cannot be told from the last one of the former feed. */
    private final boolean[] isSame;
    /** Of each point whether a sample came; not packed, because it is read without the monitor. */
    private final boolean[] isSeen;

    private volatile long begunAt;
    private volatile boolean begun;

    // Once it has taken over.
    /** Points whose samples may still be repetitions. */
    private final BitSet repeating = new BitSet();
    /** Points of which the new receivers have seen nothing. */
    private final BitSet untold = new BitSet();

    /** The last repetition of each such point, alone. */
    private final @Nullable SampleBatch[] repeated;

    private long over;

    /**
     * @param formers for each point where it was sampled before; null for nowhere
     * @param onChange whether the new feed brings changes only
     * @param news gets the last value of each point that does not change, because it has not seen it; null for none
     * @param catchUpNanos how long a former feed may take to catch up, nanoseconds
     */
    Succession(
            List<@Nullable Former> formers,
            boolean onChange,
            @Nullable SampleSink news,
            EpochNanoClock clock,
            long catchUpNanos) {
        this.formers = formers;
        this.onChange = onChange;
        this.news = news;
        this.clock = clock;
        this.catchUpNanos = catchUpNanos;
        int size = formers.size();
        first = new long[size];
        isSame = new boolean[size];
        isSeen = new boolean[size];
        repeated = new SampleBatch[size];
    }

    boolean isHolding() {
        return holding;
    }

    /** Where values go that only some receivers have not seen. */
    @Nullable
    SampleSink news() {
        return news;
    }

    /**
     * Keeps samples back; false when there are too many.
     *
     * @param lead by how much, at most, the device had the values before they were received, nanoseconds: a read that took long may
     *     bring values that are older than those of another read that was received before it
     */
    boolean hold(SampleBatch batch, long lead) {
        if (heldSamples + batch.size() > MAX_SAMPLES || heldBytes + batch.arenaUsed() > MAX_BYTES) {
            return false;
        }
        if (batch.isEmpty()) {
            return true;
        }
        SampleBatch copy = new SampleBatch(batch.size(), batch.arenaUsed());
        copy.copyFrom(batch);
        held.add(new Held(copy, lead));
        heldSamples += batch.size();
        heldBytes += batch.arenaUsed();
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            if (!isSeen[point] && !LastSamples.saysLost(batch.statusAt(i))) {
                first[point] = LastSamples.timeOf(batch, i);
                isSame[point] = isSameValue(batch, i);
                isSeen[point] = true;
                if (!begun) {
                    begunAt = clock.nanoTime();
                    begun = true;
                }
            }
        }
        return true;
    }

    private boolean isSameValue(SampleBatch batch, int i) {
        Former former = formers.get(batch.pointAt(i));
        return former == null
                || !batch.group().typeAt(batch.pointAt(i)).isInline()
                || batch.longAt(i) == former.last().bits(former.point());
    }

    /** The device has changed a type: what is held is of the former one. */
    boolean forget() {
        boolean any = holding && !held.isEmpty();
        held.clear();
        return any;
    }

    /** Whether the former feeds have delivered all that the new one does not have, or have had the time to. */
    boolean isComplete() {
        if (begun && clock.nanoTime() - begunAt >= catchUpNanos) {
            return true;
        }
        for (int point = 0; point < first.length; point++) {
            if (!isCaughtUp(point)) {
                return false;
            }
        }
        return true;
    }

    private boolean isCaughtUp(int point) {
        Former former = formers.get(point);
        if (former == null) {
            return true;
        }
        if (!isSeen[point]) {
            return false;
        }
        // What is read holds nothing back.
        return !former.isPushed()
                || former.last().isBad(former.point())
                || former.last().time(former.point()) >= first[point];
    }

    /** Whether samples of a point are missing between the former feed and this one. */
    boolean hasGap(int point) {
        Former former = formers.get(point);
        if (former == null || former.last().isBad(former.point()) || isCaughtUp(point)) {
            return false;
        }
        // One that does not change has nothing to deliver, however long it is waited for.
        boolean waited = isSeen[point] && clock.nanoTime() - begunAt >= catchUpNanos;
        return former.isPushed() && !(waited && former.isOnChange() && isSame[point]);
    }

    /** The former feeds have ended. */
    void begin() {
        holding = false;
        over = clock.nanoTime() + catchUpNanos;
        for (int point = 0; point < first.length; point++) {
            if (formers.get(point) != null) {
                repeating.set(point);
                untold.set(point, news != null);
            }
        }
    }

    /** Passes on what was held back and is new. */
    void release(Consumer<SampleBatch> to) {
        for (Held each : held) {
            SampleBatch fresh = withoutRepeats(each.batch, each.lead);
            if (!fresh.isEmpty()) {
                to.accept(fresh);
            }
        }
        held.clear();
    }

    /** Whether no repetition is to be expected any more. */
    boolean isOver() {
        return repeating.isEmpty() || (untold.isEmpty() && clock.nanoTime() - over >= 0);
    }

    /**
     * The batch without what a former feed has delivered.
     *
     * @param lead see {@link #hold}
     */
    SampleBatch withoutRepeats(SampleBatch batch, long lead) {
        int repeats = 0;
        boolean[] isRepeat = new boolean[batch.size()];
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            if (!repeating.get(point)) {
                continue;
            }
            isRepeat[i] = isRepeat(batch, i, lead);
            if (isRepeat[i]) {
                repeats++;
            }
            if (!isRepeat[i] || StatusCode.isBad(batch.statusAt(i))) {
                // What follows the same Bad status is new, whatever its time.
                repeating.clear(point);
                untold.clear(point);
            }
        }
        if (repeats == 0) {
            return batch;
        }
        SampleBatch fresh = new SampleBatch(batch.size(), batch.arenaUsed());
        fresh.reset(batch.group(), batch.receivedAt(), batch.sequence());
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            if (!isRepeat[i]) {
                fresh.addFrom(batch, i, batch.group().typeAt(point));
            } else if (untold.get(point)) {
                int bytes = batch.group().typeAt(point).isInline() ? 0 : batch.lengthAt(i);
                SampleBatch one = new SampleBatch(1, bytes);
                one.reset(batch.group(), batch.receivedAt(), batch.sequence());
                one.addFrom(batch, i, batch.group().typeAt(point));
                repeated[point] = one;
            }
        }
        return fresh;
    }

    private boolean isRepeat(SampleBatch batch, int i, long lead) {
        Former former = formers.get(batch.pointAt(i));
        if (former == null) {
            return false;
        }
        int status = batch.statusAt(i);
        int lastStatus = former.last().status(former.point());
        if (StatusCode.isBad(status)) {
            return status == lastStatus;
        }
        if (StatusCode.isBad(lastStatus)) {
            return false;
        }
        boolean hasSourceTime = batch.sourceTimeAt(i) != SampleBatch.NO_TIME;
        long time = hasSourceTime ? batch.sourceTimeAt(i) : batch.receivedAt() - lead;
        if (time <= former.last().time(former.point())) {
            return true;
        }
        // A new subscription begins with the value that there is, which may have come before, with another time.
        return onChange
                && former.isOnChange()
                && batch.group().typeAt(batch.pointAt(i)).isInline()
                && status == lastStatus
                && batch.longAt(i) == former.last().bits(former.point());
    }

    /** Whether a point has neither been told nor has changed. */
    boolean hasUntold() {
        return !untold.isEmpty();
    }

    /** Tells the new receivers the values that only the others have seen, each in a batch of its own. */
    void tell(Consumer<SampleBatch> to) {
        for (int point = untold.nextSetBit(0); point >= 0; point = untold.nextSetBit(point + 1)) {
            SampleBatch one = repeated[point];
            if (one != null) {
                to.accept(one);
            }
        }
        untold.clear();
    }
}
