package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.engine.AdsStatus;
import io.taktstrom.ads.engine.Exchange;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.SymbolEntry;
import io.taktstrom.ads.protocol.SymbolTable;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.ads.symbol.Located;
import io.taktstrom.ads.symbol.RawAddress;
import io.taktstrom.ads.symbol.SymbolCatalog;
import io.taktstrom.ads.symbol.TypeCatalog;
import io.taktstrom.data.StatusCode;
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

    private final AtomicInteger epoch = new AtomicInteger();
    /** In which epoch it was tried to upload the tables. */
    private int uploadedIn = -1;

    private @Nullable SymbolCatalog catalog;
    private volatile int version = NO_VERSION;

    /**
     * @param where the device, for messages
     * @param notices told what an operator should know
     * @param inFlight most requests on their way at once
     */
    Symbols(AdsBackend backend, String where, Consumer<String> notices, int inFlight) {
        this.backend = backend;
        this.where = where;
        this.notices = notices;
        this.inFlight = inFlight;
    }

    /** Counts up each time when what was resolved before becomes void. */
    int epoch() {
        return epoch.get();
    }

    /** The device signalled that variables may have moved: forgets everything. Waits for nobody. */
    void invalidate() {
        epoch.incrementAndGet();
    }

    /** The symbol version that the cache is of; {@link #NO_VERSION} when there is no cache, or none can be told. */
    int version() {
        return version;
    }

    /** The device's tables as they are now, or null if it has none: one round trip if they have not changed. */
    private synchronized @Nullable SymbolCatalog current() throws ConnectorException {
        if (catalog != null && uploadedIn == epoch.get() && readVersion() != version) {
            invalidate();
        }
        int now = epoch.get();
        if (uploadedIn != now) {
            SymbolCatalog fetched = new TableUpload(backend, where, notices).fetch();
            version = fetched == null ? NO_VERSION : readVersion();
            catalog = fetched;
            uploadedIn = now;
        }
        return catalog;
    }

    /** A number that changes with each download. */
    private int readVersion() throws ConnectorException {
        ByteBuffer into = ByteBuffer.allocate(1);
        int code = backend.read(IndexGroup.SYMBOL_VERSION, 0, into);
        return code == AdsErrorCode.NO_ERROR && !into.hasRemaining() ? into.get(0) & 0xFF : NO_VERSION;
    }

    /** Finds the variable of each point, in order. */
    List<Resolution> resolve(List<DataPoint> points) throws ConnectorException {
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
            SymbolCatalog known = current();
            List<Integer> open = new ArrayList<>();
            for (int i : named) {
                Located located =
                        known == null ? null : known.find(points.get(i).address());
                if (located == null) {
                    open.add(i);
                } else {
                    found[i] = of(located, points.get(i));
                }
            }
            askDevice(points, found, open, known == null ? TypeCatalog.EMPTY : known.types());
        }
        return List.of(found);
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
        DataType stated = point.type();
        DataType type = actual;
        if (stated != null && !TypeCheck.fits(stated, actual)) {
            if (!TypeCheck.isOpaque(actual) || stated.imageBytes() != actual.imageBytes()) {
                return Resolution.bad(
                        StatusCode.BAD_TYPE_MISMATCH,
                        located.address() + " at " + where + " is " + located.typeName() + " of " + actual.imageBytes()
                                + " bytes, the point says " + stated.text() + "; correct or leave out its type");
            }
            type = stated;
        }
        return Resolution.of(new Variable(
                located.indexGroup(),
                located.indexOffset(),
                type.imageBytes(),
                type,
                located.bit(),
                located.writable(),
                true));
    }

    /** Looks up by name what the tables do not have, as many at once as may be on their way. */
    private void askDevice(List<DataPoint> points, Resolution[] found, List<Integer> open, TypeCatalog types)
            throws ConnectorException {
        int room = Math.min(inFlight, open.size());
        ByteBuffer[] buffers = new ByteBuffer[room];
        Exchange[] exchanges = new Exchange[room];
        for (int i = 0; i < room; i++) {
            buffers[i] = allocate(SYMBOL_BYTES);
        }
        for (int first = 0; first < open.size(); first += room) {
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
        SymbolCatalog known = current();
        if (known == null) {
            throw AdsStatus.refused(
                    "browse " + where + ": the device gives no symbol table; use names that you know",
                    AdsErrorCode.SERVICE_NOT_SUPPORTED);
        }
        return known.browse(filter);
    }
}
