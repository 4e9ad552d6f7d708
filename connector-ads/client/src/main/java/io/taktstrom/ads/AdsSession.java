package io.taktstrom.ads;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsBackends;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.plan.GroupPlan;
import io.taktstrom.ads.plan.GroupWrite;
import io.taktstrom.ads.plan.Planner;
import io.taktstrom.ads.plan.AdsReadPlan;
import io.taktstrom.ads.plan.RequestLimits;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.subscribe.AdsSubscription;
import io.taktstrom.ads.subscribe.Subscribing;
import io.taktstrom.ads.subscribe.AdsSubscriptions;
import io.taktstrom.ads.symbol.Allowance;
import io.taktstrom.ads.symbol.SymbolEpoch;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings;

/** One live connection to one ADS server: groups, and how they are read and written. */
final class AdsSession extends AdsCommands {

    private final AdsBackend backend;
    private final Symbols symbols;
    private final Planner planner;
    private final AdsSubscriptions subscriptions;
    private final Subscribing subscribing;
    private final ObjectPool<GroupWrite> writes = new ObjectPool<>(GroupWrite::new);

    private AdsSession(
            AdsBackend backend,
            Symbols symbols,
            AdsSubscriptions subscriptions,
            ConnectContext context,
            MemoryBudget memory,
            RequestLimits limits) {
        super(backend, symbols, memory, context);
        this.backend = backend;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.planner = new Planner(symbols, memory, this::notice, limits);
        this.subscribing = new Subscribing(this, this::enter, backend, symbols, subscriptions);
        endWith(backend.closed());
    }

    static AdsSession open(BackendSettings settings, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        ConnectionObserver observer = context.observer();
        AdsSubscriptions subscriptions = new AdsSubscriptions(observer::onNotice, AdsOptions.MAX_NOTIFICATIONS.of(endpoint));
        AdsBackend backend = switch (AdsOptions.BACKEND.of(endpoint)) {
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
        return new AdsSession(backend, symbols, subscriptions, context, allowance.memory(), limits);
    }

    @Override
    protected void requireLink() throws ConnectorException {
        backend.requireOpen();
    }

    @Override
    protected AdsGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        return planner.plan(this, settle(points));
    }

    @Override
    protected void readGroup(AdsGroup group, SampleBatch into) throws ConnectorException {
        GroupPlan plan = group.plan();
        AdsReadPlan.Outcome outcome = plan.reads().read(backend, clock(), group, into);
        if (outcome == AdsReadPlan.Outcome.NO_SUMS) {
            planner.doWithoutSums();
            plan = group.plan();
            outcome = plan.reads().read(backend, clock(), group, into);
        }
        if (outcome == AdsReadPlan.Outcome.STALE) {
            symbols.epoch().invalidate(plan.epoch());
            plan.markStale(into);
        }
        roundTrips(plan.reads().roundTrips());
    }

    @Override
    protected void writeGroup(AdsGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        GroupPlan plan = group.plan();
        GroupWrite work = writes.take();
        work.write(backend, plan, planner.limits(), values, statusOut);
        if (work.noSums()) {
            planner.doWithoutSums();
        }
        if (work.stale()) {
            symbols.epoch().invalidate(plan.epoch());
        }
        roundTrips(work.roundTrips());
        writes.giveBack(work);
    }

    @Override
    protected AdsSubscription openSubscription(AdsGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        return subscribing.subscribe(group, wanted, sink);
    }

    @Override
    protected BrowseCursor openBrowse(BrowseFilter filter) throws ConnectorException {
        return symbols.browse(filter);
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        State state = readState();
        Device device = readDeviceInfo();
        return new DeviceInfo(
                device.name(),
                device.majorVersion() + "." + device.minorVersion() + "." + device.build(),
                AdsState.name(state.adsState()),
                Map.of("amsAddress", where(), "deviceState", String.valueOf(state.deviceState())));
    }

    @Override
    protected void endSubscriptions(List<GuardedSubscription<AdsGroup>> silenced) {
        subscriptions.end(silenced);
    }

    /** The thread that receives tells them, behind the last samples. */
    @Override
    protected void tellLoss(ConnectorException cause) {
        // Nothing is left to be told.
    }

    @Override
    protected void deliverAll(Duration limit) {
        subscriptions.deliverAll(limit);
    }

    /** Sessions share the connection to their router, and with it a device's notifications would live on. */
    @Override
    protected boolean mustRelease() {
        return true;
    }

    @Override
    public long waitingBytes() {
        return super.waitingBytes() + backend.waitingBytes();
    }

    @Override
    protected void disconnect() {
        subscribing.close();
        backend.close();
        symbols.close();
    }

    /** What its device has cost so far. */
    MemoryBudget granted() {
        return memory();
    }

    @Override
    public String toString() {
        return "ADS connection to " + where();
    }
}
