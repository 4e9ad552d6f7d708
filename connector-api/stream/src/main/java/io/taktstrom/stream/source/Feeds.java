package io.taktstrom.stream.source;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.block.BlockMeter;
import io.taktstrom.stream.block.BlockProgress;
import io.taktstrom.stream.poll.PollMeter;

/**
 * The scans of one connection, those it began with and those that come and go, with what is measured of them. Thread-safe;
 * sessions open them on the connection's thread.
 */
final class Feeds {

    private final String connection;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final boolean pushes;
    private final boolean ringsFromOldest;
    private final List<ScanFeed> feeds = new CopyOnWriteArrayList<>();
    private final Map<String, PollMeter> pollMeters = new ConcurrentHashMap<>();
    private final Map<String, BlockMeter> blockMeters = new ConcurrentHashMap<>();
    private final FeedCounts counts = new FeedCounts();
    private volatile boolean news;

    /**
     * @param connection whose scans they are
     * @param pushes whether the connector can push
     * @param ringsFromOldest whether rings are read from the oldest sample that they hold
     */
    Feeds(String connection, EpochNanoClock clock, Notices notices, boolean pushes, boolean ringsFromOldest) {
        this.connection = connection;
        this.clock = clock;
        this.notices = notices;
        this.pushes = pushes;
        this.ringsFromOldest = ringsFromOldest;
    }

    ScanFeed add(Scan scan) {
        ScanFeed feed = prepare(scan);
        open(feed);
        return feed;
    }

    /** A feed that is not opened yet. */
    ScanFeed prepare(Scan scan) {
        ScanClass by = scan.scanClass();
        boolean block = by.mode() == ScanClass.Mode.BLOCK;
        PollMeter polling = by.mode().isPolled() || !pushes
                ? pollMeters.computeIfAbsent(by.name(), key -> new PollMeter(clock, connection, by.name()))
                : null;
        BlockProgress progress = block
                ? new BlockProgress(blockMeters.computeIfAbsent(by.name(), key -> new BlockMeter()), ringsFromOldest)
                : null;
        return new ScanFeed(connection, scan, polling, progress, clock, notices, counts);
    }

    /** Sessions open a prepared feed from now on. */
    void open(ScanFeed feed) {
        feeds.add(feed);
        news = true;
    }

    /** The feed of a scan that was added. */
    @SuppressWarnings("ReferenceEquality") // Two scans may be alike, and have a feed each.
    ScanFeed of(Scan scan) {
        return feeds.stream()
                .filter(feed -> feed.scan() == scan)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "scan " + scan.scanClass().name() + " is none of this connection's, or has ended"));
    }

    void remove(ScanFeed feed) {
        feed.end();
        feeds.remove(feed);
    }

    /** Whether some were added since {@link #takeAll}. */
    boolean hasNews() {
        return news;
    }

    /** All of them, for a session to open those that it has not opened yet. */
    List<ScanFeed> takeAll() {
        news = false;
        return List.copyOf(feeds);
    }

    /** A session is over: each point of all of them that does not say so yet gets this status. */
    void lose(int session, int status) {
        feeds.forEach(feed -> feed.lose(session, status));
    }

    /** Whether the calling thread is in the sink of one of them. */
    boolean isInSink() {
        return feeds.stream().anyMatch(Thread::holdsLock);
    }

    /** How the points of each do. */
    List<FeedState> states() {
        return feeds.stream().map(ScanFeed::state).toList();
    }

    /** Batches with a value that the device has sent; only that it changes matters. */
    long traffic() {
        return feeds.stream().mapToLong(ScanFeed::traffic).sum();
    }

    /** Shows each point of all of them. */
    void show(PointStatusVisitor visitor) {
        feeds.forEach(feed -> feed.show(visitor));
    }

    FeedCounts counts() {
        return counts;
    }

    Map<String, PollMeter> pollMeters() {
        return Map.copyOf(pollMeters);
    }

    Map<String, BlockMeter> blockMeters() {
        return Map.copyOf(blockMeters);
    }
}
