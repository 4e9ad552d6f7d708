package io.taktstrom.stream.source;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.event.NotificationEvent;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.block.BlockProgress;
import io.taktstrom.stream.poll.PollMeter;
import org.jspecify.annotations.Nullable;

/**
 * What the sink of a scan sees: one source that never goes away, with one group (a new one only when the device has
 * changed a type), one numbering, and each point Bad once when the device is lost. Hot: allocates nothing per batch.
 *
 * <pre>
 *   the live session       offer, deliver -------> sink
 *   one that was given up  offer   ---> refused: it leaves the samples to the next session, or marks them as lost
 *                          deliver ---> late: counted as dropped, and the next sample of each point is marked Overflow
 * </pre>
 *
 * <p>Called by the threads of sessions, one of which at a time is live. Its monitor keeps their calls apart and orders
 * the Bad statuses behind the last sample.
 */
final class ScanFeed {

    /** No session has this number. */
    private static final int NONE = 0;

    private final String connection;
    /** Only its sink ever changes. */
    private volatile Scan scan;

    private final @Nullable PollMeter pollMeter;
    private final @Nullable BlockProgress progress;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final LastSamples last;
    private final SampleBatch badBatch;
    /** Points of which samples were lost since their last one. */
    private final LostPoints lost;

    /** Until this feed takes over from others. */
    private @Nullable Succession succession;
    /** After that, while what they have delivered may come again. */
    private @Nullable RepetitionFilter repeats;

    private FixedGroup group;
    private int liveSession;
    /** Number of the next sample; guarded by this. */
    private long delivered;
    /** When the last batch with a value arrived; written before {@link #traffic}, which makes it seen. */
    private long lastValueAt = SampleBatch.NO_TIME;

    private final SteadyTime lastValueTime;
    private volatile long begunAt;
    private final SteadyTime begunTime;

    private final AtomicLong traffic = new AtomicLong();
    private final FeedCounts counts;
    private volatile boolean ended;

    /**
     * @param connection whose scan it is
     * @param pollMeter where the scan is read by us; null where the device pushes it
     * @param progress where it is read in blocks
     */
    ScanFeed(
            String connection,
            Scan scan,
            @Nullable PollMeter pollMeter,
            @Nullable BlockProgress progress,
            EpochNanoClock clock,
            Notices notices,
            FeedCounts counts) {
        this.connection = connection;
        this.counts = counts;
        this.scan = scan;
        this.pollMeter = pollMeter;
        this.progress = progress;
        this.clock = clock;
        this.notices = notices;
        lastValueTime = new SteadyTime(clock);
        begunAt = clock.epochNanos();
        begunTime = new SteadyTime(clock);
        group = FixedGroup.unresolved(scan.points());
        last = new LastSamples(scan.points().size());
        badBatch = new SampleBatch(last.points(), 0);
        lost = new LostPoints();
    }

    Scan scan() {
        return scan;
    }

    @Nullable
    PollMeter pollMeter() {
        return pollMeter;
    }

    @Nullable
    BlockProgress progress() {
        return progress;
    }

    LastSamples last() {
        return last;
    }

    /** The points, as the latest session has them. */
    synchronized PointGroup group() {
        return group;
    }

    /** From now on samples go to the sink of another scan that has the same points and is sampled alike. */
    synchronized void redirect(Scan next) {
        if (!next.points().equals(scan.points()) || !next.scanClass().equals(scan.scanClass())) {
            throw new IllegalArgumentException(
                    "scan " + scan.scanClass().name() + ": only its sink can change, not how it is sampled");
        }
        scan = next;
    }

    /** The next sample of each point is marked: others were lost before it. */
    synchronized void markGap() {
        markGap(0, last.points());
    }

    /** Whether the next sample of a point is to be marked, which has not come. */
    synchronized boolean hasGap(int point) {
        return lost.get(point);
    }

    /** The next sample of these points is marked, because that of the feed before did not come. */
    synchronized void addGaps(BitSet points) {
        lost.or(points);
    }

    private void markGap(int from, int to) {
        lost.set(from, to);
        counts.overflows.add(to - from);
    }

    /** No more samples are wanted: once this returns, the sink is not called again. */
    synchronized void end() {
        ended = true;
        liveSession = NONE;
    }

    boolean hasEnded() {
        return ended;
    }

    FeedCounts counts() {
        return counts;
    }

    /** Batches with a value that the device has sent; only its growth matters. */
    long traffic() {
        return traffic.get();
    }

    /** When the last batch with a value was received; {@link SampleBatch#NO_TIME} when there was none. */
    long lastValueAt() {
        return traffic.get() == 0 ? SampleBatch.NO_TIME : lastValueAt;
    }

    /** How its points do. Does not block, not even for a sink that holds our monitor: so it may be a batch behind. */
    FeedState state() {
        long lastAt = lastValueTime.of(lastValueAt());
        return last.state(scan.scanClass(), begunTime.of(begunAt), lastAt);
    }

    /** Shows each point with the status of its last sample. Does not block, as {@link #state}. */
    void show(PointStatusVisitor visitor) {
        for (int point = 0; point < last.points(); point++) {
            visitor.onPoint(scan.scanClass(), scan.points().get(point), last.status(point));
        }
    }

    /** Where a session's samples go. */
    RefusingSink of(int session) {
        return new RefusingSink() {
            @Override
            public void onSamples(SampleBatch batch) {
                deliver(session, batch);
            }

            @Override
            public boolean offer(SampleBatch batch) {
                return ScanFeed.this.offer(session, batch);
            }
        };
    }

