package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.SymbolEntry;
import io.taktstrom.ads.protocol.SymbolTable;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.ads.value.TimeRange;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.value.TypeRule;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * From points to variables.
 *
 * <pre>
 *   numbers in the address --> done, without the device
 *   a name --> the tables --not there--> asked by name --no description--> a handle
 * </pre>
 */
public final class AdsResolver {

    /** Room for the longest names and comments there can be. */
    private static final int SYMBOL_BYTES = 0xFFFF;

    private final AdsBackend backend;
    private final String where;
    private final int inFlight;
    private final VariableHandles handles;

    AdsResolver(AdsBackend backend, String where, int inFlight, VariableHandles handles) {
        this.backend = backend;
        this.where = where;
        this.inFlight = inFlight;
        this.handles = handles;
    }

    /** Resolves what needs no device; whether there are others. */
    static boolean withoutDevice(List<DataPoint> points, @Nullable Resolution[] found) {
        boolean others = false;
        for (int i = 0; i < found.length; i++) {
            found[i] = withoutDevice(points.get(i));
            others |= found[i] == null;
        }
        return others;
    }

    /** What comes of a point that its address alone decides: one of numbers, or none; null when it is a name. */
    public static @Nullable Resolution withoutDevice(DataPoint point) {
        AdsAddress address;
        try {
            address = AdsAddress.parse(point.address());
        } catch (IllegalArgumentException e) {
            return Resolution.bad(StatusCode.BAD_NODE_ID_INVALID, String.valueOf(e.getMessage()));
        }
        if (!(address instanceof RawAddress raw)) {
            return null;
        }
        DataType type = raw.type() != null ? raw.type() : point.type();
        if (type == null || type.imageBytes() == 0) {
            return Resolution.bad(
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    point.address() + ": needs a type, for example " + point.address() + ":DINT");
        }
        if (point.type() != null && !TypeRule.fits(point.type(), type)) {
            return Resolution.bad(
                    StatusCode.BAD_TYPE_MISMATCH,
                    point.address() + ": the point says " + point.type().text() + "; make both the same");
        }
        return Resolution.of(AdsVariable.at(raw.indexGroup(), raw.indexOffset(), type, false));
    }

    /** Resolves those that are not yet, by the tables or else by asking. */
    void byName(
            List<DataPoint> points, @Nullable Resolution[] found, @Nullable SymbolCatalog catalog, Deadline deadline)
            throws ConnectorException {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < found.length; i++) {
            if (found[i] == null) {
                found[i] = catalog == null ? null : inTables(catalog, points.get(i));
                if (found[i] == null) {
                    open.add(i);
                }
            }
        }
        askDevice(points, found, open, catalog == null ? TypeCatalog.EMPTY : catalog.types(), deadline);
    }

    /** Null when the tables do not have it. */
    private @Nullable Resolution inTables(SymbolCatalog catalog, DataPoint point) {
        Found found = catalog.find(point.address());
        if (!found.outOfBounds().isEmpty()) {
            return Resolution.bad(StatusCode.BAD_INDEX_RANGE_INVALID, where + ": " + found.outOfBounds());
        }
        return found.located() == null ? null : of(found.located(), point);
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
        if (stated != null && !TypeRule.fits(stated, actual)) {
            boolean other = isOpaque(actual) || isNumberOf(stated, actual);
            if (!other || stated.imageBytes() != actual.imageBytes()) {
                return Resolution.bad(
                        StatusCode.BAD_TYPE_MISMATCH,
                        located.address() + " at " + where + " is " + located.typeName() + " of " + actual.imageBytes()
                                + " bytes, the point says " + stated.text() + "; correct or leave out its type");
            }
            type = stated;
        }
        return Resolution.of(
                new AdsVariable(
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

    /** Whether what is stated is the bare number of what the device has as a time, which may be one that no time can be. */
    private static boolean isNumberOf(DataType stated, DataType actual) {
        if (stated instanceof ArrayType one && actual instanceof ArrayType other) {
            return isNumberOf(one.element(), other.element()) && one.count() == other.count();
        }
        return (stated == ScalarType.ULINT || stated == ScalarType.UDINT)
                && actual instanceof ScalarType time
                && time.nanosPerTick() > 0
                && time.imageBytes() == stated.imageBytes();
    }

    /** Whether the device's tables did not say what the bytes mean. */
    private static boolean isOpaque(DataType actual) {
        return actual instanceof ArrayType array && array.element() == ScalarType.BYTE;
    }

    /** Looks up by name what the tables do not have, as many at once as may be on their way. */
    private void askDevice(
            List<DataPoint> points,
            @Nullable Resolution[] found,
            List<Integer> open,
            TypeCatalog types,
            Deadline deadline)
            throws ConnectorException {
        int room = Math.min(inFlight, open.size());
        ByteBuffer[] buffers = new ByteBuffer[room];
        AdsExchange[] exchanges = new AdsExchange[room];
        for (int i = 0; i < room; i++) {
            buffers[i] = AdsBuffers.heap(SYMBOL_BYTES);
        }
        for (int first = 0; first < open.size(); first += room) {
            deadline.check("find " + Counted.of(points.size(), "point") + " at " + where);
            int count = Math.min(room, open.size() - first);
            for (int i = 0; i < count; i++) {
                ByteBuffer name =
                        VariableHandles.encoded(points.get(open.get(first + i)).address());
                exchanges[i] = new AdsExchange(IndexGroup.SYMBOL_BY_NAME, 0, name, buffers[i].clear());
            }
            backend.exchange(exchanges, count, inFlight);
            for (int i = 0; i < count; i++) {
                int point = open.get(first + i);
                found[point] = answered(exchanges[i], points.get(point), types);
            }
        }
    }

    private Resolution answered(AdsExchange exchange, DataPoint point, TypeCatalog types) throws ConnectorException {
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
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        int code = backend.readWrite(IndexGroup.HANDLE_BY_NAME, 0, VariableHandles.encoded(point.address()), into);
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
            handles.release(handle);
            return Resolution.bad(
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    point.address() + " at " + where + ": the device does not tell its type; state it");
        }
        return Resolution.of(AdsVariable.at(IndexGroup.VALUE_BY_HANDLE, handle, type, true));
    }

    private Resolution refused(DataPoint point, int code) {
        return Resolution.bad(AdsStatus.of(code), point.address() + " at " + where + ": " + AdsErrorCode.of(code));
    }
}
