package io.taktstrom.stream.meter;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Tags;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.source.FeedState;
import io.taktstrom.stream.source.ManagedConnection;

/**
 * How the points of a connection do. The statuses that they will be Bad with are not known before: each gets a meter when it is seen
 * first, and those after the first {@value #MAX_STATUSES} share one, so that no device can fill a registry. Any thread.
 */
final class PointMeters {

    static final int MAX_STATUSES = 16;
    private static final String OTHER = "other";

    private final StreamMeters meters;
    private final ManagedConnection connection;
    private final Tags tags;
    private final EpochNanoClock clock;
    private final long begun;
    private final Set<Integer> shown = ConcurrentHashMap.newKeySet();
    private boolean hasOthers;

    PointMeters(StreamMeters meters, ManagedConnection connection, Tags tags, EpochNanoClock clock) {
        this.meters = meters;
        this.connection = connection;
        this.tags = tags;
        this.clock = clock;
        begun = clock.nanoTime();
    }

    void register() {
        Set<String> scans = new TreeSet<>();
        connection.feedStates().forEach(feed -> scans.add(feed.scanClass().name()));
        for (String scan : scans) {
            Tags tagged = tags.and("scan", scan);
            meters.gauge(Metric.POINTS, tagged.and("state", "good"), this, of -> of.sum(scan, FeedState::good));
            meters.gauge(Metric.POINTS, tagged.and("state", "waiting"), this, of -> of.sum(scan, FeedState::waiting));
            meters.gauge(Metric.POINTS, tagged.and("state", "bad"), this, of -> of.bad(scan));
            meters.gauge(Metric.SCAN_AGE, tagged, this, of -> of.ageSeconds(scan));
        }
    }

    private Stream<FeedState> feeds(String scan) {
        return connection.feedStates().stream()
                .filter(feed -> feed.scanClass().name().equals(scan));
    }

    private double sum(String scan, ToLongFunction<FeedState> points) {
        return feeds(scan).mapToLong(points).sum();
    }

    private double bad(String scan) {
        List<FeedState> feeds = feeds(scan).toList();
        feeds.forEach(feed -> feed.bad().keySet().forEach(this::show));
        return feeds.stream()
                .flatMap(feed -> feed.bad().values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    private synchronized void show(int status) {
        if (shown.size() < MAX_STATUSES) {
            if (shown.add(status)) {
                meters.gauge(
                        Metric.POINTS_BAD,
                        tags.and("status", StatusCode.name(status)),
                        this,
                        of -> of.withStatus(status));
            }
        } else if (!shown.contains(status) && !hasOthers) {
            hasOthers = true;
            meters.gauge(Metric.POINTS_BAD, tags.and("status", OTHER), this, PointMeters::others);
        }
    }

    private double withStatus(int status) {
        return connection.feedStates().stream()
                .mapToInt(feed -> feed.bad().getOrDefault(status, 0))
                .sum();
    }

    private double others() {
        return connection.feedStates().stream()
                .flatMap(feed -> feed.bad().entrySet().stream())
                .filter(entry -> !shown.contains(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Of the group that has waited for the longest time; since the meters are there, where none has come. */
    private double ageSeconds(String scan) {
        long age = feeds(scan)
                .mapToLong(feed -> feed.lastGoodAt() == SampleBatch.NO_TIME
                        ? clock.nanoTime() - begun
                        : clock.epochNanos() - feed.lastGoodAt())
                .max()
                .orElse(0);
        return Math.max(0, age) / 1e9;
    }
}
