package io.taktstrom.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;

import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.spi.Subscription;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.Scan;
import org.jspecify.annotations.Nullable;

/** How the points of a connection are sampled now. Guarded by the connection's monitor, but for {@link Change#complete}. */
final class Feeds {

    /** How long the former way of sampling goes on beside the new one, at most. */
    private static final Duration OVERLAP = Duration.ofSeconds(1);

    /**
     * Points that are to be sampled together.
     *
     * @param points by name
     * @param tap null when nobody looks on
     */
    record Plan(
            Routes.Way way,
            Map<String, PointConfig> points,
            Scan scan,
            @Nullable ScanTap tap) {}

    /** A plan that is carried out. */
    private record Feed(Plan plan, Subscription subscription) {}

    private final ManagedConnection managed;
    private final RunContext context;
    private final LongPredicate isClosedWithin;
    private List<Feed> feeds;

    /**
     * What a connection samples from the start.
     *
     * @param plans whose scans it was started with
     * @param isClosedWithin so many milliseconds; returns as soon as it is
     */
    Feeds(ManagedConnection managed, List<Plan> plans, RunContext context, LongPredicate isClosedWithin) {
        this.managed = managed;
        this.context = context;
        this.isClosedWithin = isClosedWithin;
        feeds = plans.stream()
                .map(plan -> new Feed(plan, managed.subscription(plan.scan())))
                .toList();
    }

    /** One for each way that some of these points take. */
    static List<Plan> plan(String connection, Collection<PointConfig> points, Routes routes, RunContext context) {
        return plan(connection, routes.ways(points), routes, context);
    }

    private static List<Plan> plan(
            String connection, Map<Routes.Way, Map<String, PointConfig>> ways, Routes routes, RunContext context) {
        List<Plan> plans = new ArrayList<>();
        ways.forEach((way, of) -> {
            if (!of.isEmpty()) {
                ScanTap tap = context.tapped() ? way.tap(connection, of.values(), context.clock()) : null;
                plans.add(new Plan(way, of, routes.scan(way, of.values(), tap), tap));
            }
        });
        return plans;
    }

    int points() {
        return feeds.stream().mapToInt(feed -> feed.plan().points().size()).sum();
    }

    List<ScanTap> taps() {
        return feeds.stream()
                .map(feed -> feed.plan().tap())
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Samples these points and no others. What is sampled already as it should be goes on; what else is sampled together with
     * points that are not wanted so any more is opened anew.
     *
     * @return what ends the former
     */
    Change follow(Collection<PointConfig> points, Routes routes) {
        Map<Routes.Way, Map<String, PointConfig>> wanted = routes.ways(points);
        List<Feed> now = new ArrayList<>();
        List<Feed> ended = new ArrayList<>();
        for (Feed feed : feeds) {
            Map<String, PointConfig> sampled = feed.plan().points();
            Map<String, PointConfig> same = wanted.getOrDefault(feed.plan().way(), Map.of());
            if (same.entrySet().containsAll(sampled.entrySet())) {
                same.keySet().removeAll(sampled.keySet());
                now.add(feed);
            } else {
                ended.add(feed);
            }
        }
        // A ring in the device that two read would come twice as a whole.
        end(ended, true);
        List<Feed> begun = plan(managed.name(), wanted, routes, context).stream()
                .map(plan -> new Feed(plan, managed.subscribe(plan.scan())))
                .toList();
        now.addAll(begun);
        feeds = List.copyOf(now);
        return new Change(begun, ended);
    }

    private static void end(List<Feed> ended, boolean block) {
        for (Feed feed : ended) {
            if (block == (feed.plan().way().scanClass().mode() == ScanClass.Mode.BLOCK)) {
                feed.subscription().close();
            }
        }
    }

    /** What has begun, and what is still to end. */
    final class Change {

        private final List<Feed> begun;
        private final List<Feed> ended;
        private final long deadline = System.nanoTime() + OVERLAP.toNanos();

        private Change(List<Feed> begun, List<Feed> ended) {
            this.begun = begun;
            this.ended = ended;
        }

        boolean isNothing() {
            return begun.isEmpty() && ended.isEmpty();
        }

        /** Ends the former, once what takes its place has begun. A device that is away, or slow, is not waited for: then there is a gap. */
        void complete() {
            while (!ended.isEmpty()
                    && managed.state() == ManagedConnection.State.CONNECTED
                    && begun.stream().anyMatch(feed -> feed.subscription().statusAt(0) == StatusCode.BAD_NOT_CONNECTED)
                    && System.nanoTime() - deadline < 0
                    && !isClosedWithin.test(1)) {
                // Looks again.
            }
            end(ended, false);
        }
    }
}
