package io.taktstrom.opcua;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.Fatal;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.opcua.address.Namespaces;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.address.Resolver;
import io.taktstrom.opcua.address.UaBrowseCursor;
import io.taktstrom.opcua.method.MethodCalls;
import io.taktstrom.opcua.method.OpcUaMethod;
import io.taktstrom.opcua.plan.PastValues;
import io.taktstrom.opcua.plan.WritePlan;
import io.taktstrom.opcua.stack.NodeIds;
import io.taktstrom.opcua.stack.Services;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.opcua.subscribe.Inheritance;
import io.taktstrom.opcua.subscribe.SamplingDefaults;
import io.taktstrom.opcua.subscribe.Subscriptions;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** One live session with one OPC UA server. */
final class UaSession implements OpcUaConnection {

    private static final List<String> STATES = List.of(
            "RUNNING", "FAILED", "NO_CONFIGURATION", "SUSPENDED", "SHUTDOWN", "TEST", "COMMUNICATION_FAULT", "UNKNOWN");

    private final Services services;
    private final UaLink link;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final boolean observed;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final MethodCalls methods;
    private final Subscriptions subscriptions;
    private final Set<UaGroup> groups = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private UaSession(
            Services services,
            Shapes shapes,
            Namespaces namespaces,
            SamplingDefaults defaults,
            Inheritance inherited,
            ConnectContext context) {
        this.services = services;
        this.link = services.link();
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
        this.namespaces = namespaces;
        this.resolver = new Resolver(services, namespaces, shapes);
        this.methods = new MethodCalls(services, namespaces, shapes, clock);
        this.subscriptions = new Subscriptions(services, defaults, inherited, clock, this::read);
    }

    static UaSession over(
            Services services, Shapes shapes, SamplingDefaults defaults, Inheritance inherited, ConnectContext context)
            throws ConnectorException {
        try {
            UaSession session = new UaSession(
                    services, shapes, new Namespaces(services.namespaces()), defaults, inherited, context);
            var unused = session.link.closed().whenComplete((nothing, cause) -> session.end(cause));
            return session;
        } catch (ConnectorException e) {
            services.link().giveUp();
            throw e;
        }
    }

    Services services() {
        return services;
    }

    /** What the connection that takes this one's place gets. */
    Inheritance left() {
        return subscriptions.left();
    }

    // ---- groups

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        link.requireOpen();
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + link.where() + ": no points given");
        }
        long start = start();
        UaGroup group = new UaGroup(
                this, new ResolvedPoints(points, resolver.resolve(points, link.deadline(), observer::onNotice)));
        groups.add(group);
        tell(Operation.RESOLVE, start);
        return group;
    }

    void closed(UaGroup group) {
        link.memory().giveBack(group.resolved().held());
        groups.remove(group);
        subscriptions.closeOf(group);
    }

    private UaGroup own(PointGroup group) throws ConnectorException {
        link.requireOpen();
        if (group instanceof UaGroup own && own.isOpenAt(this)) {
            return own;
        }
        throw new InvalidRequestException("the group is closed, or of another connection than the one to "
                + link.where() + "; resolve its points here");
    }

    // ---- values

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        UaGroup own = own(group);
        int arenaBytes = own.resolved().arenaBytes();
        if (into.capacity() < own.size() || into.arenaCapacity() < arenaBytes) {
            throw new InvalidRequestException("read at " + link.where() + ": a batch of " + into.capacity()
                    + " samples and " + into.arenaCapacity() + " arena bytes is too small for " + own.size() + " and "
                    + arenaBytes + "; use PointGroup.newBatch");
        }
        long start = start();
        own.reads().read(services.attributes(), own, into, clock);
        tell(Operation.READ, start);
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        UaGroup own = own(group);
        if (!values.isEmpty() && values.group() != own) {
            throw new InvalidRequestException("write at " + link.where() + ": the batch has samples of another group");
        }
        if (statusOut.length < values.size()) {
            throw new InvalidRequestException("write at " + link.where() + ": room for " + statusOut.length
                    + " statuses, but " + values.size() + " samples");
        }
        long start = start();
        WritePlan.write(own.resolved(), values, statusOut, services);
        tell(Operation.WRITE, start);
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        UaGroup own = own(group);
        long start = start();
        Subscription subscription = subscriptions.open(own, own.resolved(), wanted, sink);
        tell(Operation.SUBSCRIBE, start);
        return subscription;
    }

    /** On a thread that is this one's own; a future would keep to itself what it throws. */
    private void end(@Nullable Throwable cause) {
        try {
            ended(cause);
        } catch (RuntimeException | Error e) {
            Fatal.report(e);
            observer.onNotice("the end of the connection to " + link.where() + " was not as it should be: " + e);
        }
    }

    /** Whoever hears of the end may count on it that all samples have been offered to their sinks, and on what is left. */
    private void ended(@Nullable Throwable cause) {
        try {
            subscriptions.connectionLost();
        } finally {
            // Whatever fails before: nobody waits for ever for an end that has come.
            if (cause == null) {
                closed.complete(null);
            } else {
                closed.completeExceptionally(cause);
            }
        }
    }

    // ---- what is OPC UA's own

    @Override
    public OpcUaMethod method(String object, String method) throws ConnectorException {
        return methods.find(object, method);
    }

    @Override
    public SampleBatch call(OpcUaMethod method, SampleBatch inputs) throws ConnectorException {
        return methods.call(method, inputs);
    }

    @Override
    public long history(PointGroup group, int point, Instant from, Instant to, SampleSink sink)
            throws ConnectorException {
        UaGroup own = own(group);
        return PastValues.read(services, own, own.resolved(), point, from, to, clock, sink);
    }

    // ---- device

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        link.requireOpen();
        return new UaBrowseCursor(services, namespaces, resolver, filter);
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
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
                        services.profile().text()));
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed;
    }

    @Override
    public void abandon() {
        if (!subscriptions.bridges()) {
            // All that has come goes to the sinks: nobody else will bring it.
            link.close();
            UaLink.waitFor(closed, Subscriptions.LONGEST_DELIVERY.toMillis());
            close();
            return;
        }
        link.abandon();
        UaLink.waitFor(closed, Subscriptions.LONGEST_DELIVERY.toMillis());
        subscriptions.mute();
    }

    @Override
    public void close() {
        subscriptions.silence();
        // Before the groups: who is reading then hears of the end of the connection, not of its group's.
        link.close();
        groups.forEach(UaGroup::close);
        subscriptions.end();
    }

    @Override
    public String toString() {
        return "OPC UA connection to " + link.where();
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
