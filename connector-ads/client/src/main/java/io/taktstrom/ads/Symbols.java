package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.engine.AdsStatus;
import io.taktstrom.ads.engine.Exchange;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.SymbolEntry;
import io.taktstrom.ads.protocol.SymbolTable;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.ads.symbol.BrowseRules;
import io.taktstrom.ads.symbol.Found;
import io.taktstrom.ads.symbol.Located;
import io.taktstrom.ads.symbol.RawAddress;
import io.taktstrom.ads.symbol.SymbolCatalog;
import io.taktstrom.ads.symbol.TimeRange;
import io.taktstrom.ads.symbol.TypeCatalog;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.Holding;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one device: the cache of where they are, filled by one upload of its tables. Thread-safe.
 *
 * <p>What the cache says holds for one <em>epoch</em>. It ends when the device signals that variables may have moved;
 * what was resolved before must then not be read or written any more.
 */
final class Symbols {

    static final int NO_VERSION = -1;

    /** Room for the longest names and comments there can be. */
    private static final int SYMBOL_BYTES = 0xFFFF;

    private final AdsBackend backend;
    private final String where;
    private final Consumer<String> notices;
    private final int inFlight;
    private final Allowance allowance;

    private final IntConsumer onVoid;

    private final AtomicInteger epoch = new AtomicInteger();

    private Known known = new Known(null, null, NO_VERSION, -1);
    /** What the catalog takes. */
    private volatile @Nullable Holding held;

    private volatile boolean closed;
    /** Null as long as nobody asked. */
    private volatile @Nullable Boolean minimal;

    /**
     * @param where the device, for messages
     * @param notices told what an operator should know
     * @param onVoid told, when an epoch ends, which status its points have until they are resolved anew
     * @param inFlight most requests on their way at once
     * @param allowance what the tables may cost
     */
    Symbols(
            AdsBackend backend,
            String where,
            Consumer<String> notices,
            IntConsumer onVoid,
            int inFlight,
            Allowance allowance) {
        this.backend = backend;
        this.where = where;
        this.notices = notices;
        this.onVoid = onVoid;
        this.inFlight = inFlight;
        this.allowance = allowance;
    }

    /** Lets go of the tables. Waits for nobody. */
    void close() {
        closed = true;
        letGo();
    }

    private void letGo() {
        Holding before = held;
        if (before != null) {
            before.close();
        }
    }

    /** Counts up each time when what was resolved before becomes void. */
    int epoch() {
        return epoch.get();
    }

    /**
     * The device signalled that variables may have moved: what was resolved in this epoch is void. Waits for nobody; tells
     * of it once.
     */
    void invalidate(int seen) {
        end(
                seen,
                AdsStatus.STALE,
                "signals that variables may have moved, as after an online change; all are resolved"
                        + " anew before they are used");
    }

    private void end(int seen, int status, String what) {
        if (epoch.compareAndSet(seen, seen + 1)) {
            notices.accept(where + " " + what);
            onVoid.accept(status);
        }
    }

    /**
     * What is known of the device.
     *
     * @param catalog its tables, null if it has none
     * @param refusal why it has none, if they are more than was granted
     * @param version the symbol version before they were fetched, or {@link #NO_VERSION}: as long as the device has the
     *     same one, they hold
     */
    private record Known(
            @Nullable SymbolCatalog catalog, @Nullable ConnectorException refusal, int version, int epoch) {}

    /** Where variables are, and the symbol version of the device for which that holds, or {@link #NO_VERSION}. */
    record Resolved(List<Resolution> resolutions, int version, int epoch) {}

    /** What is known of the device as it is now: one round trip if nothing has changed. */
    private synchronized Known current(Deadline deadline) throws ConnectorException {
        int version = readVersion();
        if (known.epoch() == epoch.get() && version != NO_VERSION && version != known.version()) {
            invalidate(known.epoch());
        }
        int now = epoch.get();
        if (known.epoch() != now) {
            // Not known while they are fetched: both would not have room.
            known = new Known(null, null, NO_VERSION, -1);
            letGo();
            TableUpload.Tables tables = new TableUpload(backend, where, allowance.memory(), deadline, notices).fetch();
            held = tables.held();
            if (closed) {
                letGo();
            }
            known = new Known(tables.catalog(), tables.refusal(), version, now);
        }
        return known;
    }

