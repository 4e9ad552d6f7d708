package io.taktstrom.ads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.ads.adslib.AdsLibraries;
import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.engine.BackendSettings;
import io.taktstrom.ads.engine.NotificationListener;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.engine.RouterMode;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Holding;
import io.taktstrom.kit.MemoryGrant;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** One live connection to one ADS server: groups, and how they are read and written. */
final class AdsSession extends AdsCommands {

    /** How long giving up waits for sinks. */
    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    private final AdsBackend backend;
    private final String where;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final boolean observed;
    private final Symbols symbols;
    private final Subscriptions subscriptions;
    private final Subscribing subscribing;
    private final Upkeep upkeep;
    private final MemoryGrant memory;
    private final Set<AdsGroup> groups = ConcurrentHashMap.newKeySet();
    private final AtomicReference<GroupWrite> spareWrite = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile ReadPlan.Limits limits;

    private AdsSession(
            AdsBackend backend,
            String where,
            Symbols symbols,
            Subscriptions subscriptions,
            ConnectContext context,
            MemoryGrant memory,
            ReadPlan.Limits limits) {
        super(backend, where, symbols);
        this.backend = backend;
        this.where = where;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
        this.memory = memory;
        this.limits = limits;
        this.subscribing = new Subscribing(backend, clock, symbols, subscriptions, this::read);
        this.upkeep = new Upkeep(
                "takt-ads-upkeep-" + where,
                new Renewal(),
                clock,
                failure -> observer.onNotice("keep the subscriptions of " + where + " alive: " + failure
                        + ", which was not foreseen; begins again"));
    }

    static AdsSession open(BackendSettings settings, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        Subscriptions subscriptions = new Subscriptions(
                context.observer()::onNotice, new NotificationBudget(AdsOptions.MAX_NOTIFICATIONS.of(endpoint)));
        AdsBackend backend = backend(settings, endpoint, subscriptions);
        ReadPlan.Limits limits = new ReadPlan.Limits(
                AdsOptions.MAX_SUM_COMMANDS.of(endpoint),
                AdsOptions.MAX_FRAME_BYTES.of(endpoint),
                AdsOptions.MAX_IN_FLIGHT.of(endpoint));
        String where = settings.target().toString();
        Allowance allowance = Allowance.of(endpoint, context.clock());
        Symbols symbols = new Symbols(
                backend, where, context.observer()::onNotice, subscriptions::epochEnded, limits.inFlight(), allowance);
        AdsSession session =
                new AdsSession(backend, where, symbols, subscriptions, context, allowance.memory(), limits);
        subscriptions.bind(backend, symbols, session.subscribing::complete, session.upkeep::look);
        return session;
    }

    private static AdsBackend backend(BackendSettings settings, Endpoint endpoint, NotificationListener listener)
            throws ConnectorException {
        String wanted = AdsOptions.BACKEND.of(endpoint);
        return switch (wanted) {
            case "auto", "java" -> RouterLinks.open(settings, listener);
            default -> {
                if (settings.mode() == RouterMode.LOCAL) {
                    throw new InvalidRequestException("connect to " + settings.target() + ": router: local is for"
                            + " backend: java; a native library goes its own way to a router");
                }
                String library = AdsOptions.LIBRARY.of(endpoint);
                String isolation = AdsOptions.ISOLATION.of(endpoint);
                yield isolation.equals("process")
                        ? AdsLibraries.openIsolated(wanted, library, settings, listener)
                        : AdsLibraries.open(wanted, library, settings, listener, isolation.equals("none"));
            }
        };
    }

