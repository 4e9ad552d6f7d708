package io.taktstrom.ads.subscribe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.plan.GroupPlan;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * Makes a subscription, and renews it when its notifications became void: asks the device for notifications, and reads
 * each value once.
 *
 * <p>TwinCAT sends the value at subscription by itself, others do not. What was read is therefore held back until every
 * sample that the device took before must have come, and then delivered for the points of which none came: so the first
 * sample comes in any case, and no older value ever follows a newer one.
 */
public final class Subscribing implements Upkeep.Work {

    private static final long NANOS_PER_TICK = 100;
    private static final long MAX_TICKS = 0xFFFF_FFFFL;

    private final GuardedConnection<AdsGroup> connection;
    private final Entering entering;
    private final AdsBackend backend;
    private final Symbols symbols;
    private final AdsSubscriptions subscriptions;
    private final Upkeep upkeep;
    /** When {@link #check} was called last. */
    private long framesAtCheck;

    /** Has the connection know of a subscription, while it is being made: its sink may end either before that is over. */
    public interface Entering {
        void enter(AdsSubscription subscription) throws ConnectorException;
    }

    public Subscribing(
            GuardedConnection<AdsGroup> connection,
            Entering entering,
            AdsBackend backend,
            Symbols symbols,
            AdsSubscriptions subscriptions) {
        this.entering = entering;
        this.connection = connection;
        this.backend = backend;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.upkeep = new Upkeep(
                "takt-ads-upkeep-" + symbols.where(),
                this,
                failure -> subscriptions.notice("keep the subscriptions of " + symbols.where() + " alive: " + failure
                        + ", which was not foreseen; begins again"));
        subscriptions.bind(backend, symbols, this::complete, upkeep::look);
    }

    /** Renews nothing any more. */
    public void close() {
        upkeep.close();
    }

    public AdsSubscription subscribe(AdsGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        GroupPlan plan = group.plan();
        SubscriptionSettings revised = new SubscriptionSettings(
                wanted.trigger(), duration(ticks(wanted.cycle())), duration(ticks(wanted.maxDelay())));
        AdsSubscription subscription = new AdsSubscription(connection, group, revised, sink, subscriptions);
        subscriptions.add(subscription);
        try {
            entering.enter(subscription);
            arm(subscription, plan);
        } catch (ConnectorException e) {
            subscription.close();
            if (!subscription.endedBySink()) {
                throw e;
            }
        }
        upkeep.start();
        return subscription;
    }

    /** Has the device notify of what the plan found, and reads it; earlier notifications of the subscription go. */
    void arm(AdsSubscription subscription, GroupPlan plan) throws ConnectorException {
        synchronized (subscription.arming()) {
            boolean done = false;
            try {
                addAndRead(subscription, plan);
                done = true;
            } finally {
                if (!done) {
                    subscription.fail();
                }
            }
        }
    }

    private void addAndRead(AdsSubscription subscription, GroupPlan plan) throws ConnectorException {
        subscriptions.delete(subscription.take(), List.of());
        watchVersion(plan);
        int[] statuses = new int[subscription.group().size()];
        List<Watched> watched = new ArrayList<>();
        for (int point = 0; point < statuses.length; point++) {
            AdsVariable variable = plan.variable(point);
            statuses[point] = plan.status(point);
            if (variable != null) {
                watched.add(new Watched(subscription, point, variable, plan.epoch()));
            }
        }
        int number = subscription.nextRead();
        subscription.expect(plan.epoch(), statuses);
        int granted = subscriptions.budget().take(watched.size());
        List<AdsNotification> notifications = notifications(subscription.revised(), watched.subList(0, granted));
        BitSet polled = new BitSet();
        watched.subList(granted, watched.size()).forEach(one -> polled.set(one.point()));
        int[] results = statuses.clone();
        boolean wanted = false;
        try {
            backend.addNotifications(notifications);
            List<AdsNotification> refused = new ArrayList<>();
            for (int i = 0; i < granted; i++) {
                int status = AdsStatus.of(notifications.get(i).result());
                results[watched.get(i).point()] = status;
                if (canBePolled(notifications.get(i).result())) {
                    polled.set(watched.get(i).point());
                    refused.add(notifications.get(i));
                }
            }
            polled.stream().forEach(point -> results[point] = StatusCode.GOOD_OVERLOAD);
            notifications.removeIf(one -> canBePolled(one.result()));
            subscriptions.release(refused);
            wanted = subscription.begin(results, notifications);
        } finally {
            if (!wanted) {
                subscriptions.delete(notifications, List.of());
            }
        }
        deliverRead(subscription, number);
        if (wanted && !polled.isEmpty()) {
            poll(subscription, plan, polled, granted == watched.size());
        }
        if (plan.epoch() != symbols.epoch().number()) {
            // It ended before this subscription was known.
            subscriptions.epochEnded(AdsStatus.STALE);
        } else if (Arrays.stream(results).anyMatch(Subscribing::isVoid) || isNothingAnswered()) {
            symbols.epoch().invalidate(plan.epoch());
        }
    }

    /**
     * Whether the device itself, and not a router on the way or we, will not notify: for want of resources, for good, or for a
     * reason of its own that reading may not have (0x700). Not when variables have moved: then all is resolved again.
     */
    private static boolean canBePolled(int code) {
        return code >= AdsErrorCode.DEVICE_ERROR && code < AdsErrorCode.CLIENT_ERROR && !AdsStatus.isStale(code);
    }

