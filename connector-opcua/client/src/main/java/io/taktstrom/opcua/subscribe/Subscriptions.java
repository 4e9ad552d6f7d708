package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.stack.PushService;
import io.taktstrom.opcua.stack.Services;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** The subscriptions of one connection, the thread that calls their sinks, and what they leave to the next connection. */
public final class Subscriptions implements Home {

    /** Where nothing is said of a cycle; a server that cannot do this revises it. */
    private static final double MIN_PUBLISHING_MILLIS = 10;

    /** How long the end waits for a sink. */
    public static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    /** Reads all points of a group. */
    @FunctionalInterface
    public interface Reader {
        void read(PointGroup group, SampleBatch into) throws ConnectorException;
    }

    private final Services services;
    private final UaLink link;
    private final SamplingDefaults defaults;
    private final Inheritance inherited;
    private final EpochNanoClock clock;
    private final Reader reader;
    private final Set<UaSubscription> live = ConcurrentHashMap.newKeySet();
    private final Deliveries deliveries;
    /** Of each subscription, once the connection has ended. */
    private volatile Map<Long, Long> nextMessages = Map.of();

    public Subscriptions(
            Services services, SamplingDefaults defaults, Inheritance inherited, EpochNanoClock clock, Reader reader) {
        this.services = services;
        this.link = services.link();
        this.defaults = defaults;
        this.inherited = inherited;
        this.clock = clock;
        this.reader = reader;
        this.deliveries = new Deliveries(link.where());
    }

    /** Has the server push, or goes on with what a lost connection has left; blocks for a few round trips. */
    public Subscription open(PointGroup group, ResolvedPoints points, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        int most = services.profile().itemsInAll();
        if (most > 0 && points.size() > most) {
            tell("subscribe at " + where() + ": " + points.size() + " points, but a server like this takes " + most
                    + " in all (profile " + services.profile().text() + "); poll some of them");
        }
        double cycle = wanted.cycle().toNanos() / 1e6;
        double delay = wanted.maxDelay().isZero() ? cycle : wanted.maxDelay().toNanos() / 1e6;
        UaSubscription subscription = new UaSubscription(
                this, group, points, wanted, defaults.sampling(cycle), Math.max(MIN_PUBLISHING_MILLIS, delay), sink);
        live.add(subscription);
        Parked parked = inherited.claim(points, wanted);
        try {
            if (parked == null) {
                subscription.establish();
            } else {
                subscription.goOn(parked);
            }
        } catch (ConnectorException e) {
            // Silent first: what it has not delivered is the next one's.
            subscription.close();
            if (parked != null) {
                inherited.giveBack(subscription.isMadeAnew() ? parked.forgotten() : parked);
            }
            throw e;
        }
        if (link.closed().toCompletableFuture().isDone()) {
            subscription.connectionLost();
        }
        return subscription;
    }

    /** A group is closed: its subscriptions, too. */
    public void closeOf(PointGroup group) {
        for (UaSubscription subscription : live) {
            if (subscription.group() == group) {
                subscription.close();
            }
        }
    }

    /** The connection is lost: all that has come is offered to the sinks before this returns, unless one does not return. */
    public void connectionLost() {
        Map<Long, Long> next = services.monitoredItems().park();
        live.forEach(UaSubscription::connectionLost);
        deliveries.end();
        deliveries.awaitEnd(LONGEST_DELIVERY);
        nextMessages = next;
    }

    /** What the connection that takes this one's place gets. */
    public Inheritance left() {
        List<Parked> parked = new ArrayList<>(inherited.unclaimed());
        for (UaSubscription subscription : live) {
            Parked kept = subscription.parked(nextMessages.get(subscription.id()));
            if (kept != null) {
                parked.add(kept);
            }
        }
        return new Inheritance(link.ticket(), services.runningSince(), parked);
    }

    /** No sink is called from now on, and nobody goes on with any of them. */
    public void silence() {
        live.forEach(UaSubscription::silence);
    }

    /** No sink is called from now on; the next connection may go on. */
    public void mute() {
        live.forEach(UaSubscription::mute);
    }

    /** Ends the thread that calls sinks, when it has nothing left to do. */
    public void end() {
        deliveries.end();
    }

    // ---- what a subscription needs

    @Override
    public void ended(Subscription subscription) {
        if (subscription instanceof UaSubscription own && live.remove(own)) {
            own.delete();
        }
    }

    @Override
    public boolean stillRuns() {
        return link.isAgain() || inherited.isOfRun(services.runningSince());
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
        reader.read(group, into);
    }

    @Override
    public String where() {
        return link.where();
    }

    @Override
    public EpochNanoClock clock() {
        return clock;
    }

    @Override
    public void tell(String message) {
        link.tell(message);
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
