package io.taktstrom.stream.source;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Fatal;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;

/**
 * What the sink of a scan sees: one source that never goes away, with one group (a new one only when the device has
 * changed a type), one numbering, and each point Bad once when the device is lost. Hot: allocates nothing per batch.
 *
 * <p>Called by the threads of sessions, one of which at a time is live. Its monitor keeps their calls apart and orders
 * the Bad statuses behind the last sample.
 */
final class ScanFeed {

    private final Scan scan;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final int[] lastStatus;
    private final SampleBatch badBatch;

    private FixedGroup group;
    private int liveSession;
    private long delivered;
    private final AtomicLong traffic = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final AtomicLong sinkFailures = new AtomicLong();

    ScanFeed(Scan scan, EpochNanoClock clock, Notices notices) {
        this.scan = scan;
        this.clock = clock;
        this.notices = notices;
        group = FixedGroup.unresolved(scan.points());
        lastStatus = new int[scan.points().size()];
        Arrays.fill(lastStatus, StatusCode.GOOD);
        badBatch = new SampleBatch(lastStatus.length, 0);
    }

    Scan scan() {
        return scan;
    }

    /** Batches with a value that the device has sent; only its growth matters. */
    long traffic() {
        return traffic.get();
    }

    /** Samples that came after their session had been given up, and were not delivered. */
    long late() {
        return late.get();
    }

    long sinkFailures() {
        return sinkFailures.get();
    }

    /** From now on samples of this session count, and of no other. */
    synchronized void begin(int session, PointGroup resolved) {
        FixedGroup now = FixedGroup.of(resolved);
        if (!now.equals(group)) {
            group = now;
        }
        liveSession = session;
    }

    /** Samples of a session. The batch is given back as it came. */
    synchronized void deliver(int session, SampleBatch batch) {
        if (session != liveSession) {
            late.addAndGet(batch.size());
            return;
        }
        boolean alive = false;
        for (int i = 0; i < batch.size(); i++) {
            int status = batch.statusAt(i);
            lastStatus[batch.pointAt(i)] = status;
            alive |= !StatusCode.isBad(status);
        }
        if (alive) {
            traffic.incrementAndGet();
        }
        PointGroup theirs = batch.group();
        long theirSequence = batch.sequence();
        pass(batch);
        batch.reassign(theirs, theirSequence);
    }

    /** A session is over, unless a later one lives already: each point that does not say so yet gets this status. */
    synchronized void lose(int session, int status) {
        if (liveSession > session) {
            return;
        }
        liveSession = 0;
        badBatch.reset(group, clock.epochNanos(), 0);
        for (int point = 0; point < lastStatus.length; point++) {
            if (!saysLost(lastStatus[point])) {
                lastStatus[point] = status;
                badBatch.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
        if (!badBatch.isEmpty()) {
            pass(badBatch);
        }
    }

    private static boolean saysLost(int status) {
        return status == StatusCode.BAD_NO_COMMUNICATION || status == StatusCode.BAD_NOT_CONNECTED;
    }

    private void pass(SampleBatch batch) {
        batch.reassign(group, delivered);
        delivered += batch.size();
        try {
            scan.sink().onSamples(batch);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            sinkFailures.incrementAndGet();
            notices.tell(
                    "scan " + scan.scanClass().name() + ": the sink failed on " + batch.size() + " samples: "
                            + Notices.inWords(e) + "; they may be lost, correct the sink",
                    e);
        }
    }
}
