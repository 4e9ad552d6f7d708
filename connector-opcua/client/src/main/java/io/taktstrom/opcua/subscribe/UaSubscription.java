package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.service.PushService;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Turns notifications into batches for one sink. The stack's thread puts what arrives into a bounded backlog; the
 * connection's own thread takes it out and hands it over.
 *
 * <pre>
 *   stack --notified--> backlog --deliverNext--> handover: batch --> sink
 *                           | full: the oldest goes; the next sample of each of its points is marked Overflow
 *                           | what the sink has not taken: stays, and goes over to the next connection
 * </pre>
 */
final class UaSubscription<G extends ResolvedGroup> extends GuardedSubscription<G> implements PushService.Listener {

    private static final System.Logger LOG = System.getLogger(UaSubscription.class.getName());

    /** How long to wait for the sink of a lost connection. */
    private static final long LONGEST_WAIT_SECONDS = 5;

    private final SubscriptionHost host;
    private final ResolvedPoints points;
    private final SubscriptionSettings wanted;
    private final PushService.Sampling sampling;
    private final double publishingMillis;
    private final int[] statuses;
    private final NotificationDelivery handover;
    private final Runnable delivery = this::deliverNext;
    private volatile Backlog backlog;

    private volatile SubscriptionSettings revised;
    private volatile PushService.@Nullable Terms terms;
    private volatile int takeOvers;
    /** Of the subscription that is taken over: when the server was last heard of, until all that it had kept has come. */
    private volatile long heardBefore;

    private volatile boolean recreated;

    UaSubscription(
            GuardedConnection<G> connection,
            SubscriptionHost host,
            G group,
            ResolvedPoints points,
            SubscriptionSettings wanted,
            PushService.Sampling sampling,
            double publishingMillis,
            SampleSink sink) {
        super(connection, group);
        this.host = host;
        this.points = points;
        this.wanted = wanted;
        this.sampling = sampling;
        this.publishingMillis = publishingMillis;
        this.revised = wanted;
        this.backlog = new Backlog(group.size());
        this.handover = new NotificationDelivery(connection, host, group, points, sink, backlog.marks());
        this.statuses = new int[group.size()];
        Arrays.setAll(statuses, point -> points.at(point).status());
    }

    /** Has the server push; blocks for a few round trips. */
    void establish() throws ConnectorException {
        PushService items = host.push();
        PushService.Terms agreed = items.subscribe(publishingMillis, this);
        terms = agreed;
        int[] handles = points.usable();
        List<PushService.Item> created = items.create(agreed.id(), points.nodes(), handles, sampling);
        double slowest = keep(handles, created);
        keep(
                points.eventPoints(),
                items.createEvents(agreed.id(), points.selections(), points.eventPoints(), sampling));
        revised = new SubscriptionSettings(
                SubscriptionSettings.Trigger.ON_CHANGE, millis(slowest), millis(agreed.publishingMillis()));
        arrived(new Backlog.Refused());
    }

    /** Keeps the statuses of items; the longest time between two samples of one. */
    private double keep(int[] points, List<PushService.Item> items) {
        double slowest = 0;
        synchronized (statuses) {
            for (int i = 0; i < points.length; i++) {
                PushService.Item item = items.get(i);
                statuses[points[i]] = StatusCode.isBad(item.status()) ? item.status() : StatusCode.GOOD;
                slowest = Math.max(slowest, StatusCode.isBad(item.status()) ? 0 : item.samplingMillis());
            }
        }
        return slowest;
    }

    /**
     * Goes on with a subscription that a lost connection has left at the server, or creates a new one when the server no
     * longer has it; then values are lost, and the next of each point is marked.
     */
    void goOn(DetachedSubscription detached) throws ConnectorException {
        int left = comeOver(detached);
        if (!detached.fits(points, sampling) || !takeOver(detached)) {
            connection()
                    .notice(
                            "the server at " + host.where()
                                    + " has not kept a subscription; a new one is created, and the next value of each point is marked Overflow");
            recreated = true;
            backlog.add(new Backlog.Missed());
            left++;
            establish();
        }
        for (int i = 0; i < left; i++) {
            host.schedule(delivery);
        }
    }

    /** Whether the server has not kept what a lost connection has left. */
    boolean isRecreated() {
        return recreated;
    }

    /** What the lost connection has left comes first; returns how much that is. */
    private int comeOver(DetachedSubscription detached) {
        Backlog left = detached.backlog();
        if (!isFree(left.lock())) {
            // A sink has not returned, so what it takes is unknown.
            backlog.add(new Backlog.Missed());
            return 1;
        }
        try {
            left.comeOver(detached.isReadableAs(points));
            backlog = left;
            handover.goOn(left.marks());
            return left.size();
        } finally {
            left.lock().unlock();
        }
    }

    private boolean takeOver(DetachedSubscription detached) throws ConnectorException {
        if (!host.stillRuns()) {
            return false;
        }
        handover.expectKept();
        synchronized (statuses) {
            Arrays.setAll(statuses, detached.statuses()::get);
        }
        revised = detached.revised();
        takeOvers = detached.attempts() + 1;
        heardBefore = detached.heardAt();
        terms = detached.terms();
        if (!host.push().takeOver(detached.terms(), detached.next(), this)) {
            handover.expectNothing();
            takeOvers = 0;
            terms = null;
            return false;
        }
        arrived(new Backlog.Refused());
        return true;
    }

