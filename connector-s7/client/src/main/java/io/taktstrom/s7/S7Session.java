package io.taktstrom.s7;

import java.time.Duration;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.device.BlockCursor;
import io.taktstrom.s7.device.Identification;
import io.taktstrom.s7.device.Inquiry;
import io.taktstrom.s7.device.S7SymbolCursor;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.s7.plan.AddressResolver;
import io.taktstrom.s7.plan.PduLimits;
import io.taktstrom.s7.plan.ReadWork;
import io.taktstrom.s7.plan.S7Status;
import io.taktstrom.s7.plan.WriteWork;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.symbol.SymbolFiles;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;

/** One live connection to one CPU: groups, and how they are read and written. */
final class S7Session extends GuardedConnection<S7Group> {

    /** A device that finds fault with other points each time does not keep the caller. */
    private static final int MAX_TRIES = 8;

    private final Carrier cpu;
    private final PduLimits limits;
    private final boolean hasSystemLists;
    private final SymbolFiles names;
    private final Duration browseTimeout;
    private final AddressResolver resolver;

    private S7Session(Carrier cpu, PduLimits limits, Endpoint endpoint, ConnectContext context) {
        super("s7", cpu.toString(), MemoryBudget.of(endpoint), context);
        this.cpu = cpu;
        this.limits = limits;
        this.hasSystemLists = S7Options.SYSTEM_LISTS.of(endpoint);
        this.names = SymbolFiles.of(S7Options.SYMBOLS.of(endpoint), S7Options.BLOCK_NUMBERS.of(endpoint));
        this.browseTimeout = CommonOptions.BROWSE_TIMEOUT.of(endpoint);
        this.resolver = new AddressResolver(cpu, limits, this::notice);
    }

    static S7Session open(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        Carrier cpu = S7Backend.open(
                S7Options.BACKEND.of(endpoint),
                S7Options.link(endpoint),
                CommonOptions.CONNECT_TIMEOUT.of(endpoint),
                CommonOptions.REQUEST_TIMEOUT.of(endpoint));
        PduLimits limits = new PduLimits(
                cpu.requestBytes(), cpu.answerBytes(), Math.min(cpu.items(), S7Options.MAX_ITEMS.of(endpoint)));
        S7Session session = new S7Session(cpu, limits, endpoint, context);
        session.endWith(cpu.closed());
        return session;
    }

    @Override
    protected void requireLink() throws ConnectorException {
        cpu.requireOpen();
    }

    @Override
    protected void disconnect() {
        cpu.close();
    }

    // ---- values

    @Override
    protected S7Group makeGroup(List<DataPoint> points) throws ConnectorException {
        SettledPoints settled = settle(points);
        return new S7Group(this, settled, resolver.resolve(settled, deadline()), cpu, limits);
    }

    @Override
    protected void readGroup(S7Group group, SampleBatch into) throws ConnectorException {
        for (int tries = 1; !read(group, group.reads(), into, tries == MAX_TRIES); tries++) {
            // Again, with a better plan.
        }
    }

    /**
     * False when the error of a point hid the values of others, which are to be read again, with a better plan.
     *
     * @param last to take what there is: the error is then that of all whom it hides, until the next read
     */
    private boolean read(S7Group group, S7Group.Reads reads, SampleBatch into, boolean last) throws ConnectorException {
        ReadWork work = reads.works().take();
        try {
            work.reset();
            cpu.run(work);
            if (work.error() != S7ErrorCode.NONE) {
                throw S7Status.refused("read at " + cpu, work.error());
            }
            roundTrips(reads.plan().requests());
            if (work.hidesValues()) {
                group.setPlan(work.better());
                if (!last) {
                    return false;
                }
            }
            work.addTo(into, group.ownStatuses());
            return true;
        } finally {
            reads.works().giveBack(work);
        }
    }

    @Override
    protected void writeGroup(S7Group group, SampleBatch values, int[] statusOut) throws ConnectorException {
        ObjectPool<WriteWork> works = group.writes();
        WriteWork work = works.take();
        work.begin(statusOut);
        for (int i = 0; i < values.size(); i++) {
            if (statusOut[i] == StatusCode.GOOD) {
                work.add(values, i, group.roomAt(values.pointAt(i)));
            }
        }
        work.flush();
        roundTrips(work.requests());
        if (work.takesFewer()) {
            notice("write at " + cpu + ": the device answered only " + work.mostItems()
                    + " of the variables in a request; the others were written again, from now on in smaller ones. Set maxItems="
                    + work.mostItems());
        }
        works.giveBack(work);
    }

    // ---- device

    @Override
    protected BrowseCursor openBrowse(BrowseFilter filter) throws ConnectorException {
        if (!names.isEmpty()) {
            return new S7SymbolCursor(cpu, names.load(this::notice), filter);
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
        return new Inquiry(cpu, memory(), deadline(), what);
    }

    private Deadline deadline() {
        return Deadline.after(clock(), browseTimeout, CommonOptions.BROWSE_TIMEOUT.name());
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        if (!hasSystemLists) {
            return Identification.without(cpu);
        }
        try (Inquiry inquiry = inquiry("identify " + cpu)) {
            return Identification.of(inquiry);
        }
    }

    @Override
    public String toString() {
        return "S7 connection to " + cpu;
    }
}
