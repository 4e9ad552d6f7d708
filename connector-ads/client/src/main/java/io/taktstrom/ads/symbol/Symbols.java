package io.taktstrom.ads.symbol;

import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one device: the cache of where they are, filled by one upload of its tables, which holds for one
 * {@link SymbolEpoch}. Thread-safe.
 */
public final class Symbols {

    private final AdsBackend backend;
    private final String where;
    private final Consumer<String> notices;
    private final Allowance allowance;
    private final SymbolEpoch epoch;
    private final SymbolVersion version;
    private final VariableHandles handles;
    private final AdsResolver resolver;

    private Known known = Known.NOTHING;
    /** What the catalog takes. */
    private volatile @Nullable MemoryBudget held;

    private volatile boolean closed;

    /**
     * @param where the device, for messages
     * @param notices told what an operator should know
     * @param inFlight most requests on their way at once
     * @param allowance what the tables may cost
     */
    public Symbols(
            AdsBackend backend,
            String where,
            Consumer<String> notices,
            SymbolEpoch epoch,
            int inFlight,
            Allowance allowance) {
        this.backend = backend;
        this.where = where;
        this.notices = notices;
        this.allowance = allowance;
        this.epoch = epoch;
        this.version = new SymbolVersion(backend, epoch);
        this.handles = new VariableHandles(backend, inFlight);
        this.resolver = new AdsResolver(backend, where, inFlight, handles);
    }

    public SymbolEpoch epoch() {
        return epoch;
    }

    public SymbolVersion version() {
        return version;
    }

    public VariableHandles handles() {
        return handles;
    }

    /** The device, for messages. */
    public String where() {
        return where;
    }

    /** A problem, with the device it is of. */
    public String at(String problem) {
        return where + ": " + problem;
    }

    /** Releases the tables. Does not block. */
    public void close() {
        closed = true;
        letGo();
    }

    private void letGo() {
        MemoryBudget before = held;
        if (before != null) {
            before.close();
        }
    }

    /**
     * What is known of the device.
     *
     * @param catalog its tables, null if it has none
     * @param refusal why it has none, if they are more than was granted
     * @param version the symbol version before they were fetched, or {@link SymbolVersion#NONE}: as long as the device has
     *     the same one, they hold
     */
    private record Known(
            @Nullable SymbolCatalog catalog, @Nullable ConnectorException refusal, int version, int epoch) {

        static final Known NOTHING = new Known(null, null, SymbolVersion.NONE, -1);
    }

    /** Where variables are, and the symbol version of the device for which that holds, or {@link SymbolVersion#NONE}. */
    public record Resolved(List<Resolution> resolutions, int version, int epoch) {}

    /** What is known of the device as it is now: one round trip if nothing has changed. */
    private synchronized Known current(Deadline deadline) throws ConnectorException {
        int read = version.read();
        if (known.epoch() == epoch.number() && read != SymbolVersion.NONE && read != known.version()) {
            epoch.invalidate(known.epoch());
        }
        int now = epoch.number();
        if (known.epoch() != now) {
            // Not known while they are fetched: both would not have room.
            known = Known.NOTHING;
            letGo();
            TableUpload.Tables tables = new TableUpload(backend, where, allowance.memory(), deadline, notices).fetch();
            held = tables.held();
            if (closed) {
                letGo();
            }
            known = new Known(tables.catalog(), tables.refusal(), read, now);
        }
        return known;
    }

    /** Finds the variable of each point, in order. */
    public Resolved resolve(List<DataPoint> points) throws ConnectorException {
        Deadline deadline = allowance.deadline();
        int validIn = epoch.number();
        Resolution[] found = new Resolution[points.size()];
        boolean named = AdsResolver.withoutDevice(points, found);
        if (!named) {
            return new Resolved(List.of(found), SymbolVersion.NONE, validIn);
        }
        Known now = current(deadline);
        resolver.byName(points, found, now.catalog(), deadline);
        return new Resolved(List.of(found), now.version(), now.epoch());
    }

    /** Tables of a device, and the symbol version for which they hold, or {@link SymbolVersion#NONE}. */
    public record Tables(SymbolCatalog catalog, int version) {}

    /**
     * The device's tables as they are now.
     *
     * @param what they are needed for, for messages
     */
    public Tables tables(String what) throws ConnectorException {
        Known now = current(allowance.deadline());
        ConnectorException refusal = now.refusal();
        if (refusal != null) {
            throw AdsStatus.limited(what, refusal);
        }
        SymbolCatalog catalog = now.catalog();
        if (catalog == null) {
            throw AdsStatus.refused(
                    what + ": the device gives no symbol table; use names that you know",
                    AdsErrorCode.SERVICE_NOT_SUPPORTED);
        }
        return new Tables(catalog, now.version());
    }

    /** Walks the device's variables as they are now. */
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        return tables("browse " + where)
                .catalog()
                .browse(filter, new BrowseRules(where, allowance::deadline, BrowseRules.MAX_NODES, notices));
    }
}