    /**
     * What is left of this; null when there is nothing that could go on. After the end of the connection.
     *
     * @param next number of the first message that has not arrived; null when the server has ended the subscription
     */
    @Nullable
    DetachedSubscription detached(@Nullable Long next) {
        PushService.Terms agreed = terms;
        if (isClosed() || agreed == null) {
            return null;
        }
        synchronized (statuses) {
            return new DetachedSubscription(
                    points.points(),
                    points.types(),
                    points.nodes(),
                    points.selections(),
                    wanted,
                    sampling,
                    agreed,
                    revised,
                    Arrays.stream(statuses).boxed().toList(),
                    next == null || backlog.hasEnded() ? DetachedSubscription.NOTHING : next,
                    backlog,
                    takeOvers > 0 ? heardBefore : host.push().heardAt(),
                    takeOvers);
        }
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.max(0, (long) (millis * 1e6)));
    }

    // ---- what the stack says

    @Override
    public void notified(ItemNotification notification) {
        arrived(new Backlog.Change(notification));
    }

    @Override
    public void duplicate() {
        connection().notice("the server at " + host.where() + " sent a message twice; it was dropped");
    }

    @Override
    public void lost() {
        connection()
                .notice("messages of the server at " + host.where()
                        + " are lost; all values are read again and marked Overflow");
        arrived(new Backlog.Gap());
    }

    /**
     * Behind an outage that was longer than the queues, values may be missing here. The mark of the server is not enough: Milo puts it
     * on the values that came last, so a queue's length behind the gap.
     */
    @Override
    public void republished() {
        double outageMillis = (System.nanoTime() - heardBefore) / 1e6;
        if (outageMillis > sampling.queuedMillis()) {
            connection()
                    .notice(
                            "the outage of %.1f s was longer than the queues at %s (%.1f s); the next value of each point is marked Overflow"
                                    .formatted(outageMillis / 1e3, host.where(), sampling.queuedMillis() / 1e3));
            arrived(new Backlog.Missed());
        }
    }

    @Override
    public void caughtUp() {
        takeOvers = 0;
        arrived(new Backlog.CaughtUp());
    }

    @Override
    public void ended(int status) {
        arrived(new Backlog.Ended(status));
    }

    @Override
    protected void connectionLost(ConnectorException cause) {
        arrived(new Backlog.Lost());
    }

    @Override
    protected long waitingBytes() {
        return backlog.bytes();
    }

    private void arrived(Backlog.Arrival arrival) {
        backlog.add(arrival);
        host.schedule(delivery);
    }

    // ---- delivering, on the connection's thread

    /** Delivers one thing that has arrived, if there is one; what is not taken stays. */
    void deliverNext() {
        Backlog from = backlog;
        from.lock().lock();
        try {
            Backlog.Arrival next = handover.isOver() ? null : from.take();
            if (next != null && isDelivered(next)) {
                from.done();
            }
        } finally {
            from.lock().unlock();
        }
    }

    /** What fails is over and done with, too, and marked: it would not be better the next time. */
    private boolean isDelivered(Backlog.Arrival next) {
        try {
            return deliver(next);
        } catch (MalformedFrameException e) {
            handover.missAll();
            host.fail(new MalformedFrameException("a notification of " + host.where(), e));
        } catch (ConnectorException e) {
            connection().notice("subscription at " + host.where() + ": " + e.getMessage() + "; its points stay Bad");
            handover.missAll();
            handover.bad(point -> e.status());
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            LOG.log(System.Logger.Level.ERROR, "delivering what came from " + host.where(), e);
            handover.missAll();
            host.fail(new ConnectionLostException(
                    "a notification of " + host.where() + " could not be delivered; the log says why", e));
        }
        return true;
    }

    private boolean deliver(Backlog.Arrival next) throws ConnectorException {
        if (next instanceof Backlog.Change change) {
            return handover.change(change);
        } else if (next instanceof Backlog.Refused) {
            return handover.bad(this::statusAt);
        } else if (next instanceof Backlog.Gap) {
            return handover.afterGap();
        } else if (next instanceof Backlog.Missed) {
            handover.missAll();
            return true;
        } else if (next instanceof Backlog.CaughtUp) {
            return handover.caughtUp();
        } else if (next instanceof Backlog.Ended ended) {
            connection()
                    .notice("the server at " + host.where() + " has ended a subscription ("
                            + StatusCode.name(ended.status()) + "); a new one is created");
            handover.expectNothing();
            handover.missAll();
            establish();
            return true;
        }
        return handover.bad(point -> StatusCode.BAD_NO_COMMUNICATION);
    }

    // ---- life

    @Override
    public SubscriptionSettings revised() {
        return revised;
    }

    @Override
    protected int status(int point) {
        synchronized (statuses) {
            return statuses[point];
        }
    }

    @Override
    protected void silence() {
        handover.silence();
    }

    @Override
    protected void endAtDevice() throws ConnectorException {
        host.push().delete(id());
    }

    /** The server's number of it; 0 for none. */
    long id() {
        PushService.Terms agreed = terms;
        return agreed == null ? 0 : agreed.id();
    }

    /** Takes a lock that is held while a sink is called, though not for ever; false when the sink did not return. */
    private static boolean isFree(ReentrantLock held) {
        try {
            return held.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
