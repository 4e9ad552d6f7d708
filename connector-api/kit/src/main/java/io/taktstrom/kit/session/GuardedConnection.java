package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.event.RequestEvent;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/**
 * A connection that keeps the SPI's promises, so that a connector has only its protocol to speak. Every call of the SPI is
 * final here and goes to a hook only when it may:
 *
 * <pre>
 *   resolve    points given                      --> makeGroup          read, write: a group of this connection,
 *   read       room in the batch, emptied        --> readGroup          not closed, on a connection that is open
 *   write      this group's batch, room, permits --> writeGroup
 *   subscribe                                    --> openSubscription   the observer hears of each call and how long
 *   browse                                       --> openBrowse         it took, well or not
 *   device                                       --> askDevice
 *   close      subscriptions, groups, then       --> disconnect         closed() is a view: only the connection completes it
 * </pre>
 *
 * <p>A connector calls {@link #lost} when its link breaks. {@link #read} and {@link #write} allocate nothing and read the
 * clock only for an observer, and once for the time of receipt.
 *
 * @param <G> this connector's groups
 */
public abstract class GuardedConnection<G extends ResolvedGroup> extends AbstractConnection {

    /** How long giving up waits for sinks. */
    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    private final ConnectionEnd end;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Set<G> groups = ConcurrentHashMap.newKeySet();
    private final OpenSubscriptions<G> subscriptions = new OpenSubscriptions<>();

    /** For a device that its host and port name, and that may take the memory that the endpoint grants. */
    protected GuardedConnection(Endpoint endpoint, ConnectContext context) {
        this(endpoint.scheme(), endpoint.host() + ":" + endpoint.port(), MemoryBudget.of(endpoint), context);
    }

    /**
     * @param scheme of the connector, for names of threads
     * @param where whom it is connected to, for messages
     */
    protected GuardedConnection(String scheme, String where, MemoryBudget memory, ConnectContext context) {
        super(scheme, where, memory, context);
        this.end = new ConnectionEnd(where);
    }

    // ---- what a connector does

    /**
     * Finds points on the device. A point that cannot be used becomes one with a Bad status, see {@link #settle}.
     *
     * @param points at least one
     */
    protected abstract G makeGroup(List<DataPoint> points) throws ConnectorException;

    /**
     * Adds a sample of each point to the batch, in order, Good or with the reason why not. Hot: must allocate nothing.
     *
     * @param into empty, with room for all; the time of receipt is set afterwards unless this {@linkplain SampleBatch#reset
     *     sets} it
     */
    protected abstract void readGroup(G group, SampleBatch into) throws ConnectorException;

    /**
     * Writes the samples of which the status is Good, and sets that to what became of each.
     *
     * @param statusOut Good for each sample that may be sent, see {@link ResolvedGroup#permit}
     */
    protected void writeGroup(G group, SampleBatch values, int[] statusOut) throws ConnectorException {
        throw new InvalidRequestException("write at " + where() + ": this connector cannot write");
    }

    /** Has the device push. What it returns need not be {@linkplain #enter entered}. */
    protected GuardedSubscription<G> openSubscription(G group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        throw new InvalidRequestException(
                "subscribe at " + where() + ": this device does not push values; poll, as the scan mode poll does");
    }

