package io.taktstrom.stream.source;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
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

        LastSamples last() {
            return feed.last();
        }

        boolean isOnChange() {
            return feed.scan().scanClass().mode().isOnChange();
        }

        boolean isPushed() {
            return feed.pollMeter() == null;
        }
    }

    /**
     * @param lead see {@link #hold}
     * @param isLast whether the former feeds were being ended
     */
    private record Held(SampleBatch batch, long lead, boolean isLast) {}

    private final List<@Nullable Former> formers;
    private final boolean onChange;
    private final @Nullable SampleSink news;
    private final EpochNanoClock clock;
    private final long catchUpNanos;
    private final List<Held> held = new ArrayList<>();
    /** Points whose last held sample says that the device is lost. */
    private final BitSet heldLoss = new BitSet();

    private long heldSamples;
    private long heldBytes;
    /** The former feeds are being ended. */
    private boolean ending;

    /** The time of the first sample of each point; of {@link #isSeen} only. */
    private final long[] first;
    /** Whether that is the device's time. */
    private final boolean[] isSourceTime;
    /** Whether the first value of a point cannot be told from the last one of the former feed. */
    private final boolean[] isSame;
    /** Of each point whether a sample came; not packed, because it is read without the monitor. */
    private final boolean[] isSeen;

    private volatile long begunAt;
    private volatile boolean begun;

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
        isSourceTime = new boolean[size];
        isSame = new boolean[size];
        isSeen = new boolean[size];
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
        held.add(new Held(copy, lead, ending));
        heldSamples += batch.size();
        heldBytes += batch.arenaUsed();
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            heldLoss.set(point, LastSamples.saysLost(batch.statusAt(i)));
            if (!isSeen[point] && !LastSamples.saysLost(batch.statusAt(i))) {
                first[point] = LastSamples.timeOf(batch, i);
                isSourceTime[point] = batch.sourceTimeAt(i) != SampleBatch.NO_TIME;
                Former former = formers.get(point);
                isSame[point] = former == null || former.last().isSameValue(former.point(), batch, i);
                isSeen[point] = true;
                if (!begun) {
                    begunAt = clock.nanoTime();
                    begun = true;
                }
            }
        }
        return true;
    }

    /** Whether the last sample held of a point says that the device is lost. */
    boolean holdsLoss(int point) {
        return heldLoss.get(point);
    }

    /** The device has changed a type: what is held is of the former one. */
    boolean forget() {
        boolean any = !held.isEmpty();
        held.clear();
        heldLoss.clear();
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
        // What is read holds nothing back. Times of two clocks say nothing.
        return !former.isPushed()
                || former.last().isBad(former.point())
                || (isComparable(former, point) && former.last().time(former.point()) >= first[point]);
    }

    private boolean isComparable(Former former, int point) {
        return former.last().isSourceTime(former.point()) == isSourceTime[point];
    }

    /** Whether samples of a point are missing between the former feed and this one. */
    boolean hasGap(int point) {
        Former former = formers.get(point);
        if (former == null || former.last().isBad(former.point()) || isCaughtUp(point)) {
            return false;
        }
        // One that does not change has nothing to deliver, however long it is waited for.
        boolean waited = isSeen[point] && clock.nanoTime() - begunAt >= catchUpNanos;
        boolean isComplete = (former.isOnChange() && isSame[point]) || !isComparable(former, point);
        return former.isPushed() && !(waited && isComplete);
    }

    /** The former feeds are going to end. */
    void endFormers() {
        ending = true;
    }

    /**
     * The former feeds have ended: passes on what was held back and is new.
     *
     * @param ours gets what the former feeds have delivered last
     * @return tells repetitions among what is still to come
     */
    RepetitionFilter takeOver(LastSamples ours, Consumer<SampleBatch> to) {
        RepetitionFilter filter = new RepetitionFilter(formers, onChange, news, ours, clock, catchUpNanos);
        for (Held each : held) {
            SampleBatch fresh = filter.withoutRepeats(each.batch, each.lead, each.isLast);
            if (!fresh.isEmpty()) {
                to.accept(fresh);
            }
        }
        return filter;
    }
}
