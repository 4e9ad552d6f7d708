package io.taktstrom.opcua;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.address.Namespaces;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.address.Resolver;
import io.taktstrom.opcua.address.UaBrowseCursor;
import io.taktstrom.opcua.method.MethodCalls;
import io.taktstrom.opcua.plan.PastValues;
import io.taktstrom.opcua.plan.ReadPlan;
import io.taktstrom.opcua.plan.WritePlan;
import io.taktstrom.opcua.service.NodeIds;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.subscribe.SamplingDefaults;
import io.taktstrom.opcua.subscribe.SessionTransfer;
import io.taktstrom.opcua.subscribe.Subscriptions;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.SubscriptionSettings;

/** One live session with one OPC UA server. */
final class UaSession extends GuardedConnection<UaGroup> implements OpcUaConnection {

    private static final List<String> STATES = List.of(
            "RUNNING", "FAILED", "NO_CONFIGURATION", "SUSPENDED", "SHUTDOWN", "TEST", "COMMUNICATION_FAULT", "UNKNOWN");

    private final Services services;
    private final UaLink link;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final MethodCalls methods;
    private final Subscriptions<UaGroup> pushed;
    private final ObjectPool<ReadPlan.Filler> fillers = new ObjectPool<>(ReadPlan.Filler::new);

    UaSession(
            Services services,
            Shapes shapes,
            SamplingDefaults defaults,
            SessionTransfer transfer,
            ConnectContext context) {
        super("opcua", services.link().where(), services.link().memory(), context);
        this.services = services;
        this.link = services.link();
        this.namespaces = new Namespaces(services.namespaces());
        this.resolver = new Resolver(services, namespaces, shapes);
        this.methods = new MethodCalls(services, namespaces, shapes, clock());
        this.pushed = new Subscriptions<>(this, services, defaults, transfer);
        endWith(link.closed());
    }

    Services services() {
        return services;
    }

    UaLink link() {
        return link;
    }

    /** What the connection that takes this one's place gets. */
    SessionTransfer left() {
        return pushed.left(subscriptions());
    }

    // ---- groups and values

    @Override
    protected void requireLink() throws ConnectorException {
        link.requireOpen();
    }

    @Override
    protected UaGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        ResolvedPoints resolved = new ResolvedPoints(points, resolver.resolve(points, link.deadline(), this::notice));
        SettledPoints settled = settle(points);
        for (int point = 0; point < resolved.size(); point++) {
            settled.set(point, resolved.typeAt(point), resolved.at(point).status());
        }
        return new UaGroup(this, settled, resolved);
    }

    @Override
    protected void readGroup(UaGroup group, SampleBatch into) throws ConnectorException {
        ReadPlan.Filler filler = fillers.take();
        try {
            group.reads.read(services.attributes(), into, filler);
        } finally {
            fillers.giveBack(filler);
        }
    }

    @Override
    protected void writeGroup(UaGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        WritePlan.write(group.resolved, values, statusOut, services);
    }

    @Override
    protected GuardedSubscription<UaGroup> openSubscription(UaGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        return pushed.open(group, group.resolved, wanted, sink, this::enter);
    }

    // ---- what is OPC UA's own

    @Override
    public DeviceMethod method(String object, String method) throws ConnectorException {
        requireOpen();
        return methods.find(object, method);
    }

    @Override
    public long history(PointGroup group, int point, Instant from, Instant to, SampleSink sink)
            throws ConnectorException {
        UaGroup own = own(group, "read a history");
        return PastValues.read(services, own, own.resolved, point, from, to, clock(), sink);
    }

    // ---- device

    @Override
    protected BrowseCursor openBrowse(BrowseFilter filter) {
        return new UaBrowseCursor(services, namespaces, resolver, filter);
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        List<String> said = services.attributes()
                .plain(Arrays.asList(
                        NodeIds.PRODUCT_NAME,
                        NodeIds.SOFTWARE_VERSION,
                        NodeIds.SERVER_STATE,
                        NodeIds.MANUFACTURER_NAME));
        String state = said.get(2);
        boolean known = state.matches("[0-7]");
        return new DeviceInfo(
                said.get(0).isBlank() ? "OPC UA server" : said.get(0),
                said.get(1),
                known ? STATES.get(Integer.parseInt(state)) : state,
                Map.of(
                        "manufacturer",
                        said.get(3),
                        "url",
                        link.where(),
                        "profile",
                        services.limits().profile().text()));
    }

    // ---- the end

    @Override
    protected void endSubscriptions(List<GuardedSubscription<UaGroup>> silenced) {
        // With the session its subscriptions end.
        if (!isClosing()) {
            super.endSubscriptions(silenced);
        }
    }

    /** When the end is told, all samples have been offered to their sinks, and on what is left. */
    @Override
    protected void tellLoss(ConnectorException cause) {
        pushed.detach();
        super.tellLoss(cause);
        deliverAll(Subscriptions.LONGEST_DELIVERY);
    }

    @Override
    protected void deliverAll(Duration limit) {
        pushed.deliverAll(limit);
    }

    @Override
    public Connection reconnect(ConnectorProvider provider, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        return OpcUaProvider.connect(endpoint, context, this);
    }

    @Override
    public void abandon() {
        if (pushed.bridges()) {
            link.abandon();
            UaLink.waitFor(closed().toCompletableFuture(), Subscriptions.LONGEST_DELIVERY.toMillis());
            pushed.mute(subscriptions());
        } else {
            // All that has come goes to the sinks: nothing else will bring it.
            link.close();
            UaLink.waitFor(closed().toCompletableFuture(), Subscriptions.LONGEST_DELIVERY.toMillis());
            close();
        }
    }

    @Override
    protected void disconnect() {
        link.close();
        pushed.end();
    }
}