    // ---- groups

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        requireOpen();
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + where + ": no points given");
        }
        long start = start();
        AdsGroup group = grouped(points);
        groups.add(group);
        tell(Operation.RESOLVE, start);
        return group;
    }

    private AdsGroup grouped(List<DataPoint> points) throws ConnectorException {
        Symbols.Resolved resolved = symbols.resolve(points);
        Holding held = new Holding(memory);
        AdsGroup group = null;
        try {
            List<Resolution> granted = ValueMemory.grant(symbols, memory, held, points, resolved.resolutions());
            group = new AdsGroup(this, points, plan(resolved, granted), held);
            return group;
        } finally {
            if (group == null) {
                held.close();
            }
        }
    }

    private AdsGroup.Plan plan(Symbols.Resolved resolved, List<Resolution> resolutions) {
        for (Resolution resolution : resolutions) {
            if (!resolution.problem().isEmpty()) {
                observer.onNotice(resolution.problem());
            }
        }
        ReadPlan.Limits current = limits;
        ReadPlan reads = new ReadPlan(resolutions, resolved.version(), current);
        WriteTargets writes = new WriteTargets(symbols, resolutions, resolved.version(), resolved.epoch());
        return new AdsGroup.Plan(resolved.epoch(), current, resolutions, reads, writes);
    }

    /** The group's plan, made anew if the variables may have moved since. */
    private AdsGroup.Plan plan(AdsGroup group) throws ConnectorException {
        AdsGroup.Plan plan = group.plan();
        return isCurrent(plan) ? plan : replan(group);
    }

    private boolean isCurrent(AdsGroup.Plan plan) {
        return plan.epoch() == symbols.epoch() && plan.limits().equals(limits);
    }

    private AdsGroup.Plan replan(AdsGroup group) throws ConnectorException {
        synchronized (group) {
            AdsGroup.Plan old = group.plan();
            if (isCurrent(old)) {
                return old;
            }
            Symbols.Resolved resolved = symbols.resolve(group.points());
            List<Resolution> kept = new ArrayList<>();
            for (int i = 0; i < group.size(); i++) {
                kept.add(keepType(group, i, old, resolved.resolutions().get(i)));
            }
            AdsGroup.Plan plan = plan(resolved, kept);
            group.setPlan(plan);
            release(old);
            return plan;
        }
    }

    /** The types of a group stay, so a variable of another type is not for it. */
    private Resolution keepType(AdsGroup group, int point, AdsGroup.Plan old, Resolution found) {
        Variable variable = found.variable();
        if (variable == null || variable.type().equals(group.typeAt(point))) {
            return found;
        }
        if (old.isLimited(point)) {
            return old.resolutions().get(point);
        }
        boolean known = old.variable(point) != null;
        return Resolution.bad(
                StatusCode.BAD_TYPE_MISMATCH,
                group.points().get(point).address() + " at " + where + (known ? " has become " : " is there now, as ")
                        + variable.type().text() + "; "
                        + (known ? "" : "state that type at the point, or ")
                        + "connect anew to use it so");
    }

    /** A group was closed. */
    void closed(AdsGroup group) {
        groups.remove(group);
        subscriptions.endAll(group);
        release(group.plan());
    }

    /** Gives handles back, as far as the device still answers. */
    private void release(AdsGroup.Plan plan) {
        try {
            for (Resolution resolution : plan.resolutions()) {
                Variable variable = resolution.variable();
                if (variable != null) {
                    symbols.release(variable);
                }
            }
            plan.writes().release();
        } catch (ConnectionLostException e) {
            // With the connection the device forgets them; that it is lost is told by its end, once.
        } catch (ConnectorException e) {
            observer.onNotice("release handles at " + where + ": " + e.getMessage());
        }
    }

    private void requireOpen() throws ConnectionLostException {
        if (closed.get()) {
            throw new ConnectionLostException("the connection to " + where + " was closed");
        }
        backend.requireOpen();
    }

    private AdsGroup own(PointGroup group) throws ConnectorException {
        requireOpen();
        if (group instanceof AdsGroup own && own.session() == this && !own.isClosed()) {
            return own;
        }
        throw new InvalidRequestException(
                "the group is closed, or of another connection than the one to " + where + "; resolve its points here");
    }

    // ---- values

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        AdsGroup own = own(group);
        if (into.capacity() < own.size() || into.arenaCapacity() < own.arenaBytes()) {
            throw new InvalidRequestException("read at " + where + ": a batch of " + into.capacity() + " samples and "
                    + into.arenaCapacity() + " arena bytes is too small for " + own.size() + " and "
                    + own.arenaBytes() + "; use PointGroup.newBatch");
        }
        long start = start();
        into.reset(own, SampleBatch.NO_TIME, 0);
        AdsGroup.Plan plan = plan(own);
        ReadPlan.Outcome outcome = plan.reads().read(backend, clock, own, into);
        if (outcome == ReadPlan.Outcome.NO_SUMS) {
            doWithoutSums();
            plan = plan(own);
            outcome = plan.reads().read(backend, clock, own, into);
        }
        if (outcome == ReadPlan.Outcome.STALE) {
            symbols.invalidate(plan.epoch());
            plan.markStale(into);
        }
        if (observed) {
            observer.onRoundTrips(plan.reads().roundTrips());
        }
        tell(Operation.READ, start);
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        AdsGroup own = own(group);
        if (!values.isEmpty() && values.group() != own) {
            throw new InvalidRequestException("write at " + where + ": the batch has samples of another group");
        }
        if (statusOut.length < values.size()) {
            throw new InvalidRequestException("write at " + where + ": room for " + statusOut.length + " statuses, but "
                    + values.size() + " samples");
        }
        long start = start();
        GroupWrite spare = spareWrite.getAndSet(null);
        GroupWrite work = spare == null ? new GroupWrite() : spare;
        AdsGroup.Plan plan = plan(own);
        work.write(backend, plan, limits, values, statusOut);
        if (work.noSums() && limits.sumCommands() > 1) {
            doWithoutSums();
        }
        if (work.stale()) {
            symbols.invalidate(plan.epoch());
        }
        if (observed) {
            observer.onRoundTrips(work.roundTrips());
        }
        spareWrite.set(work);
        tell(Operation.WRITE, start);
    }

    private synchronized void doWithoutSums() {
        if (limits.sumCommands() > 1) {
            limits = limits.withoutSums();
            observer.onNotice(where + " knows no sum commands; points are read and written one by one from now on");
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        AdsGroup own = own(group);
        long start = start();
        AdsSubscription subscription = subscribing.subscribe(own, plan(own), wanted, sink);
        upkeep.start();
        tell(Operation.SUBSCRIBE, start);
        return subscription;
    }

    private final class Renewal implements Upkeep.Work {

        private long frames;

        @Override
        public boolean isNeeded() {
            return !subscriptions.isEmpty();
        }

        /** Only in silence: an answer must not push the samples aside that a slow sink is yet to take. */
        @Override
        public void check() throws ConnectorException {
            long now = subscriptions.frames();
            if (now == frames && !subscriptions.isDelivering()) {
                int seen = symbols.epoch();
                boolean versioned = subscriptions.versionEpoch() == seen;
                symbols.check(versioned ? subscriptions.version() : Symbols.NO_VERSION, seen);
            }
            frames = now;
        }

        @Override
        public boolean renew() throws ConnectorException {
            if (!isWell() && !symbols.isReady()) {
                return false;
            }
            boolean renewed = false;
            for (AdsSubscription subscription : subscriptions.snapshot()) {
                if (subscription.isVoid() && !subscription.isClosed()) {
                    subscribing.arm(subscription, plan(subscription.group()));
                    renewed = true;
                }
            }
            if (renewed && isWell()) {
                observer.onNotice(where + ": all is subscribed anew, to the variables as they are now");
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
                return closed.get();
            } catch (ConnectionLostException e) {
                return true;
            }
        }
    }

    // ---- device

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        requireOpen();
        long start = start();
        BrowseCursor cursor = symbols.browse(filter);
        tell(Operation.BROWSE, start);
        return cursor;
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        State state = readState();
        Device device = readDeviceInfo();
        return new DeviceInfo(
                device.name(),
                device.majorVersion() + "." + device.minorVersion() + "." + device.build(),
                AdsState.name(state.adsState()),
                Map.of("amsAddress", where, "deviceState", String.valueOf(state.deviceState())));
    }

    @Override
    public CompletionStage<Void> closed() {
        return backend.closed();
    }

    @Override
    public void abandon() {
        if (!closed.get()) {
            subscriptions.deliverAll(LONGEST_DELIVERY);
        }
        close();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            upkeep.close();
            subscriptions.endAll(null);
            groups.forEach(AdsGroup::close);
            backend.close();
            symbols.close();
        }
    }

    /** What its device has cost so far. */
    MemoryGrant memory() {
        return memory;
    }

    @Override
    public String toString() {
        return "ADS connection to " + where;
    }

    private long start() {
        return observed ? clock.nanoTime() : 0;
    }

    private void tell(Operation operation, long start) {
        if (observed) {
            observer.onRequest(operation, clock.nanoTime() - start);
        }
    }
}
