package io.taktstrom.s7;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryGrant;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.device.BlockCursor;
import io.taktstrom.s7.device.Identification;
import io.taktstrom.s7.device.Inquiry;
import io.taktstrom.s7.device.SymbolCursor;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.s7.plan.PduLimits;
import io.taktstrom.s7.plan.ReadPlan;
import io.taktstrom.s7.plan.ReadWork;
import io.taktstrom.s7.plan.Resolver;
import io.taktstrom.s7.plan.S7Status;
import io.taktstrom.s7.plan.WriteWork;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.symbol.SymbolFiles;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** One live connection to one CPU: groups, and how they are read and written. */
final class S7Session implements Connection {

    /** A device that finds fault with other points each time does not keep the caller. */
    private static final int MAX_TRIES = 8;

    private final Carrier cpu;
    private final PduLimits limits;
    private final boolean hasSystemLists;
    private final SymbolFiles names;
    private final MemoryGrant memory;
    private final Duration browseTimeout;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final boolean observed;
    private final Resolver resolver;

    private S7Session(Carrier cpu, PduLimits limits, Endpoint endpoint, ConnectContext context) {
        this.cpu = cpu;
        this.limits = limits;
        this.hasSystemLists = S7Options.SYSTEM_LISTS.of(endpoint);
        this.names = SymbolFiles.of(S7Options.SYMBOLS.of(endpoint), S7Options.BLOCK_NUMBERS.of(endpoint));
        this.memory = MemoryGrant.of(endpoint);
        this.browseTimeout = CommonOptions.BROWSE_TIMEOUT.of(endpoint);
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
        this.resolver = new Resolver(cpu, limits, observer::onNotice);
    }

    static S7Session open(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        Carrier cpu = S7Backend.open(
                S7Options.BACKEND.of(endpoint),
                S7Options.link(endpoint),
                CommonOptions.CONNECT_TIMEOUT.of(endpoint),
                CommonOptions.REQUEST_TIMEOUT.of(endpoint));
        PduLimits limits = new PduLimits(
                cpu.requestBytes(), cpu.answerBytes(), Math.min(cpu.items(), S7Options.MAX_ITEMS.of(endpoint)));
        return new S7Session(cpu, limits, endpoint, context);
    }

    // ---- groups

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        cpu.requireOpen();
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + cpu + ": no points given");
        }
        long start = start();
        S7Group group = new S7Group(this, points, resolver.resolve(points, deadline()));
        tell(Operation.RESOLVE, start);
        return group;
    }

    private S7Group own(PointGroup group) throws ConnectorException {
        cpu.requireOpen();
        if (group instanceof S7Group own && own.session() == this && !own.isClosed()) {
            return own;
        }
        throw new InvalidRequestException(
                "the group is closed, or of another connection than the one to " + cpu + "; resolve its points here");
    }

    // ---- values

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        S7Group own = own(group);
        if (into.capacity() < own.size() || into.arenaCapacity() < own.arenaBytes()) {
            throw new InvalidRequestException("read at " + cpu + ": a batch of " + into.capacity() + " samples and "
                    + into.arenaCapacity() + " arena bytes is too small for " + own.size() + " and "
                    + own.arenaBytes() + "; use PointGroup.newBatch");
        }
        long start = start();
        into.reset(own, SampleBatch.NO_TIME, 0);
        for (int tries = 1; !read(own, own.reads(), into, tries == MAX_TRIES); tries++) {
            // Again, with a better plan.
        }
        tell(Operation.READ, start);
    }

    /**
     * False when the error of a point hid the values of others, which are to be read anew, with a better plan.
     *
     * @param last to take what there is: the error is then that of all whom it hides, until the next read
     */
    private boolean read(S7Group group, S7Group.Reads reads, SampleBatch into, boolean last) throws ConnectorException {
        ReadWork work = reads.take();
        try {
            cpu.run(work);
            if (work.error() != S7ErrorCode.NONE) {
                throw S7Status.refused("read at " + cpu, work.error());
            }
            if (observed) {
                observer.onRoundTrips(reads.plan().requests());
            }
            if (work.hidesValues()) {
                ReadPlan better = work.better();
                group.setReads(new S7Group.Reads(better));
                if (!last) {
                    return false;
                }
            }
            into.reset(group, clock.epochNanos(), 0);
            work.addTo(into, group.statuses());
            return true;
        } finally {
            reads.giveBack(work);
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        S7Group own = own(group);
        if (!values.isEmpty() && values.group() != own) {
            throw new InvalidRequestException("write at " + cpu + ": the batch has samples of another group");
        }
        if (statusOut.length < values.size()) {
            throw new InvalidRequestException("write at " + cpu + ": room for " + statusOut.length + " statuses, but "
                    + values.size() + " samples");
        }
        long start = start();
        WriteWork spare = own.spareWrite().getAndSet(null);
        WriteWork work = spare == null ? new WriteWork(cpu, Arrays.asList(own.addresses()), limits) : spare;
        work.begin(statusOut);
        for (int i = 0; i < values.size(); i++) {
            int point = values.pointAt(i);
            statusOut[i] = permission(own, point);
            if (statusOut[i] == StatusCode.GOOD) {
                work.add(values, i, own.roomAt(point));
            }
        }
        work.flush();
        if (observed) {
            observer.onRoundTrips(work.requests());
        }
        if (work.takesFewer()) {
            observer.onNotice("write at " + cpu + ": the device answered only " + work.mostItems()
                    + " of the variables in a request; the others were written again, from now on in smaller ones. Set maxItems="
                    + work.mostItems());
        }
        own.spareWrite().set(work);
        tell(Operation.WRITE, start);
    }

    private static int permission(S7Group group, int point) {
        if (group.addressAt(point) == null) {
            return group.statuses()[point];
        }
        return group.points().get(point).writable() ? StatusCode.GOOD : StatusCode.BAD_NOT_WRITABLE;
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        own(group);
        throw new InvalidRequestException(
                "subscribe at " + cpu + ": an S7 CPU does not push values; poll, as the scan mode poll does");
    }

    // ---- device

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        cpu.requireOpen();
        if (!names.isEmpty()) {
            return new SymbolCursor(cpu, names.load(observer::onNotice), filter);
        }
        Inquiry inquiry = inquiry("browse at " + cpu);
        try {
            return BlockCursor.of(inquiry, filter);
        } catch (ConnectorException e) {
            inquiry.close();
            throw e;
        }
    }

    private Inquiry inquiry(String what) {
        return new Inquiry(cpu, memory, deadline(), what);
    }

    private Deadline deadline() {
        return Deadline.after(clock, browseTimeout, CommonOptions.BROWSE_TIMEOUT.name());
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        cpu.requireOpen();
        if (!hasSystemLists) {
            return Identification.without(cpu);
        }
        try (Inquiry inquiry = inquiry("identify " + cpu)) {
            return Identification.of(inquiry);
        }
    }

    @Override
    public CompletionStage<Void> closed() {
        return cpu.closed();
    }

    @Override
    public void close() {
        cpu.close();
    }

    @Override
    public String toString() {
        return "S7 connection to " + cpu;
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
