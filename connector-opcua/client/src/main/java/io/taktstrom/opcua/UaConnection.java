package io.taktstrom.opcua;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Fatal;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.opcua.stack.NodeIds;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.stack.PushService;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.opcua.value.Decoding;
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
final class UaConnection implements OpcUaConnection, Home {

    /** Where nothing is said of a cycle; a server that cannot do this revises it. */
    private static final double LEAST_PUBLISHING_MILLIS = 10;

    private static final List<String> STATES = List.of(
            "RUNNING", "FAILED", "NO_CONFIGURATION", "SUSPENDED", "SHUTDOWN", "TEST", "COMMUNICATION_FAULT", "UNKNOWN");

    /** How long the end waits for a sink. */
    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    private final UaLink link;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final boolean observed;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final MethodCalls methods;
    private final Set<UaGroup> groups = ConcurrentHashMap.newKeySet();
    private final Set<UaSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final Deliveries deliveries;
    private final SamplingDefaults defaults;
    private final Inheritance inherited;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** Of each subscription, once the connection has ended. */
    private volatile Map<Long, Long> nextMessages = Map.of();

    private UaConnection(
            UaLink link,
            Shapes shapes,
            Namespaces namespaces,
            SamplingDefaults defaults,
            Inheritance inherited,
            ConnectContext context) {
        this.link = link;
        this.inherited = inherited;
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
        this.namespaces = namespaces;
        this.deliveries = new Deliveries(link.where());
        this.defaults = defaults;
        this.resolver = new Resolver(link, namespaces, shapes);
        this.methods = new MethodCalls(link, namespaces, shapes, clock);
    }

    static UaConnection over(
            UaLink link, Shapes shapes, SamplingDefaults defaults, Inheritance inherited, ConnectContext context)
            throws ConnectorException {
        try {
            UaConnection connection =
                    new UaConnection(link, shapes, new Namespaces(link.namespaces()), defaults, inherited, context);
            var unused = link.closed().whenComplete((nothing, cause) -> connection.end(cause));
            return connection;
        } catch (ConnectorException e) {
            link.giveUp();
            throw e;
        }
    }

    UaLink link() {
        return link;
    }

