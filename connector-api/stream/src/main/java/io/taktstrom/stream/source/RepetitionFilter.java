package io.taktstrom.stream.source;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out what was delivered before a feed {@linkplain Succession took over}, and comes again. Each point is looked at until its
 * first new value, and no longer than the device may take to send what it has kept. Guarded by the feed's monitor.
 */
final class RepetitionFilter {

    private final List<Succession.@Nullable Former> formers;
    private final boolean onChange;
    private final @Nullable SampleSink news;
    /** What the new feed, or those before it, have delivered last. */
    private final LastSamples last;

    private final EpochNanoClock clock;
    private final long catchUpNanos;
    private long over;

    /** Points whose samples may still be repetitions. */
    private final BitSet repeating = new BitSet();
    /** Points of which the new receivers have seen nothing. */
    private final BitSet untold = new BitSet();

    /**
     * Points whose last read was left out because it may be older than what was delivered last. It differs from that, and is only read
     * again when it changes.
     */
    private final BitSet unsure = new BitSet();

    /** The last sample that was left out of each point that is untold or unsure, alone. */
    private final @Nullable SampleBatch[] repeated;

    /**
     * @param formers for each point where it was sampled before; null for nowhere
     * @param onChange whether the new feed brings changes only
     * @param news gets the last value of each point that does not change, because it has not seen it; null for none
     * @param last of the new feed; gets what the former ones have delivered last
     * @param catchUpNanos how long the device may take to send what it has kept, nanoseconds
     */
    RepetitionFilter(
            List<Succession.@Nullable Former> formers,
            boolean onChange,
            @Nullable SampleSink news,
            LastSamples last,
            EpochNanoClock clock,
            long catchUpNanos) {
        this.formers = formers;
        this.onChange = onChange;
        this.news = news;
        this.last = last;
        this.clock = clock;
        this.catchUpNanos = catchUpNanos;
        repeated = new SampleBatch[formers.size()];
        beginSession();
        for (int point = 0; point < formers.size(); point++) {
            Succession.Former former = formers.get(point);
            if (former != null) {
                last.adopt(point, former.last(), former.point());
                repeating.set(point);
                untold.set(point, news != null);
            }
        }
    }

    /** What the device has kept may still come from it, also if it was away. */
    void beginSession() {
        over = clock.nanoTime() + catchUpNanos;
    }

    /** Whether no repetition is to be expected any more behind a batch: one that only says that the device is lost does not count. */
    boolean isOverAfter(SampleBatch batch) {
        boolean isLoss = true;
        for (int i = 0; i < batch.size(); i++) {
            isLoss &= LastSamples.saysLost(batch.statusAt(i));
        }
        if (isLoss) {
            return false;
        }
        return repeating.isEmpty() || (!hasUntold() && clock.nanoTime() - over >= 0);
    }