    /** From now on samples of this session count, and of no other. */
    synchronized void begin(int session, PointGroup resolved) {
        FixedGroup now = FixedGroup.of(resolved);
        if (!now.equals(group)) {
            group = now;
            if (succession != null && succession.forget()) {
                markGap(0, last.points());
            }
        }
        if (repeats != null) {
            repeats.beginSession();
        }
        liveSession = ended ? NONE : session;
        begunAt = clock.epochNanos();
    }

    /** Samples that a session can keep; false when it must, because it was given up. The batch is given back as it came. */
    synchronized boolean offer(int session, SampleBatch batch) {
        boolean live = session == liveSession;
        if (live) {
            take(batch);
        } else if (!ended) {
            counts.refused.add(batch.size());
        }
        return live || ended;
    }

    /** Samples of a session, for good. The batch is given back as it came. */
    synchronized void deliver(int session, SampleBatch batch) {
        if (session == liveSession) {
            take(batch);
        } else if (!ended) {
            comesLate(batch);
        }
    }

    private void take(SampleBatch batch) {
        Succession holding = succession;
        RepetitionFilter filter = repeats;
        if (holding == null && filter == null) {
            accept(batch);
            return;
        }
        long sinceReadBegan = pollMeter == null ? 0 : clock.nanoTime() - pollMeter.beganNanos();
        if (holding != null) {
            if (!holding.hold(batch, sinceReadBegan)) {
                comesLate(batch);
            }
        } else if (filter != null) {
            SampleBatch fresh = filter.withoutRepeats(batch, sinceReadBegan, true);
            if (!fresh.isEmpty()) {
                accept(fresh);
            }
            if (filter.isOverAfter(batch)) {
                repeats = null;
            }
        }
    }

    private void accept(SampleBatch batch) {
        boolean alive = false;
        int any = 0;
        int told = 0;
        for (int i = 0; i < batch.size(); i++) {
            told += last.isToldLoss(batch, i) ? 1 : 0;
            alive |= last.take(batch, i);
            any |= batch.statusAt(i);
        }
        if (told == batch.size()) {
            return;
        }
        if (StatusCode.hasOverflow(any)) {
            countOverflows(batch);
        }
        if (!lost.isEmpty()) {
            lost.mark(batch);
        }
        if (alive) {
            lastValueAt = batch.receivedAt();
            traffic.incrementAndGet();
        }
        PointGroup theirs = batch.group();
        long theirSequence = batch.sequence();
        NotificationEvent event = pollMeter == null ? NotificationEvent.begun() : null;
        long waited = event == null ? 0 : clock.epochNanos() - batch.receivedAt();
        pass(batch, scan.sink());
        count(batch);
        if (event != null) {
            event.tell(connection, scan.scanClass().name(), batch.size(), waited);
        }
        batch.reassign(theirs, theirSequence);
    }

    private void countOverflows(SampleBatch batch) {
        long marked = 0;
        for (int i = 0; i < batch.size(); i++) {
            marked += StatusCode.hasOverflow(batch.statusAt(i)) ? 1 : 0;
        }
        counts.overflows.add(marked);
    }

    private void comesLate(SampleBatch batch) {
        long samples = lost.addLate(batch);
        if (samples > 0) {
            counts.late.add(samples);
            if (scan.sink() instanceof AccountedSink accounted) {
                accounted.lose(DropReason.LATE, samples);
            }
        }
    }

    /** A session is over, unless a later one lives already: each point that does not say so yet gets this status. */
    synchronized void lose(int session, int status) {
        if (ended || liveSession > session) {
            return;
        }
        liveSession = NONE;
        if (repeats != null) {
            repeats.lose();
        }
        badBatch.reset(group, clock.epochNanos(), 0);
        for (int point = 0; point < last.points(); point++) {
            boolean isTold =
                    LastSamples.saysLost(last.status(point)) || (succession != null && succession.holdsLoss(point));
            if (!isTold) {
                badBatch.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
        if (!badBatch.isEmpty()) {
            take(badBatch);
        }
    }

    /** Keeps samples back until {@link #takeOver}. */
    synchronized void hold(Succession next) {
        succession = next;
    }

    /** The feeds before this one are going to end. */
    synchronized void endFormers() {
        if (succession != null) {
            succession.endFormers();
        }
    }

    /** The feeds before this one have ended: what they did not deliver is delivered. */
    synchronized void takeOver() {
        Succession ending = succession;
        if (ending == null) {
            return;
        }
        succession = null;
        for (int point = 0; point < last.points(); point++) {
            if (ending.hasGap(point)) {
                markGap(point, point + 1);
            }
        }
        repeats = ending.takeOver(last, this::accept);
    }

    /** Whether there is a receiver that has not seen the value of each point. */
    synchronized boolean hasUntold() {
        return repeats != null && repeats.hasUntold();
    }

    /** Has such receivers get the values that they have not seen. */
    synchronized void tellUntold() {
        if (repeats != null) {
            repeats.tell(this::accept, this::pass);
        }
    }

    private void count(SampleBatch batch) {
        delivered += batch.size();
        counts.delivered.add(batch.size());
    }

    private void pass(SampleBatch batch, SampleSink sink) {
        batch.reassign(group, delivered);
        try {
            sink.onSamples(batch);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            counts.sinkFailures.increment();
            lost.add(batch);
            notices.tell(
                    "scan " + scan.scanClass().name() + ": the sink failed on "
                            + Counted.of(batch.size(), "sample") + ": "
                            + Notices.inWords(e)
                            + "; they may be lost, and the next of each point is marked Overflow; correct the sink",
                    e);
        }
    }
}
