package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.block.BlockProgress;
import org.jspecify.annotations.Nullable;

/**
 * Scans that take the place of others on a connection. Both are sampled until the former have delivered what the device has gathered
 * for them; then the former end, and the others go on with the samples that are missing. What cannot be had is marked Overflow.
 * For one thread.
 */
public final class Handover {

    /** How long a device may take to begin with a new scan. */
    private static final Duration BEGIN = Duration.ofSeconds(1);
    /** How long the way from the device may take. */
    private static final Duration WAY = Duration.ofMillis(500);
    /** A device that gathers samples for longer is not waited for. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private record Origin(String name, String address) {
        static Origin of(DataPoint point) {
            return new Origin(point.name(), point.address());
        }
    }

    private final List<ScanFeed> former;
    private final Map<ScanFeed, List<Succession.@Nullable Former>> next = new LinkedHashMap<>();
    private final List<Succession> successions = new ArrayList<>();
    private final Feeds feeds;
    private final ConnectionStatus connectionStatus;
    private final EpochNanoClock clock;
    private final long begun;
    private final long catchUpNanos;

    private Handover(List<ScanFeed> former, Feeds feeds, ConnectionStatus connectionStatus, EpochNanoClock clock) {
        this.former = former;
        this.feeds = feeds;
        this.connectionStatus = connectionStatus;
        this.clock = clock;
        begun = clock.nanoTime();
        catchUpNanos = former.stream()
                .map(feed -> feed.scan().scanClass())
                .mapToLong(Handover::catchUpNanos)
                .max()
                .orElse(0);
    }

    /** How long it takes at most until what the device has sampled is here. */
    private static long catchUpNanos(ScanClass of) {
        Duration cycle = of.mode().isPolled() ? Duration.ZERO : of.cycle();
        Duration all = of.maxDelay().plus(cycle).plus(WAY);
        return (all.compareTo(LONGEST) < 0 ? all : LONGEST).toNanos();
    }

    static Handover begin(
            List<Scan> former,
            List<Successor> next,
            Feeds feeds,
            ConnectionStatus connectionStatus,
            EpochNanoClock clock) {
        List<ScanFeed> ended = former.stream().map(feeds::of).toList();
        Handover handover = new Handover(ended, feeds, connectionStatus, clock);
        // A ring in the device is read by one at a time: where the former ends, the next one goes on.
        ended.stream().filter(feed -> feed.progress() != null).forEach(handover::end);
        next.forEach(handover::add);
        return handover;
    }

    private void add(Successor successor) {
        Scan scan = successor.scan();
        ScanFeed feed = feeds.prepare(scan);
        if (successor.isAfterGap()) {
            feed.markGap();
        }
        BlockProgress progress = feed.progress();
        List<Succession.@Nullable Former> formers = formersOf(scan);
        next.put(feed, formers);
        if (progress != null) {
            feed.addGaps(gaps(formers));
            former.stream().map(ScanFeed::progress).forEach(ended -> {
                if (ended != null && !progress.adopt(ended)) {
                    feed.markGap();
                }
            });
        } else if (formers.stream().anyMatch(point -> point != null)) {
            Succession succession = new Succession(
                    formers, scan.scanClass().mode().isOnChange(), successor.news(), clock, catchUpNanos);
            feed.hold(succession);
            successions.add(succession);
        }
        feeds.open(feed);
    }

    private List<Succession.@Nullable Former> formersOf(Scan scan) {
        Map<Origin, Succession.Former> byOrigin = new HashMap<>();
        for (ScanFeed feed : former) {
            List<DataPoint> points = feed.scan().points();
            for (int point = 0; point < points.size(); point++) {
                byOrigin.put(Origin.of(points.get(point)), new Succession.Former(feed, point));
            }
        }
        List<Succession.@Nullable Former> formers = new ArrayList<>();
        scan.points().forEach(point -> formers.add(byOrigin.get(Origin.of(point))));
        return formers;
    }

    /** The points of which the former feed has not delivered the sample that was to be marked. */
    private static BitSet gaps(List<Succession.@Nullable Former> formers) {
        BitSet gaps = new BitSet();
        for (int point = 0; point < formers.size(); point++) {
            Succession.Former former = formers.get(point);
            gaps.set(point, former != null && former.feed().hasGap(former.point()));
        }
        return gaps;
    }

    /**
     * Ends the former scans, once they have delivered what the new ones do not have. A device that is away, or slow, is not waited
     * for: then what is missing is marked.
     *
     * @param isClosedWithin waits for so many milliseconds; returns true as soon as the connection is closed
     */
    public void complete(LongPredicate isClosedWithin) {
        long limit = BEGIN.toNanos() + catchUpNanos;
        await(() -> successions.stream().allMatch(Succession::isComplete), begun + limit, isClosedWithin);
        next.keySet().forEach(ScanFeed::endFormers);
        former.forEach(this::end);
        next.forEach((feed, formers) -> {
            feed.addGaps(gaps(formers));
            feed.takeOver();
        });
        // What changes is new to all receivers; only of what does not change is the value told again.
        await(
                () -> next.keySet().stream().noneMatch(ScanFeed::hasUntold),
                clock.nanoTime() + catchUpNanos,
                isClosedWithin);
        next.keySet().forEach(ScanFeed::tellUntold);
    }

    private void await(BooleanSupplier condition, long deadline, LongPredicate isClosedWithin) {
        while (!condition.getAsBoolean()
                && connectionStatus.state() == ConnectionState.CONNECTED
                && clock.nanoTime() - deadline < 0
                && !isClosedWithin.test(1)) {
            // Looks again.
        }
    }

    /** What reads a ring ends before its feed, which would take samples that the next one is to have. */
    private void end(ScanFeed feed) {
        if (feed.progress() != null) {
            release(feed);
        }
        feeds.remove(feed);
        release(feed);
    }

    private void release(ScanFeed feed) {
        LiveSession session = connectionStatus.session();
        if (session != null) {
            session.release(feed);
        }
    }
}