    /**
     * The batch without what a former feed has delivered.
     *
     * @param lead see {@link Succession#hold}
     * @param isLast whether a loss that the batch tells may not have been told by the former feeds, because they were being ended
     */
    SampleBatch withoutRepeats(SampleBatch batch, long lead, boolean isLast) {
        int repeats = 0;
        boolean[] isRepeat = new boolean[batch.size()];
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            if (!repeating.get(point)) {
                continue;
            }
            isRepeat[i] = isRepeat(batch, i, lead, isLast);
            if (isRepeat[i]) {
                repeats++;
            }
            unsure.set(point, isRepeat[i] && isUnsure(batch, i, lead));
            boolean isBad = StatusCode.isBad(batch.statusAt(i));
            if (!isRepeat[i] && !isBad) {
                repeating.clear(point);
            }
            if (!isRepeat[i] || isBad) {
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
            } else if (untold.get(point) || unsure.get(point)) {
                int bytes = batch.group().typeAt(point).isInline() ? 0 : batch.lengthAt(i);
                SampleBatch one = new SampleBatch(1, bytes);
                one.reset(batch.group(), batch.receivedAt(), batch.sequence());
                one.addFrom(batch, i, batch.group().typeAt(point));
                repeated[point] = one;
            }
        }
        return fresh;
    }

    /** Whether what is left out may be newer than the last sample: a read without a time of the device. */
    private boolean isUnsure(SampleBatch batch, int i, long lead) {
        int point = batch.pointAt(i);
        return onChange
                && lead > 0
                && batch.sourceTimeAt(i) == SampleBatch.NO_TIME
                && batch.group().typeAt(point).isInline()
                && !isSame(batch, i)
                && !LastSamples.saysLost(last.status(point));
    }

    private boolean isRepeat(SampleBatch batch, int i, long lead, boolean isLast) {
        int point = batch.pointAt(i);
        Succession.Former former = formers.get(point);
        if (former == null) {
            return false;
        }
        if (LastSamples.saysLost(batch.statusAt(i))) {
            // The former feed has told it, too, and perhaps that the device is back.
            return LastSamples.saysLost(last.status(point)) || !isLast;
        }
        boolean isSameStatus = isSameStatus(batch, i);
        if (lead == 0 && StatusCode.isBad(batch.statusAt(i))) {
            // What a device cannot push it says once, and perhaps long before the former feed ends.
            return isSameStatus;
        }
        boolean hasSourceTime = batch.sourceTimeAt(i) != SampleBatch.NO_TIME;
        long time = hasSourceTime ? batch.sourceTimeAt(i) : batch.receivedAt() - lead;
        if (hasSourceTime == last.isSourceTime(point)) {
            long lastTime = last.time(point);
            boolean isSameValue = last.isSameValue(point, batch, i);
            boolean isOlder = time < lastTime || (time == lastTime && (isSameValue || !hasSourceTime));
            // Behind a Bad status the same value is Good again.
            if (isOlder && (isSameStatus || !isSameValue)) {
                return true;
            }
        } else if (lead > 0 && !hasSourceTime && time < former.feed().lastValueAt()) {
            // Times of two clocks: a read that began before the last value came may be older.
            return true;
        }
        if (StatusCode.isBad(batch.statusAt(i))) {
            return isSameStatus;
        }
        // A new subscription begins with the value that there is, which may have come before, with another time.
        return onChange
                && (former.isOnChange() || (hasSourceTime && !former.isPushed()))
                && batch.group().typeAt(point).isInline()
                && isSame(batch, i);
    }

    /** Whether a sample is the same as the last one of its point. */
    private boolean isSame(SampleBatch batch, int i) {
        return isSameStatus(batch, i)
                && (StatusCode.isBad(batch.statusAt(i)) || last.isSameValue(batch.pointAt(i), batch, i));
    }

    /** A mark does not count: each of the two may have come behind a gap. */
    private boolean isSameStatus(SampleBatch batch, int i) {
        return StatusCode.withOverflow(batch.statusAt(i)) == StatusCode.withOverflow(last.status(batch.pointAt(i)));
    }

    /** Whether some receiver has not seen a point's value. */
    boolean hasUntold() {
        return !untold.isEmpty() || !unsure.isEmpty();
    }

    /** The device is lost: what it had before is not told any more. */
    void lose() {
        unsure.clear();
    }

    /**
     * Tells the values that were left out and did not come again, each in a batch of its own.
     *
     * @param toAll gets those that no receiver has seen
     * @param toNews gets those that only the new receivers have not seen, and these
     */
    void tell(Consumer<SampleBatch> toAll, BiConsumer<SampleBatch, SampleSink> toNews) {
        untold.andNot(unsure);
        tell(unsure, toAll);
        SampleSink to = news;
        if (to != null) {
            tell(untold, batch -> toNews.accept(batch, to));
        }
    }

    private void tell(BitSet points, Consumer<SampleBatch> to) {
        for (int point = points.nextSetBit(0); point >= 0; point = points.nextSetBit(point + 1)) {
            SampleBatch one = repeated[point];
            if (one != null) {
                to.accept(one);
            }
        }
        points.clear();
    }
}