    /** Begins to walk what the device offers. */
    protected BrowseCursor openBrowse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException("browse at " + where()
                + ": this device does not say what it has; state addresses and types of the points");
    }

    /** Asks the device who it is: one round trip at least. */
    protected abstract DeviceInfo askDevice() throws ConnectorException;

    /** Fails when the link is gone, for links that know it before {@link #lost} is called. Hot. */
    protected void requireLink() throws ConnectorException {
        // By default lost() says it all.
    }

    /** Has the device end subscriptions that were silenced, as far as it still answers. For those that do it in one request. */
    protected void endSubscriptions(List<GuardedSubscription<G>> silenced) {
        for (GuardedSubscription<G> one : silenced) {
            releaseQuietly("end a subscription", one::endAtDevice);
        }
    }

    /** Tells the subscriptions that the connection is lost, before other listeners. Must not wait for sinks for long. */
    protected void tellLoss(ConnectorException cause) {
        subscriptions.lose(cause);
    }

    /** Waits until all that has come is with the sinks, though no longer than this. */
    protected void deliverAll(Duration limit) {
        subscriptions.deliverAll(limit, clock());
    }

    /** Cuts off calls in progress, which fail, and releases all that is left. Once. */
    protected abstract void disconnect();

    // ---- what a connector calls, beside what it has at hand

    /** Fails once the connection is lost or closed. Hot. */
    protected final void requireOpen() throws ConnectorException {
        end.requireOpen();
        requireLink();
    }

    /** Whether {@link #close} has been called. */
    protected final boolean isClosing() {
        return closing.get();
    }

    /** The group, if it is this connection's and neither is closed; for calls beyond the SPI, too. Hot. */
    @SuppressWarnings("unchecked") // The owner is who made it, and this one makes no others.
    protected final G own(PointGroup group, String operation) throws ConnectorException {
        requireOpen();
        if (group instanceof ResolvedGroup own && own.owner() == this && !own.isClosed()) {
            return (G) own;
        }
        // Closing the connection closes the group with it.
        requireOpen();
        throw new InvalidRequestException(operation + " at " + where()
                + ": the group is closed, or of another connection; resolve its points here");
    }

    /** Counts a subscription in, so that it hears of a loss and ends with its group; for those that cannot wait till it is open. */
    protected final void enter(GuardedSubscription<G> subscription) throws ConnectorException {
        subscriptions.add(subscription);
        ConnectorException cause = end.cause();
        if (cause != null) {
            subscription.loseOnce(cause);
        }
        if (subscription.isClosed()) {
            subscriptions.remove(subscription);
        } else if (closing.get() || subscription.group().isClosed()) {
            subscription.close();
            requireOpen();
        }
    }

    @Override
    public long waitingBytes() {
        return subscriptions.waitingBytes();
    }

    /** The subscriptions that are open. */
    protected final List<GuardedSubscription<G>> subscriptions() {
        return subscriptions.all();
    }

    /** The link is gone: all calls fail from now on, subscribers are told, then {@link #closed} completes. The first cause counts. */
    protected final void lost(ConnectorException cause) {
        if (end.begin(cause)) {
            try {
                tellLoss(cause);
            } catch (RuntimeException | Error e) {
                // A future that calls this would keep to itself what it throws.
                Fatal.report(e);
                notice("telling that the connection to " + where() + " is lost: " + e);
            } finally {
                end.complete();
            }
        }
    }

    /** Ends this connection when its link does, for links that say so by a stage. */
    protected final void endWith(CompletionStage<Void> link) {
        var unused = link.whenComplete((nothing, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            lost(
                    cause instanceof ConnectorException known
                            ? known
                            : new ConnectionLostException("the link to " + where() + " has ended", cause));
        });
    }

    // ---- the SPI

    @Override
    public final PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        long start = start();
        RequestEvent event = RequestEvent.begun();
        try {
            requireOpen();
            if (points.isEmpty()) {
                throw new InvalidRequestException("resolve at " + where() + ": no points given; give at least one");
            }
            G group = makeGroup(List.copyOf(points));
            keepSettled();
            groups.add(group);
            if (closing.get()) {
                group.close();
                requireOpen();
            }
            return group;
        } finally {
            giveBackSettled();
            tell(Operation.RESOLVE, start, event, points.size(), null);
        }
    }

    @Override
    public final void read(PointGroup group, SampleBatch into) throws ConnectorException {
        long start = start();
        RequestEvent event = RequestEvent.begun();
        try {
            G own = own(group, "read");
            if (into.capacity() < own.size() || into.arenaCapacity() < own.arenaBytes()) {
                throw tooSmall(own, into);
            }
            into.reset(own, SampleBatch.NO_TIME, 0);
            readGroup(own, into);
            if (into.receivedAt() == SampleBatch.NO_TIME) {
                into.setReceivedAt(clock().epochNanos());
            }
        } finally {
            tell(Operation.READ, start, event, into.size(), into);
        }
    }

    private InvalidRequestException tooSmall(ResolvedGroup group, SampleBatch batch) {
        return new InvalidRequestException("read at " + where() + ": a batch of " + batch.capacity() + " samples and "
                + batch.arenaCapacity() + " arena bytes is too small for " + group.size() + " and "
                + group.arenaBytes() + "; use PointGroup.newBatch");
    }

    @Override
    public final void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        long start = start();
        RequestEvent event = RequestEvent.begun();
        try {
            G own = own(group, "write");
            if (!values.isEmpty() && values.group() != own) {
                throw new InvalidRequestException("write at " + where() + ": the batch has samples of another group");
            }
            if (statusOut.length < values.size()) {
                throw new InvalidRequestException("write at " + where() + ": room for " + statusOut.length
                        + " statuses, but " + values.size() + " samples");
            }
            own.permit(values, statusOut);
            writeGroup(own, values, statusOut);
        } finally {
            tell(Operation.WRITE, start, event, values.size(), values);
        }
    }

    @Override
    public final Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        long start = start();
        RequestEvent event = RequestEvent.begun();
        try {
            GuardedSubscription<G> subscription = openSubscription(own(group, "subscribe"), wanted, sink);
            enter(subscription);
            return subscription;
        } finally {
            tell(Operation.SUBSCRIBE, start, event, group.size(), null);
        }
    }

    @Override
    public final BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        long start = start();
        RequestEvent event = RequestEvent.begun();
        try {
            requireOpen();
            return openBrowse(filter);
        } finally {
            tell(Operation.BROWSE, start, event, 0, null);
        }
    }

    @Override
    public final DeviceInfo device() throws ConnectorException {
        requireOpen();
        return askDevice();
    }

    @Override
    public final CompletionStage<Void> closed() {
        return end.closed();
    }

    /** Hands over what has come, then closes. A connector that leaves samples to its successor overrides it. */
    @Override
    public void abandon() {
        if (!closing.get()) {
            deliverAll(LONGEST_DELIVERY);
        }
        close(!mustRelease());
    }

    /**
     * Whether even an {@linkplain #abandon abandoned} session must tell the device to release what it holds for it, because
     * the link lives on for others. If not, the link goes first, and no caller waits for answers that will not come.
     */
    protected boolean mustRelease() {
        return false;
    }

    @Override
    public final void close() {
        close(false);
    }

    private void close(boolean withoutAWord) {
        if (closing.compareAndSet(false, true)) {
            boolean first = end.begin(lossOfLink());
            try {
                if (withoutAWord) {
                    subscriptions.silence(subscriptions());
                    disconnect();
                }
                end(subscriptions());
                List.copyOf(groups).forEach(ResolvedGroup::close);
            } finally {
                if (!withoutAWord) {
                    disconnect();
                }
                if (first) {
                    end.complete();
                }
            }
        }
    }

    /** Who closes a link that has broken, as others may not have heard yet, ends it by its loss all the same. */
    private @Nullable ConnectorException lossOfLink() {
        try {
            requireLink();
            return null;
        } catch (ConnectorException e) {
            return e.getCause() instanceof ConnectorException cause ? cause : e;
        }
    }

    @Override
    public String toString() {
        return "connection to " + where();
    }

    // ---- of groups and subscriptions

    @Override
    final void closed(ResolvedGroup group) {
        groups.remove(group);
        end(subscriptions.of(group));
        releaseQuietly("release a group", group::release);
    }

    final void end(List<GuardedSubscription<G>> some) {
        List<GuardedSubscription<G>> silenced = subscriptions.silence(some);
        if (!silenced.isEmpty()) {
            endSubscriptions(silenced);
        }
    }
}