    /** A number that changes with each online change and each download; {@link #NO_VERSION} if it cannot be told. */
    int readVersion() throws ConnectorException {
        if (isMinimal()) {
            return NO_VERSION;
        }
        ByteBuffer into = ByteBuffer.allocate(1);
        int code = backend.read(IndexGroup.SYMBOL_VERSION, 0, into);
        return code == AdsErrorCode.NO_ERROR && !into.hasRemaining() ? into.get(0) & 0xFF : NO_VERSION;
    }

    /**
     * Whether the device is less than a TwinCAT: a test server like that of pyads 3.6.0, which falls silent when it is asked
     * for a symbol version, or to write by handle in a sum command. It shows by upload sizes that are shorter than any
     * TwinCAT gives.
     */
    boolean isMinimal() throws ConnectorException {
        Boolean is = minimal;
        if (is == null) {
            ByteBuffer into = allocate(UploadSizes.LONG_BYTES);
            int code = backend.read(IndexGroup.UPLOAD_SIZES, 0, into);
            is = code == AdsErrorCode.NO_ERROR && into.position() < UploadSizes.MEDIUM_BYTES;
            minimal = is;
        }
        return is;
    }

    /**
     * Asks the device whether what was resolved in an epoch still holds: it may have lost all notifications, and with them
     * those that would say so.
     */
    void check(int version, int seen) throws ConnectorException {
        ByteBuffer into = allocate(Integer.BYTES);
        int code = isMinimal()
                ? backend.readState(into)
                : backend.read(IndexGroup.SYMBOL_VERSION, 0, into.limit(Byte.BYTES));
        if (code == AdsErrorCode.TARGET_PORT_NOT_FOUND || code == AdsErrorCode.TARGET_MACHINE_NOT_FOUND) {
            end(
                    seen,
                    AdsStatus.of(code),
                    "is gone: " + AdsErrorCode.of(code) + "; its subscriptions go on when it is back");
        } else if (code == AdsErrorCode.NO_ERROR && version != NO_VERSION && (into.get(0) & 0xFF) != version) {
            invalidate(seen);
        }
    }

    /** Whether there is anybody at the device's port who could tell of symbols. */
    boolean isReady() throws ConnectorException {
        return backend.readState(allocate(Integer.BYTES)) == AdsErrorCode.NO_ERROR;
    }

    /** Finds the variable of each point, in order. */
    Resolved resolve(List<DataPoint> points) throws ConnectorException {
        Deadline deadline = allowance.deadline();
        int version = NO_VERSION;
        int validIn = epoch.get();
        Resolution[] found = new Resolution[points.size()];
        List<Integer> named = new ArrayList<>();
        for (int i = 0; i < found.length; i++) {
            Resolution raw = raw(points.get(i));
            if (raw == null) {
                named.add(i);
            } else {
                found[i] = raw;
            }
        }
        if (!named.isEmpty()) {
            Known now = current(deadline);
            SymbolCatalog catalog = now.catalog();
            version = now.version();
            validIn = now.epoch();
            List<Integer> open = new ArrayList<>();
            for (int i : named) {
                Resolution inTables = catalog == null ? null : inTables(catalog, points.get(i));
                if (inTables == null) {
                    open.add(i);
                } else {
                    found[i] = inTables;
                }
            }
            askDevice(points, found, open, catalog == null ? TypeCatalog.EMPTY : catalog.types(), deadline);
        }
        return new Resolved(List.of(found), version, validIn);
    }

    /** Null when the tables do not have it. */
    private @Nullable Resolution inTables(SymbolCatalog catalog, DataPoint point) {
        Found found = catalog.find(point.address());
        if (!found.outOfBounds().isEmpty()) {
            return Resolution.bad(StatusCode.BAD_INDEX_RANGE_INVALID, at(found.outOfBounds()));
        }
        return found.located() == null ? null : of(found.located(), point);
    }

