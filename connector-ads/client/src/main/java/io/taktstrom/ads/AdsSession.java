package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsBackends;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.method.AdsMethods;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.plan.AdsReadPlan;
import io.taktstrom.ads.plan.GroupPlan;
import io.taktstrom.ads.plan.GroupWrite;
import io.taktstrom.ads.plan.Planner;
import io.taktstrom.ads.plan.RequestLimits;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.subscribe.AdsSubscription;
import io.taktstrom.ads.subscribe.AdsSubscriptions;
import io.taktstrom.ads.subscribe.Subscribing;
import io.taktstrom.ads.symbol.Allowance;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.SymbolEpoch;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.GuardedConnection;
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
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.SubscriptionSettings;

/** One live connection to one ADS server: groups, how they are read and written, and the commands as callers see them. */
final class AdsSession extends GuardedConnection<AdsGroup> implements AdsConnection {

    private static final int DEVICE_BYTES = 20;
    private static final int NAME_OFFSET = 4;

    private final AdsBackend backend;
    private final Symbols symbols;
    private final Planner planner;
    private final AdsSubscriptions subscriptions;
    private final Subscribing subscribing;
    private final AdsMethods methods;
    private final ObjectPool<GroupWrite> writes = new ObjectPool<>(GroupWrite::new);

    private AdsSession(
            AdsBackend backend,
            Symbols symbols,
            AdsSubscriptions subscriptions,
            ConnectContext context,
            MemoryBudget memory,
            RequestLimits limits) {
        super("ads", symbols.where(), memory, context);
        this.backend = backend;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.planner = new Planner(symbols, this::notice, limits);
        this.subscribing = new Subscribing(this, this::enter, backend, symbols, subscriptions);
        this.methods = new AdsMethods(backend, symbols, context.clock(), limits.frameBytes());
        endWith(backend.closed());
    }

    static AdsSession open(BackendSettings settings, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        ConnectionObserver observer = context.observer();
        AdsSubscriptions subscriptions =
                new AdsSubscriptions(observer::onNotice, AdsOptions.MAX_NOTIFICATIONS.of(endpoint));
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
    public DeviceMethod method(String object, String method) throws ConnectorException {
        requireOpen();
        return methods.find(object, method);
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

    // ---- commands: a refusal is an exception

    @Override
    public void read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException {
        check(backend.read(indexGroup, indexOffset, into), "read", indexGroup, indexOffset);
    }

    @Override
    public void write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException {
        check(backend.write(indexGroup, indexOffset, from), "write", indexGroup, indexOffset);
    }

    @Override
    public void readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException {
        check(backend.readWrite(indexGroup, indexOffset, from, into), "readWrite", indexGroup, indexOffset);
    }

    private void check(int code, String verb, int indexGroup, int indexOffset) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(
                    verb + " 0x" + Integer.toHexString(indexGroup) + ":0x" + Integer.toHexString(indexOffset) + " at "
                            + where(),
                    code);
        }
    }

    @Override
    public void read(String name, ByteBuffer into) throws ConnectorException {
        AdsVariable variable = variable(name, "read");
        int limit = into.limit();
        try {
            into.limit(into.position() + Math.min(into.remaining(), variable.bytes()));
            check(backend.read(variable.indexGroup(), variable.indexOffset(), into), "read", name);
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public void write(String name, ByteBuffer from) throws ConnectorException {
        AdsVariable variable = variable(name, "write");
        if (from.remaining() != variable.bytes()) {
            throw new InvalidRequestException("write " + name + " at " + where() + ": " + from.remaining()
                    + " bytes given, it has " + variable.bytes());
        }
        AdsVariable[] target = {variable};
        if (variable.movable()) {
            // What lies at its address may be another variable by now; its handle is its own.
            symbols.handles().open(List.of(DataPoint.of(name)), List.of(0), target);
        }
        try {
            if (target[0].isSharedBit()) {
                throw new InvalidRequestException(
                        "write " + name + " at " + where() + ": it is one bit of a byte, and the"
                                + " device gives no handle for it; write it as a point, by resolve and write");
            }
            check(backend.write(target[0].indexGroup(), target[0].indexOffset(), from), "write", name);
        } finally {
            symbols.handles().release(target[0]);
        }
    }

    private AdsVariable variable(String name, String verb) throws ConnectorException {
        Resolution found =
                symbols.resolve(List.of(DataPoint.of(name))).resolutions().get(0);
        AdsVariable variable = found.variable();
        if (variable == null) {
            throw new DeviceErrorException(verb + " " + found.problem(), found.status(), found.status());
        }
        return variable;
    }

    private void check(int code, String verb, String name) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            if (AdsStatus.isStale(code)) {
                symbols.epoch().invalidate(symbols.epoch().number());
            }
            throw AdsStatus.refused(verb + " " + name + " at " + where(), code);
        }
    }

    @Override
    public int openHandle(String name) throws ConnectorException {
        ByteBuffer from = ByteBuffer.wrap(AdsBuffers.zeroTerminated(name));
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        check(backend.readWrite(IndexGroup.HANDLE_BY_NAME, 0, from, into), "open a handle for", name);
        return complete(into, "a handle").getInt(0);
    }

    @Override
    public void readHandle(int handle, ByteBuffer into) throws ConnectorException {
        read(IndexGroup.VALUE_BY_HANDLE, handle, into);
    }

    @Override
    public void writeHandle(int handle, ByteBuffer from) throws ConnectorException {
        write(IndexGroup.VALUE_BY_HANDLE, handle, from);
    }

    @Override
    public void releaseHandle(int handle) throws ConnectorException {
        write(IndexGroup.RELEASE_HANDLE, 0, AdsBuffers.heap(Integer.BYTES).putInt(0, handle));
    }

    @Override
    public State readState() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        check(backend.readState(into), "read the state");
        complete(into, "the state");
        return new State(Short.toUnsignedInt(into.getShort(0)), Short.toUnsignedInt(into.getShort(2)));
    }

    @Override
    public void writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException {
        check(backend.writeControl(adsState, deviceState, from), "change the state");
    }

    @Override
    public Device readDeviceInfo() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(DEVICE_BYTES);
        check(backend.readDeviceInfo(into), "read the device info");
        if (into.position() < NAME_OFFSET) {
            throw incomplete(into, "the device info");
        }
        // Not all servers fill the name up to its 16 bytes.
        byte[] name = new byte[into.position() - NAME_OFFSET];
        into.get(NAME_OFFSET, name);
        return new Device(
                AdsBuffers.text(name),
                Byte.toUnsignedInt(into.get(0)),
                Byte.toUnsignedInt(into.get(1)),
                Short.toUnsignedInt(into.getShort(2)));
    }

    private void check(int code, String what) throws DeviceErrorException {
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(what + " of " + where(), code);
        }
    }

    private ByteBuffer complete(ByteBuffer into, String what) throws MalformedFrameException {
        if (into.hasRemaining()) {
            throw incomplete(into, what);
        }
        return into;
    }

    private MalformedFrameException incomplete(ByteBuffer into, String what) {
        return new MalformedFrameException(what + " of " + where() + " has only " + into.position() + " bytes", 0);
    }
}
