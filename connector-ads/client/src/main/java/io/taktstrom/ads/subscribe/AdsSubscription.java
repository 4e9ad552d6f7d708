package io.taktstrom.ads.subscribe;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.protocol.FileTime;
import io.taktstrom.ads.value.ValueDecoder;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.SinkGate;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * Turns notifications into batches for one sink: a batch for each frame, more when one has too many samples. Hot:
 * allocates nothing per sample. All but {@link #close} and the getters is done by the thread that receives.
 */
public final class AdsSubscription extends GuardedSubscription<AdsGroup> {

    /** So many samples of one frame fit in a batch at least: cyclic notifications come several at once. */
    private static final int MIN_CAPACITY = 256;

    private static final int NEVER = -1;

    private static final int MAX_SPARE_ARENA_BYTES = 256 * 1024;

    private final AdsGroup group;
    private final SubscriptionSettings revised;
    private final SinkGate gate;
    private final EpochNanoClock clock;
    private final AdsSubscriptions owner;
    private final SampleBatch batch;
    /** Points of which a sample was delivered, since the subscription or since one was lost. */
    private final BitSet seen;

    /** Points of which it was told that their notifications are void, and no sample has come since. */
    private final BitSet told;

    private volatile int[] statuses;
    private volatile boolean endedBySink;
    private boolean open;
    private volatile int reads;
    /** What the device has for it; guarded by this. */
    private List<AdsNotification> notifications = List.of();

    private boolean ended;
    private volatile int epoch = NEVER;
    private volatile boolean isVoid;
    private final Object arming = new Object();

    AdsSubscription(
            GuardedConnection<AdsGroup> connection,
            AdsGroup group,
            SubscriptionSettings revised,
            SampleSink sink,
            AdsSubscriptions owner) {
        super(connection, group);
        this.group = group;
        this.revised = revised;
        this.gate = new SinkGate(sink, group.size(), false, connection, connection::notice);
        this.clock = connection.clock();
        this.owner = owner;
        this.seen = new BitSet(group.size());
        this.told = new BitSet(group.size());
        this.statuses = new int[group.size()];
        long rounds = Math.max(1, MIN_CAPACITY / group.size());
        int arena = (int) Math.min(MAX_SPARE_ARENA_BYTES, rounds * group.arenaBytes());
        this.batch = new SampleBatch(Math.max(MIN_CAPACITY, group.size()), Math.max(arena, group.arenaBytes()));
    }

    // ---- what arrives

    void add(Watched watched, long fileTime, ByteBuffer buffer, int position, int size) {
        int point = watched.point();
        makeRoom(watched.variable().type().arenaBytes());
        seen.set(point);
        told.clear(point);
        ValueDecoder.add(
                batch,
                point,
                watched.variable(),
                FileTime.toEpochNanos(fileTime),
                gate.marked(point, StatusCode.GOOD),
                buffer,
                position,
                size);
    }

    /** Samples of a point were lost just before the next one. */
    void markLost(int point) {
        gate.lost(point);
        seen.clear(point);
        forgetReads();
    }

    /** What was read before now is not delivered any more. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the receiving thread writes it.
    private void forgetReads() {
        reads++;
    }

    /**
     * Variables have moved: what this frame has brought so far may be of other variables. Each point is told so once, however
     * many samples it had.
     */
    void doubt() {
        if (open) {
            int[] changed = statuses.clone();
            BitSet doubtful = new BitSet();
            for (int i = 0; i < batch.size(); i++) {
                doubtful.set(batch.pointAt(i));
            }
            batch.reset(group, batch.receivedAt(), 0);
            doubtful.stream().forEach(point -> {
                batch.addBad(point, SampleBatch.NO_TIME, AdsStatus.STALE);
                told.set(point);
                changed[point] = AdsStatus.STALE;
            });
            statuses = changed;
        }
    }

    /** Its notifications are void: tells so of each point that does not say so yet. */
    void becomeVoid(int status) {
        deliver();
        seen.clear();
        gate.pendingMarks().clear();
        forgetReads();
        int[] changed = statuses.clone();
        for (int point = 0; point < changed.length; point++) {
            changed[point] = StatusCode.isBad(changed[point]) ? changed[point] : status;
            if (!told.get(point)) {
                told.set(point);
                makeRoom(0);
                batch.addBad(point, SampleBatch.NO_TIME, changed[point]);
            }
        }
        statuses = changed;
        deliver();
        isVoid = true;
    }

    private void makeRoom(int arenaBytes) {
        if (open && !batch.hasRoom(arenaBytes)) {
            deliver();
        }
        if (!open) {
            open = true;
            batch.reset(group, clock.epochNanos(), 0);
        }
    }

    /** Hands the samples since the last call to the sink, if there are any. */
    void deliver() {
        if (!open) {
            return;
        }
        open = false;
        gate.handOver(batch);
    }

    /** Number of the read that is to be delivered; one that began before samples were lost is not. */
    int nextRead() {
        return reads;
    }

    /** Delivers what was read, for the points of which nothing has come since. */
    void deliverRead(int number, SampleBatch read) {
        if (number != reads) {
            return;
        }
        deliver();
        for (int i = 0; i < read.size(); i++) {
            int point = read.pointAt(i);
            if (!seen.get(point) && !isToldAlready(point, read.statusAt(i))) {
                if (!open) {
                    open = true;
                    batch.reset(group, read.receivedAt(), 0);
                }
                seen.set(point);
                told.set(point, StatusCode.isBad(read.statusAt(i)));
                read.setStatusAt(i, gate.marked(point, read.statusAt(i)));
                batch.addFrom(read, i, group.typeAt(point));
            }
        }
        deliver();
    }

    /** A point whose variable is not found again yet is Bad already. */
    private boolean isToldAlready(int point, int status) {
        return told.get(point) && (status == AdsStatus.STALE || status == StatusCode.BAD_NO_COMMUNICATION);
    }

    /** Delivers what was read of points that the device does not notify of. */
    void deliverPolled(SampleBatch read, BitSet which) {
        deliver();
        for (int i = 0; i < read.size(); i++) {
            int point = read.pointAt(i);
            if (which.get(i)) {
                makeRoom(group.typeAt(point).arenaBytes());
                seen.set(point);
                told.set(point, StatusCode.isBad(read.statusAt(i)));
                read.setStatusAt(i, gate.marked(point, read.statusAt(i)));
                batch.addFrom(read, i, group.typeAt(point));
            }
        }
        deliver();
    }

    /** The connection is lost. */
    void deliverLost() {
        deliver();
        open = true;
        batch.reset(group, clock.epochNanos(), 0);
        for (int point = 0; point < group.size(); point++) {
            batch.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
        }
        deliver();
    }

    // ---- life

    /** Lock for adding notifications of this subscription. */
    Object arming() {
        return arming;
    }

    /**
     * The device is about to be asked.
     *
     * @param inEpoch of the symbols
     * @param newStatuses what is Good here may get samples
     */
    void expect(int inEpoch, int[] newStatuses) {
        isVoid = false;
        statuses = newStatuses;
        epoch = inEpoch;
    }

    /**
     * What came of asking the device.
     *
     * @return whether it is still open; if not, the caller deletes the notifications
     */
    synchronized boolean begin(int[] newStatuses, List<AdsNotification> newNotifications) {
        if (ended) {
            return false;
        }
        statuses = newStatuses;
        notifications = newNotifications;
        return true;
    }

    /** Nothing came of asking the device. */
    void fail() {
        isVoid = true;
    }

    /** Whether each point was told that its notifications are void, so that they may be added again. */
    boolean isVoid() {
        return isVoid;
    }

    /** In which epoch of the symbols its notifications were added; in another one they are void. */
    int epoch() {
        return epoch;
    }

    /** Hands over the notifications, to be deleted by the caller. */
    synchronized List<AdsNotification> take() {
        List<AdsNotification> taken = notifications;
        notifications = List.of();
        return taken;
    }

    /** As {@link #take}, and there will be no others. */
    synchronized List<AdsNotification> endAndTake() {
        ended = true;
        return take();
    }

    void notice(String text) {
        owner.notice(text);
    }

    @Override
    public SubscriptionSettings revised() {
        return revised;
    }

    @Override
    protected int status(int point) {
        return statuses[point];
    }

    @Override
    protected void ending() {
        if (gate.isCalledHere()) {
            endedBySink = true;
        }
    }

    @Override
    protected void silence() {
        gate.silence();
    }

    @Override
    protected void endAtDevice() {
        owner.end(List.of(this));
    }

    /** The thread that receives tells of it, behind the last samples. */
    @Override
    protected void connectionLost(ConnectorException cause) {
        // Nothing is left to be told.
    }

    /** Whether its sink is being called by the thread that asks. */
    boolean isCalledHere() {
        return gate.isCalledHere();
    }

    /**
     * Whether its own sink has ended it, or the whole connection, which may happen before the subscriber hears of
     * it. Certain only after {@link #close}, which waits for the sink.
     */
    boolean endedBySink() {
        return endedBySink;
    }
}