    /** A problem, with the device it is of. */
    String at(String problem) {
        return where + ": " + problem;
    }

    /** What a point is whose address is numbers; null when it is a name. */
    private static @Nullable Resolution raw(DataPoint point) {
        RawAddress raw;
        try {
            raw = RawAddress.parse(point.address());
        } catch (IllegalArgumentException e) {
            return Resolution.bad(StatusCode.BAD_NODE_ID_INVALID, String.valueOf(e.getMessage()));
        }
        if (raw == null) {
            return null;
        }
        DataType type = raw.type() != null ? raw.type() : point.type();
        if (type == null || type.imageBytes() == 0) {
            return Resolution.bad(
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    point.address() + ": needs a type, for example " + point.address() + ":DINT");
        }
        if (point.type() != null && !TypeCheck.fits(point.type(), type)) {
            return Resolution.bad(
                    StatusCode.BAD_TYPE_MISMATCH,
                    point.address() + ": the point says " + point.type().text() + "; make both the same");
        }
        return Resolution.of(Variable.at(raw.indexGroup(), raw.indexOffset(), type, false));
    }

    private Resolution of(Located located, DataPoint point) {
        DataType actual = located.type();
        if (actual == null) {
            return Resolution.bad(
                    StatusCode.BAD_NOT_READABLE,
                    located.address() + " at " + where + ": " + located.typeName() + " has no value");
        }
        if (located.isBeyond()) {
            return Resolution.bad(
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    located.address() + " at " + where + ": " + located.typeName()
                            + " has more parts than can be looked"
                            + " at as one value, or parts that lie over each other again and again; read what you need"
                            + " of it by name");
        }
        DataType stated = point.type();
        DataType type = actual;
        if (stated != null && !TypeCheck.fits(stated, actual)) {
            boolean other = TypeCheck.isOpaque(actual) || TypeCheck.isNumberOf(stated, actual);
            if (!other || stated.imageBytes() != actual.imageBytes()) {
                return Resolution.bad(
                        StatusCode.BAD_TYPE_MISMATCH,
                        located.address() + " at " + where + " is " + located.typeName() + " of " + actual.imageBytes()
                                + " bytes, the point says " + stated.text() + "; correct or leave out its type");
            }
            type = stated;
        }
        return Resolution.of(
                new Variable(
                        located.indexGroup(),
                        located.indexOffset(),
                        type.imageBytes(),
                        type,
                        located.bit(),
                        located.writable(),
                        true,
                        type == actual ? located.timed() : TimeRange.isConcerned(type)),
                located.parts());
    }

    /** Looks up by name what the tables do not have, as many at once as may be on their way. */
    private void askDevice(
            List<DataPoint> points, Resolution[] found, List<Integer> open, TypeCatalog types, Deadline deadline)
            throws ConnectorException {
        int room = Math.min(inFlight, open.size());
        ByteBuffer[] buffers = new ByteBuffer[room];
        Exchange[] exchanges = new Exchange[room];
        for (int i = 0; i < room; i++) {
            buffers[i] = allocate(SYMBOL_BYTES);
        }
        for (int first = 0; first < open.size(); first += room) {
            deadline.check("find " + points.size() + " points at " + where);
            int count = Math.min(room, open.size() - first);
            for (int i = 0; i < count; i++) {
                ByteBuffer name = encoded(points.get(open.get(first + i)).address());
                exchanges[i] = new Exchange(IndexGroup.SYMBOL_BY_NAME, 0, name, buffers[i].clear());
            }
            backend.exchange(exchanges, count, inFlight);
            for (int i = 0; i < count; i++) {
                int point = open.get(first + i);
                found[point] = answered(exchanges[i], points.get(point), types);
            }
        }
    }

