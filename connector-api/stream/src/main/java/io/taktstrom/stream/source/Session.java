package io.taktstrom.stream.source;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.spi.SubscriptionSettings.Trigger;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/** One live connection with its subscriptions. Dies once. */
final class Session implements AutoCloseable {

    private final int number;
    private final Connection connection;
    private final List<Subscription> pushed = new ArrayList<>();
    private final List<Subscription> polled = new ArrayList<>();
    private volatile @Nullable String end;

    /**
     * @param number tells its samples from those of other sessions
     * @param onOver called once when the connection is gone, by whatever thread found out
     */
    Session(int number, Connection connection, Runnable onOver) {
        this.number = number;
        this.connection = connection;
        var unused = connection.closed().whenComplete((nothing, cause) -> {
            end = cause == null ? "the connector closed it" : Notices.inWords(cause);
            onOver.run();
        });
    }

    /** Has the device push a scan. */
    void subscribe(ScanFeed feed) throws ConnectorException {
        PointGroup group = begin(feed);
        pushed.add(connection.subscribe(group, wantedBy(feed), feed.of(number)));
    }

    /** Polls a scan. */
    void poll(ScanFeed feed, PollSettings settings) throws ConnectorException {
        PointGroup group = begin(feed);
        polled.add(Poller.start(connection, group, wantedBy(feed), feed.of(number), settings));
    }

    /** Reads a scan's rings. */
    void block(ScanFeed feed, BlockProgress progress, PollSettings settings) throws ConnectorException {
        polled.add(BlockSubscription.start(
                connection,
                feed.scan().points(),
                feed.scan().scanClass().cycle(),
                feed.of(number),
                group -> feed.begin(number, group),
                progress,
                settings));
    }

    private PointGroup begin(ScanFeed feed) throws ConnectorException {
        PointGroup group = connection.resolve(feed.scan().points());
        feed.begin(number, group);
        return group;
    }

    private static SubscriptionSettings wantedBy(ScanFeed feed) {
        ScanClass scan = feed.scan().scanClass();
        Trigger trigger = scan.mode() == ScanClass.Mode.NOTIFY ? Trigger.ON_CHANGE : Trigger.CYCLIC;
        return new SubscriptionSettings(trigger, scan.cycle(), scan.maxDelay());
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
        polled.forEach(Subscription::close);
        pushed.forEach(Subscription::close);
        connection.close();
    }

    /** Ends a session that is lost: what the device holds for us is left to the session that follows. */
    void abandon() {
        polled.forEach(Subscription::close);
        connection.abandon();
    }
}
