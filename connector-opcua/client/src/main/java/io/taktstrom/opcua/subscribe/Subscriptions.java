package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.PushService;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings;

/** The subscriptions of one connection, the thread that calls their sinks, and what they leave to the next connection. */
public final class Subscriptions<G extends ResolvedGroup> implements SubscriptionHost {

    /** Where neither a delay nor a cycle is stated. */
    private static final double DEFAULT_PUBLISHING_MILLIS = 10;

    /** How long the end waits for a sink. */
    public static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    /** Counts a subscription in, so that it hears of a loss while it is being opened. */
    @FunctionalInterface
    public interface Entry<G extends ResolvedGroup> {
        void enter(GuardedSubscription<G> subscription) throws ConnectorException;
    }

    private final GuardedConnection<G> connection;
    private final Services services;
    private final UaLink link;
    private final SamplingDefaults defaults;
    private final SessionTransfer transfer;
    private final PushAgent deliveries;
    /** Of each subscription, once the connection has ended. */
    private volatile Map<Long, Long> nextMessages = Map.of();

    public Subscriptions(
            GuardedConnection<G> connection, Services services, SamplingDefaults defaults, SessionTransfer transfer) {
        this.connection = connection;
        this.services = services;
        this.link = services.link();
        this.defaults = defaults;
        this.transfer = transfer;
        this.deliveries = new PushAgent(connection, link.channel(), services.monitoredItems());
    }

    /** Has the server push, or goes on with what a lost connection has left; blocks for a few round trips. */
    public GuardedSubscription<G> open(
            G group, ResolvedPoints points, SubscriptionSettings wanted, SampleSink sink, Entry<G> entry)
            throws ConnectorException {
        int most = services.limits().profile().itemsInAll();
        if (most > 0 && points.size() > most) {
            connection.notice(
                    "subscribe at " + where() + ": " + points.size() + " points, but a server like this takes " + most
                            + " in all (profile " + services.limits().profile().text() + "); poll some of them");
        }
        deliveries.begin();
        double cycle = wanted.cycle().toNanos() / 1e6;
        double publishing =
                wanted.maxDelay().isZero() ? cycle : wanted.maxDelay().toNanos() / 1e6;
        UaSubscription<G> subscription = new UaSubscription<>(
                connection,
                this,
                group,
                points,
                wanted,
                defaults.sampling(cycle),
                publishing == 0 ? DEFAULT_PUBLISHING_MILLIS : publishing,
                sink);
        entry.enter(subscription);
        DetachedSubscription detached = transfer.claim(points, wanted);
        try {
            if (detached == null) {
                subscription.establish();
            } else {
                subscription.goOn(detached);
            }
        } catch (ConnectorException e) {
            // Silent first: what it has not delivered is the next one's.
            subscription.close();
            if (detached != null) {
                transfer.giveBack(subscription.isRecreated() ? detached.forgotten() : detached);
            }
            throw e;
        }
        return subscription;
    }

    /** The connection is lost: notes which message of each is the next one, before they hear of it. */
    public void detach() {
        nextMessages = services.monitoredItems().detach();
    }

    /** Waits until all that has come was offered to the sinks, though no longer than this; the connection has ended. */
    public void deliverAll(Duration limit) {
        deliveries.end();
        deliveries.awaitEnd(limit);
    }

    /** What the connection that takes this one's place gets. */
    public SessionTransfer left(List<GuardedSubscription<G>> open) {
        List<DetachedSubscription> detached = new ArrayList<>(transfer.unclaimed());
        for (GuardedSubscription<G> each : open) {
            DetachedSubscription kept =
                    each instanceof UaSubscription<G> one ? one.detached(nextMessages.get(one.id())) : null;
            if (kept != null) {
                detached.add(kept);
            }
        }
        return new SessionTransfer(link.ticket(), services.limits().runningSince(), detached);
    }

    /** No sink is called from now on; the next connection may go on. */
    public void mute(List<GuardedSubscription<G>> open) {
        for (GuardedSubscription<G> each : open) {
            if (each instanceof UaSubscription<G> one) {
                one.silence();
            }
        }
    }

    /** Ends the thread that calls sinks, when it has nothing left to do. */
    public void end() {
        deliveries.end();
    }

    // ---- what a subscription needs

    @Override
    public boolean stillRuns() {
        return link.isResumed() || transfer.isOfRun(services.limits().runningSince());
    }

    @Override
    public boolean bridges() {
        return defaults.bridges();
    }

    @Override
    public void schedule(Runnable delivery) {
        deliveries.schedule(delivery);
    }

    @Override
    public PushService push() {
        return services.monitoredItems();
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        connection.read(group, into);
    }

    @Override
    public String where() {
        return link.where();
    }

    @Override
    public void fail(ConnectorException reason) {
        link.fail(reason);
    }

    /** For the words of messages. */
    @Override
    public String toString() {
        return "OPC UA connection to " + where();
    }
}