    private Resolution answered(Exchange exchange, DataPoint point, TypeCatalog types) throws ConnectorException {
        int code = exchange.result();
        if (code == AdsErrorCode.SYMBOL_NOT_FOUND || code == AdsErrorCode.INVALID_ARRAY_INDEX) {
            return refused(point, code);
        }
        if (code != AdsErrorCode.NO_ERROR) {
            return byHandle(point);
        }
        try {
            ByteBuffer entry = exchange.into();
            SymbolEntry symbol = SymbolTable.readOne(entry, 0, entry.position(), UploadSizes.DEFAULT_CHARSET);
            return of(Located.of(symbol, types), point);
        } catch (MalformedFrameException e) {
            return Resolution.bad(
                    StatusCode.BAD_DECODING_ERROR,
                    point.address() + " at " + where + ": its description is unreadable: " + e.getMessage());
        }
    }

    /** The last resort: works on every device that has names, but does not tell the type. */
    private Resolution byHandle(DataPoint point) throws ConnectorException {
        ByteBuffer into = allocate(Integer.BYTES);
        int code = backend.readWrite(IndexGroup.HANDLE_BY_NAME, 0, encoded(point.address()), into);
        if (code != AdsErrorCode.NO_ERROR) {
            return refused(point, code);
        }
        if (into.hasRemaining()) {
            return Resolution.bad(
                    StatusCode.BAD_DECODING_ERROR, point.address() + " at " + where + ": a handle without four bytes");
        }
        int handle = into.getInt(0);
        DataType type = point.type();
        if (type == null || type.imageBytes() == 0) {
            release(handle);
            return Resolution.bad(
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    point.address() + " at " + where + ": the device does not tell its type; state it");
        }
        return Resolution.of(Variable.at(IndexGroup.VALUE_BY_HANDLE, handle, type, true));
    }

    /**
     * Opens a handle for each of some variables, as many at once as may be on their way; those that the device gives none for
     * stay what they are.
     */
    void openHandles(List<DataPoint> points, List<Integer> wanted, @Nullable Variable[] variables)
            throws ConnectorException {
        Exchange[] exchanges = new Exchange[wanted.size()];
        for (int i = 0; i < exchanges.length; i++) {
            ByteBuffer name = encoded(points.get(wanted.get(i)).address());
            exchanges[i] = new Exchange(IndexGroup.HANDLE_BY_NAME, 0, name, allocate(Integer.BYTES));
        }
        backend.exchange(exchanges, exchanges.length, inFlight);
        for (int i = 0; i < exchanges.length; i++) {
            Variable variable = variables[wanted.get(i)];
            if (variable != null
                    && exchanges[i].result() == AdsErrorCode.NO_ERROR
                    && !exchanges[i].into().hasRemaining()) {
                variables[wanted.get(i)] = variable.by(exchanges[i].into().getInt(0));
            }
        }
    }

    private Resolution refused(DataPoint point, int code) {
        return Resolution.bad(AdsStatus.of(code), point.address() + " at " + where + ": " + AdsErrorCode.of(code));
    }

    /** Gives a variable's handle back, if it has one. */
    void release(Variable variable) throws ConnectorException {
        if (variable.symbolic() && variable.indexGroup() == IndexGroup.VALUE_BY_HANDLE) {
            release(variable.indexOffset());
        }
    }

    private void release(int handle) throws ConnectorException {
        backend.write(IndexGroup.RELEASE_HANDLE, 0, allocate(Integer.BYTES).putInt(0, handle));
    }

    private static ByteBuffer encoded(String name) {
        return ByteBuffer.wrap((name.replace(" ", "") + '\0').getBytes(UploadSizes.DEFAULT_CHARSET));
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Walks the device's variables as they are now. */
    BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        Known now = current(allowance.deadline());
        ConnectorException refusal = now.refusal();
        if (refusal != null) {
            throw AdsStatus.limited("browse " + where, refusal);
        }
        SymbolCatalog catalog = now.catalog();
        if (catalog == null) {
            throw AdsStatus.refused(
                    "browse " + where + ": the device gives no symbol table; use names that you know",
                    AdsErrorCode.SERVICE_NOT_SUPPORTED);
        }
        return catalog.browse(filter, new BrowseRules(where, allowance::deadline, BrowseRules.MOST_NODES, notices));
    }
}
