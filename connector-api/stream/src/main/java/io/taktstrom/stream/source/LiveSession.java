package io.taktstrom.stream.source;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.block.BlockProgress;
import io.taktstrom.stream.block.BlockSubscription;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import io.taktstrom.stream.poll.Poller;
import org.jspecify.annotations.Nullable;

/**
 * One live connection with its subscriptions. Dies once. Feeds are opened by the managed connection's thread, and may be
 * let go by any.
 */
final class LiveSession implements AutoCloseable {

    /** What pollers need, for a scan class and its meter. */
    @FunctionalInterface
    interface Polling {
        PollSettings of(ScanClass scan, PollMeter meter);
    }

    /** @param group to be closed with the subscription; null where that is the subscription's own affair */
    private record Opened(
            Subscription subscription, @Nullable PointGroup group, boolean polled) {
        void close() {
            subscription.close();
            if (group != null) {
                group.close();
            }
        }
    }

    private final int number;
    private final Connection connection;
    private final Polling polling;
    private final Notices notices;
    private final Map<ScanFeed, Opened> opened = new ConcurrentHashMap<>();
    private final Set<ScanFeed> refused = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String end;

    /**
     * @param number tells its samples from those of other sessions
     * @param onOver called once when the connection is gone, by whatever thread found out
     */
    LiveSession(int number, Connection connection, Polling polling, Notices notices, Runnable onOver) {
        this.number = number;
        this.connection = connection;
        this.polling = polling;
        this.notices = notices;
        var unused = connection.closed().whenComplete((nothing, cause) -> {
            end = cause == null ? "the connector closed it" : Notices.inWords(cause);
            onOver.run();
        });
    }

    /**
     * Opens those that are not open yet. One that the connector refuses, whatever the device says, is Bad until the next
     * session, and keeps no other from being opened.
     */
    void open(Feeds feeds) throws ConnectorException {
        for (ScanFeed feed : feeds.takeAll()) {
            if (opened.containsKey(feed) || refused.contains(feed)) {
                continue;
            }
            try {
                opened.put(feed, open(feed));
            } catch (InvalidRequestException e) {
                refused.add(feed);
                feed.lose(number, e.status());
                notices.tell(
                        "scan " + feed.scan().scanClass().name() + ": " + Notices.inWords(e)
                                + "; its points are Bad until the next session",
                        e);
            }
            if (feed.hasEnded()) {
                release(feed);
            }
        }
    }

    private Opened open(ScanFeed feed) throws ConnectorException {
        Scan scan = feed.scan();
        SampleSink sink = feed.of(number);
        PollMeter meter = feed.pollMeter();
        BlockProgress progress = feed.progress();
        if (meter != null && progress != null) {
            return new Opened(
                    BlockSubscription.start(
                            connection,
                            scan.points(),
                            scan.scanClass().cycle(),
                            sink,
                            group -> feed.begin(number, group),
                            progress,
                            polling.of(scan.scanClass(), meter)),
                    null,
                    true);
        }
        PointGroup group = connection.resolve(scan.points());
        feed.begin(number, group);
        SubscriptionSettings wanted = scan.wanted();
        return meter == null
                ? new Opened(connection.subscribe(group, wanted, sink), group, false)
                : new Opened(
                        Poller.start(connection, group, wanted, sink, polling.of(scan.scanClass(), meter)),
                        group,
                        true);
    }

    /** Lets go of a feed that has ended. */
    void release(ScanFeed feed) {
        Opened ended = opened.remove(feed);
        if (ended != null) {
            ended.close();
        }
    }

    /** What delivers to a feed; null when nothing does. */
    @Nullable
    Subscription subscription(ScanFeed feed) {
        Opened found = opened.get(feed);
        return found == null ? null : found.subscription();
    }

    int number() {
        return number;
    }

    Connection connection() {
        return connection;
    }

    /** Whether the connection is gone. */
    boolean isOver() {
        return end != null;
    }

    /** Why the connection is gone. */
    String end() {
        return String.valueOf(end);
    }

    /** Pollers first, so that they do not report the end of the connection as a failure. */
    @Override
    public void close() {
        closeSubscriptions(true);
        closeSubscriptions(false);
        connection.close();
    }

    /** Ends a session that is lost: what the device holds for us is left to the session that follows. */
    void abandon() {
        closeSubscriptions(true);
        PushingConnection.abandon(connection);
    }

    private void closeSubscriptions(boolean polled) {
        for (Opened each : opened.values()) {
            if (each.polled() == polled) {
                each.subscription().close();
            }
        }
    }
}