    // ---- groups

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        link.requireOpen();
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + link.where() + ": no points given");
        }
        long start = start();
        UaGroup group = new UaGroup(this, points, resolver.resolve(points, link.deadline(), observer::onNotice));
        groups.add(group);
        tell(Operation.RESOLVE, start);
        return group;
    }

    @Override
    public void closed(UaGroup group, long held) {
        link.memory().giveBack(held);
        groups.remove(group);
        for (UaSubscription subscription : subscriptions) {
            if (subscription.group() == group) {
                subscription.close();
            }
        }
    }

    private UaGroup own(PointGroup group) throws ConnectorException {
        link.requireOpen();
        if (group instanceof UaGroup own && own.connection() == this && !own.isClosed()) {
            return own;
        }
        throw new InvalidRequestException("the group is closed, or of another connection than the one to "
                + link.where() + "; resolve its points here");
    }

    // ---- values

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        UaGroup own = own(group);
        if (into.capacity() < own.size() || into.arenaCapacity() < own.arenaBytes()) {
            throw new InvalidRequestException("read at " + link.where() + ": a batch of " + into.capacity()
                    + " samples and " + into.arenaCapacity() + " arena bytes is too small for " + own.size() + " and "
                    + own.arenaBytes() + "; use PointGroup.newBatch");
        }
        long start = start();
        into.reset(own, clock.epochNanos(), 0);
        Decoding decoding = new Decoding();
        int[] usable = own.usable();
        link.attributes().read(own.reads(), (index, dataValue) -> {
            if (index == 0) {
                into.reset(own, clock.epochNanos(), 0);
            }
            addUnusable(own, into, usable[index]);
            decoding.in().reset(dataValue, dataValue.position(), dataValue.limit());
            decoding.next();
            own.layout(usable[index]).add(into, usable[index], 0, decoding);
        });
        addUnusable(own, into, own.size());
        tell(Operation.READ, start);
    }

    /** Adds the points up to one that was read; they cannot be used, and have a status that says why. */
    private static void addUnusable(UaGroup group, SampleBatch into, int upTo) {
        while (into.size() < upTo) {
            into.addBad(
                    into.size(),
                    SampleBatch.NO_TIME,
                    group.resolved(into.size()).unreadable());
        }
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
        List<NodeRef> nodes = new ArrayList<>();
        List<byte[]> variants = new ArrayList<>();
        int[] sent = new int[values.size()];
        for (int i = 0; i < values.size(); i++) {
            statusOut[i] = refusal(own, values.pointAt(i));
            if (StatusCode.isGood(statusOut[i])) {
                try {
                    variants.add(own.layout(values.pointAt(i)).variant(values, i));
                    sent[nodes.size()] = i;
                    nodes.add(own.node(values.pointAt(i)));
                } catch (IllegalArgumentException e) {
                    statusOut[i] = StatusCode.BAD_OUT_OF_RANGE;
                    observer.onNotice("write "
                            + own.points().get(values.pointAt(i)).address() + " at " + link.where() + ": "
                            + e.getMessage());
                }
            }
        }
        if (!nodes.isEmpty()) {
            int[] answers = link.attributes().write(nodes, variants);
            for (int i = 0; i < answers.length; i++) {
                statusOut[sent[i]] = answers[i];
            }
        }
        tell(Operation.WRITE, start);
    }

    private static int refusal(UaGroup group, int point) {
        if (!group.resolved(point).isUsable()) {
            int status = group.resolved(point).status();
            return StatusCode.isBad(status) ? status : StatusCode.BAD_NOT_WRITABLE;
        }
        return group.points().get(point).writable() ? StatusCode.GOOD : StatusCode.BAD_NOT_WRITABLE;
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        UaGroup own = own(group);
        long start = start();
        int most = link.profile().itemsInAll();
        if (most > 0 && own.size() > most) {
            observer.onNotice(
                    "subscribe at " + link.where() + ": " + own.size() + " points, but a server like this takes " + most
                            + " in all (profile " + link.profile().text() + "); poll some of them");
        }
        double cycle = wanted.cycle().toNanos() / 1e6;
        double delay = wanted.maxDelay().isZero() ? cycle : wanted.maxDelay().toNanos() / 1e6;
        UaSubscription subscription = new UaSubscription(
                this, own, wanted, defaults.sampling(cycle), Math.max(LEAST_PUBLISHING_MILLIS, delay), sink);
        subscriptions.add(subscription);
        Parked parked = inherited.claim(own, wanted);
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
        tell(Operation.SUBSCRIBE, start);
        return subscription;
    }

    @Override
    public void ended(UaSubscription subscription) {
        subscriptions.remove(subscription);
        subscription.delete();
    }

    @Override
    public boolean stillRuns() {
        return link.isAgain() || inherited.isOfRun(link.runningSince());
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
            Map<Long, Long> next = link.monitoredItems().park();
            subscriptions.forEach(UaSubscription::connectionLost);
            deliveries.end();
            deliveries.awaitEnd(LONGEST_DELIVERY);
            nextMessages = next;
        } finally {
            // Whatever fails before: nobody waits for ever for an end that has come.
            if (cause == null) {
                closed.complete(null);
            } else {
                closed.completeExceptionally(cause);
            }
        }
    }

    /** What the connection that takes this one's place gets. */
    Inheritance left() {
        List<Parked> parked = new ArrayList<>(inherited.unclaimed());
        for (UaSubscription subscription : subscriptions) {
            Parked kept = subscription.parked(nextMessages.get(subscription.id()));
            if (kept != null) {
                parked.add(kept);
            }
        }
        return new Inheritance(link.ticket(), link.runningSince(), parked);
    }

    @Override
    public boolean bridges() {
        return defaults.bridges();
    }

    @Override
    public void schedule(UaSubscription subscription) {
        deliveries.schedule(subscription);
    }

    @Override
    public PushService push() {
        return link.monitoredItems();
    }

    @Override
    public String where() {
        return link.where();
    }

    @Override
    public void fail(ConnectorException reason) {
        link.fail(reason);
    }

    @Override
    public EpochNanoClock clock() {
        return clock;
    }

    @Override
    public void tell(String message) {
        observer.onNotice(message);
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
        return PastValues.read(link, own(group), point, from, to, clock, sink);
    }

    // ---- device

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        link.requireOpen();
        return new UaBrowseCursor(link, namespaces, resolver, filter);
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        List<String> said = link.attributes()
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
                        link.profile().text()));
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed;
    }

    @Override
    public void abandon() {
        if (!bridges()) {
            // All that has come goes to the sinks: nobody else will bring it.
            link.close();
            UaLink.waitFor(closed, LONGEST_DELIVERY.toMillis());
            close();
            return;
        }
        link.abandon();
        UaLink.waitFor(closed, LONGEST_DELIVERY.toMillis());
        subscriptions.forEach(UaSubscription::mute);
    }

    @Override
    public void close() {
        subscriptions.forEach(UaSubscription::silence);
        // Before the groups: who is reading then hears of the end of the connection, not of its group's.
        link.close();
        groups.forEach(UaGroup::close);
        deliveries.end();
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