    private void poll(AdsSubscription subscription, GroupPlan plan, BitSet polled, boolean refused)
            throws ConnectorException {
        PolledPoints rest = new PolledPoints(backend, connection.clock(), symbols, subscription, plan, polled);
        subscriptions.notice(polled.cardinality() + " of "
                + Counted.of(subscription.group().size(), "point")
                + " of a subscription " + (polled.cardinality() == 1 ? "is" : "are") + " polled every " + rest.cycle()
                + ": "
                + (refused
                        ? "the device refuses more notifications"
                        : "the option maxNotifications="
                                + subscriptions.budget().most() + " allows no more")
                + "; poll slow points, or use fewer");
        rest.start();
    }

    /** Whether a point's status is that of one that must be resolved again. */
    private static boolean isVoid(int status) {
        return status == AdsStatus.STALE || status == StatusCode.BAD_NO_COMMUNICATION;
    }

    /**
     * Whether the device has answered for no point at all in time: it was too busy, and is asked again. Where it answers for some, one
     * that it never answers for must not cost the others their values again and again.
     */
    private boolean isNothingAnswered() {
        return subscriptions.snapshot().stream()
                .flatMapToInt(one -> IntStream.range(0, one.group().size()).map(one::statusAt))
                .allMatch(status -> status == StatusCode.BAD_TIMEOUT);
    }

    private void watchVersion(GroupPlan plan) throws ConnectorException {
        int version = plan.reads().version();
        subscriptions.watchVersion(
                version == SymbolVersion.NONE ? symbols.version().read() : version, plan.epoch());
    }

    private List<AdsNotification> notifications(SubscriptionSettings revised, List<Watched> watched) {
        int[] keys = subscriptions.enter(watched);
        List<AdsNotification> notifications = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            notifications.add(notification(watched.get(i).variable(), revised, keys[i]));
        }
        return notifications;
    }

    /** Reads the values, and delivers them where no newer sample comes. */
    private void deliverRead(AdsSubscription subscription, int number) throws ConnectorException {
        SampleBatch batch = subscription.group().newBatch();
        connection.read(subscription.group(), batch);
        for (int i = 0; i < batch.size(); i++) {
            int status = subscription.statusAt(batch.pointAt(i));
            if (StatusCode.isBad(status)) {
                batch.setStatusAt(i, status);
            }
        }
        long hold = subscription.revised().maxDelay().toNanos() + backend.onItsWayNanos();
        backend.callLater(hold, () -> subscription.deliverRead(number, batch));
    }

    /** Brings a subscription up to date after samples were lost; on the receiving thread. */
    void complete(AdsSubscription subscription) {
        try {
            deliverRead(subscription, subscription.nextRead());
        } catch (ConnectorException e) {
            subscriptions.notice("bring a subscription up to date: " + e.getMessage());
        }
    }

    private static AdsNotification notification(AdsVariable variable, SubscriptionSettings revised, int key) {
        int mode = revised.trigger() == SubscriptionSettings.Trigger.CYCLIC
                ? TransmissionMode.CYCLIC
                : TransmissionMode.ON_CHANGE;
        return new AdsNotification(
                variable.indexGroup(),
                variable.indexOffset(),
                variable.bytes(),
                mode,
                (int) ticks(revised.maxDelay()),
                (int) ticks(revised.cycle()),
                key);
    }

    private static long ticks(Duration duration) {
        if (duration.compareTo(duration(MAX_TICKS)) > 0) {
            return MAX_TICKS;
        }
        return duration.toNanos() / NANOS_PER_TICK;
    }

    private static Duration duration(long ticks) {
        return Duration.ofNanos(ticks * NANOS_PER_TICK);
    }

    // ---- upkeep

    @Override
    public boolean isNeeded() {
        return !subscriptions.isEmpty();
    }

    /** Only in silence: an answer must not push the samples aside that a slow sink is yet to take. */
    @Override
    public void check() throws ConnectorException {
        long now = subscriptions.frames();
        if (now == framesAtCheck && !subscriptions.isDelivering()) {
            int seen = symbols.epoch().number();
            boolean versioned = subscriptions.versionEpoch() == seen;
            symbols.version().check(versioned ? subscriptions.version() : SymbolVersion.NONE, seen);
        }
        framesAtCheck = now;
    }

    @Override
    public boolean renew() throws ConnectorException {
        if (!isWell() && !symbols.version().isReady()) {
            return false;
        }
        boolean renewed = false;
        for (AdsSubscription subscription : subscriptions.snapshot()) {
            if (subscription.isVoid() && !subscription.isClosed()) {
                arm(subscription, subscription.group().plan());
                renewed = true;
            }
        }
        if (renewed && isWell()) {
            subscriptions.notice(symbols.at("all points are subscribed again, to the current variables"));
        }
        return isWell();
    }

    private boolean isWell() {
        return subscriptions.snapshot().stream().allMatch(one -> one.isClosed() || !one.isVoid());
    }

    @Override
    public boolean isOver() {
        try {
            backend.requireOpen();
            return false;
        } catch (ConnectionLostException e) {
            return true;
        }
    }
}
