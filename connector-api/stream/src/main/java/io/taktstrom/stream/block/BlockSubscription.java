package io.taktstrom.stream.block;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.poll.PollSettings;
import io.taktstrom.stream.poll.Poller;

/**
 * Samples faster than any device can send them: the device's own program writes each sample into a ring in its memory, and
 * this reads the ring often enough to miss none, over any connection that can read a structure. Hot: allocates nothing
 * per sample.
 *
 * <pre>
 *   device's task   ...| a sample each cycle, or several, into the ring, and counts it
 *   Poller             |         read the whole ring         |       read the whole ring
 *   DeviceRing         |    what is new since the last read, by the counter; each sample with its own time
 *   sink               |    plain samples of the element's type
 * </pre>
 *
 * <p>What was overwritten before it was read is counted, noticed, and marked Overflow on the next sample. A ring that the
 * device has changed (other length, other members) is looked up again. The structure of a ring is described at
 * {@code docs/how-to/sample-faster-than-20-khz.md}.
 */
public final class BlockSubscription implements Subscription {

    private static final Duration SHORTEST_CYCLE = Duration.ofMillis(1);
    private static final long FIRST_RETRY_NANOS = 1_000_000_000;
    private static final long LONGEST_RETRY_NANOS = 60_000_000_000L;

    private final Connection connection;
    private final List<DataPoint> points;
    private final SampleSink sink;
    private final Consumer<PointGroup> onGroup;
    private final BlockProgress progress;
    private final PollSettings settings;
    private final EpochNanoClock clock;
    private final Notices notices;

    /** Guards who polls. */
    private final Object life = new Object();

    private volatile BlockPlan plan;
    private BlockSink out;
    private volatile Duration cycle;
    private Poller poller;
    private boolean closed;
    private long retryAt;
    private long retryNanos = FIRST_RETRY_NANOS;

    private BlockSubscription(
            Connection connection,
            List<DataPoint> points,
            Duration cycle,
            SampleSink sink,
            Consumer<PointGroup> onGroup,
            BlockProgress progress,
            PollSettings settings)
            throws ConnectorException {
        this.connection = connection;
        this.points = points;
        this.cycle = cycle;
        this.sink = sink;
        this.onGroup = onGroup;
        this.progress = progress;
        this.settings = settings;
        clock = settings.clock();
        notices = new Notices(clock, settings.listener());
        plan = plan();
        retryAt = clock.nanoTime() + retryNanos;
        onGroup.accept(plan.group());
        out = new BlockSink(plan.group(), sink, clock, notices, progress.meter(), 0);
        synchronized (life) {
            poller = poll();
        }
    }

    /**
     * Starts to read rings.
     *
     * @param points each is a ring, or an array in one
     * @param cycle how often to read them; shortened when a ring would be full before
     * @param sink called by the thread that reads
     * @param onGroup told the points with the types of their samples: at once, and when the device has changed a type, by
     *     the thread that reads
     * @param progress where to go on
     * @param settings for the thread that reads
     */
    public static BlockSubscription start(
            Connection connection,
            List<DataPoint> points,
            Duration cycle,
            SampleSink sink,
            Consumer<PointGroup> onGroup,
            BlockProgress progress,
            PollSettings settings)
            throws ConnectorException {
        return new BlockSubscription(connection, List.copyOf(points), cycle, sink, onGroup, progress, settings);
    }

    private BlockPlan plan() throws ConnectorException {
        return BlockPlan.of(connection, points, progress, text -> notices.tell(text, null));
    }

    private Poller poll() {
        SubscriptionSettings wanted = SubscriptionSettings.cyclic(cycle);
        return Poller.start(connection, plan.images(), wanted, this::onImages, settings);
    }

    private void onImages(SampleBatch images) {
        long now = clock.nanoTime();
        try {
            passOn(images, now);
        } catch (RuntimeException | Error e) {
            plan.rings().forEach(DeviceRing::loseAll);
            throw e;
        }
        if (out.isRefused()) {
            // No sample of this session is taken any more: what was read is for the next one to read again.
            plan.rings().forEach(ring -> ring.takeBack(out.number()));
            return;
        }
        keepUp(images, now);
    }

    private void passOn(SampleBatch images, long now) {
        out.begin();
        for (int i = 0; i < images.size(); i++) {
            DeviceRing ring = plan.rings().get(images.pointAt(i));
            int status = images.statusAt(i);
            if (StatusCode.isBad(status)) {
                ring.bad(status, out);
            } else {
                ring.image(images.arena(), images.arenaOffsetAt(i), now, out);
            }
        }
        out.deliver();
    }

    /** Looks up again rings that are of no use, and reads those more often that fill up too fast. */
    private void keepUp(SampleBatch images, long now) {
        boolean unusable = false;
        long span = Long.MAX_VALUE;
        for (int i = 0; i < images.size(); i++) {
            DeviceRing ring = plan.rings().get(images.pointAt(i));
            if (!StatusCode.isBad(images.statusAt(i)) && ring.spanNanos() > 0) {
                span = Math.min(span, ring.spanNanos());
            }
            unusable |= ring.isUnusable();
        }
        if (unusable && now - retryAt >= 0) {
            lookUpAgain(now);
        } else if (cycle.toNanos() > span / 2 && cycle.compareTo(SHORTEST_CYCLE) > 0) {
            readMoreOften(span);
        }
    }

    /** The device may have other rings now. */
    private void lookUpAgain(long now) {
        retryAt = now + retryNanos;
        retryNanos = Math.min(LONGEST_RETRY_NANOS, 2 * retryNanos);
        try {
            BlockPlan old = plan;
            BlockPlan fresh = plan();
            plan = fresh;
            if (fresh.rings().stream().noneMatch(DeviceRing::isUnusable)) {
                retryNanos = FIRST_RETRY_NANOS;
            }
            if (!fresh.group().equals(old.group())) {
                onGroup.accept(fresh.group());
            }
            out = new BlockSink(fresh.group(), sink, clock, notices, progress.meter(), out.delivered());
            replacePoller();
            old.images().close();
        } catch (ConnectorException e) {
            notices.tell(settings.name() + ": look up rings: " + e.getMessage() + "; trying again", e);
        }
    }

    private void readMoreOften(long span) {
        Duration shorter = Duration.ofNanos(span / 4);
        cycle = shorter.compareTo(SHORTEST_CYCLE) < 0 ? SHORTEST_CYCLE : shorter;
        notices.tell(
                settings.name() + ": a ring is full after " + span / 1_000_000 + " ms; it is read every "
                        + cycle.toMillis() + " ms from now on; make it longer, or its scan class faster",
                null);
        replacePoller();
    }

    /** The last thing that a call does: the next poller's thread takes over. */
    private void replacePoller() {
        synchronized (life) {
            poller.close();
            if (!closed) {
                poller = poll();
            }
        }
    }

    @Override
    public PointGroup group() {
        return plan.group();
    }

    @Override
    public SubscriptionSettings revised() {
        return SubscriptionSettings.cyclic(cycle);
    }

    @Override
    public int statusAt(int point) {
        return plan.group().statusAt(point);
    }

    @Override
    public void close() {
        Poller last;
        synchronized (life) {
            closed = true;
            last = poller;
        }
        last.close();
        plan.images().close();
    }
}
