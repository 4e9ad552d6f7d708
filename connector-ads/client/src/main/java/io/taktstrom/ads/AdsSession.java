package io.taktstrom.ads;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsBackends;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.plan.GroupPlan;
import io.taktstrom.ads.plan.GroupWrite;
import io.taktstrom.ads.plan.Planner;
import io.taktstrom.ads.plan.ReadPlan;
import io.taktstrom.ads.plan.RequestLimits;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.subscribe.Subscribing;
import io.taktstrom.ads.subscribe.Subscriptions;
import io.taktstrom.ads.symbol.Allowance;
import io.taktstrom.ads.symbol.SymbolEpoch;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
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
    private final Planner planner;
    private final Subscriptions subscriptions;
    private final Subscribing subscribing;
    private final MemoryGrant memory;
    private final Set<AdsGroup> groups = ConcurrentHashMap.newKeySet();
    private final AtomicReference<GroupWrite> spareWrite = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private AdsSession(
            AdsBackend backend,
            String where,
            Symbols symbols,
            Subscriptions subscriptions,
            ConnectContext context,
            MemoryGrant memory,
            RequestLimits limits) {
        super(backend, where, symbols);
        this.backend = backend;
        this.where = where;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
        this.memory = memory;
        this.planner = new Planner(symbols, memory, observer::onNotice, limits);
        this.subscribing = new Subscribing(backend, clock, symbols, subscriptions, this::read);
    }

    static AdsSession open(BackendSettings settings, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        ConnectionObserver observer = context.observer();
        Subscriptions subscriptions =
                new Subscriptions(observer::onNotice, AdsOptions.MAX_NOTIFICATIONS.of(endpoint));
        AdsBackend backend =
                switch (AdsOptions.BACKEND.of(endpoint)) {
                    case "auto", "java" -> RouterLinks.open(settings, subscriptions);
                    default -> AdsBackends.open(AdsOptions.wantedBackend(endpoint), settings, subscriptions);
                };
        RequestLimits limits = new RequestLimits(
                AdsOptions.MAX_SUM_COMMANDS.of(endpoint),
                AdsOptions.MAX_FRAME_BYTES.of(endpoint),
                AdsOptions.MAX_IN_FLIGHT.of(endpoint));
        String where = settings.target().toString();
        Allowance allowance = Allowance.of(endpoint, context.clock());
        SymbolEpoch epoch = new SymbolEpoch(where, observer::onNotice, subscriptions::epochEnded);
        Symbols symbols = new Symbols(backend, where, observer::onNotice, epoch, limits.inFlight(), allowance);
        return new AdsSession(backend, where, symbols, subscriptions, context, allowance.memory(), limits);
    }

    // ---- groups

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        requireOpen();
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + where + ": no points given");
        }
        long start = start();
        AdsGroup group = planner.plan(points, this::closed);
        groups.add(group);
        tell(Operation.RESOLVE, start);
        return group;
    }

    private void closed(AdsGroup group) {
        groups.remove(group);
        subscriptions.endAll(group);
        group.release();
    }

    private void requireOpen() throws ConnectionLostException {
        if (closed.get()) {
            throw new ConnectionLostException("the connection to " + where + " was closed");
        }
        backend.requireOpen();
    }

    private AdsGroup own(PointGroup group) throws ConnectorException {
        requireOpen();
        if (group instanceof AdsGroup own && own.isOf(planner) && !own.isClosed()) {
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
        GroupPlan plan = own.plan();
        ReadPlan.Outcome outcome = plan.reads().read(backend, clock, own, into);
        if (outcome == ReadPlan.Outcome.NO_SUMS) {
            planner.doWithoutSums();
            plan = own.plan();
            outcome = plan.reads().read(backend, clock, own, into);
        }
        if (outcome == ReadPlan.Outcome.STALE) {
            symbols.epoch().invalidate(plan.epoch());
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
        GroupPlan plan = own.plan();
        work.write(backend, plan, planner.limits(), values, statusOut);
        if (work.noSums()) {
            planner.doWithoutSums();
        }
        if (work.stale()) {
            symbols.epoch().invalidate(plan.epoch());
        }
        if (observed) {
            observer.onRoundTrips(work.roundTrips());
        }
        spareWrite.set(work);
        tell(Operation.WRITE, start);
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        AdsGroup own = own(group);
        long start = start();
        Subscription subscription = subscribing.subscribe(own, wanted, sink);
        tell(Operation.SUBSCRIBE, start);
        return subscription;
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
            subscribing.close();
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
