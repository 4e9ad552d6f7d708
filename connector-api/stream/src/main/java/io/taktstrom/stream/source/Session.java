package io.taktstrom.stream.source;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.spi.SubscriptionSettings.Trigger;
import org.jspecify.annotations.Nullable;

/** One live connection with its subscriptions. Dies once. */
final class Session implements AutoCloseable {

    private final int number;
    private final Connection connection;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private volatile @Nullable String end;

    /**
     * @param number tells its samples from those of other sessions
     * @param onOver called once when the connection is gone, by whatever thread found out
     */
    Session(int number, Connection connection, Runnable onOver) {
        this.number = number;
        this.connection = connection;
        var unused = connection.closed().whenComplete((nothing, cause) -> {
            end = cause == null ? "the connector closed it" : cause.toString();
            onOver.run();
        });
    }

    /**
     * Resolves the points of a scan and has them delivered.
     *
     * @param pushes whether this connection can push
     * @param plan for a poller, where one is needed
     */
    void subscribe(ScanFeed feed, boolean pushes, PollSettings plan) throws ConnectorException {
        PointGroup group = connection.resolve(feed.scan().points());
        feed.begin(number, group);
        ScanClass scan = feed.scan().scanClass();
        Trigger trigger = scan.mode() == ScanClass.Mode.NOTIFY ? Trigger.ON_CHANGE : Trigger.CYCLIC;
        SubscriptionSettings wanted = new SubscriptionSettings(trigger, scan.cycle(), scan.maxDelay());
        SampleSink sink = batch -> feed.deliver(number, batch);
        boolean push = pushes && scan.mode() != ScanClass.Mode.POLL;
        subscriptions.add(
                push ? connection.subscribe(group, wanted, sink) : Poller.start(connection, group, wanted, sink, plan));
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
        subscriptions.forEach(Subscription::close);
        connection.close();
    }
}
