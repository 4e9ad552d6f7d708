package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.TableBudget;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a device's symbols and types. One use.
 *
 * <p>The sizes are the device's word. What is announced, what has come and what is made of it is taken from the connection's
 * {@link MemoryBudget} before it is allocated; all requests together are done before a {@link Deadline}.
 */
final class TableUpload {

    /** What a buffer can have. */
    private static final long MAX_BYTES = 1 << 30;

    private static final int PART_BYTES = 32 * 1024;

    private final AdsBackend backend;
    private final String where;
    private final MemoryBudget memory;
    private final Deadline deadline;
    private final Consumer<String> notices;
    private @Nullable ConnectorException refusal;
    /** Bytes that were asked for, and not granted, to read a table any further. */
    private long refused;

    TableUpload(AdsBackend backend, String where, MemoryBudget memory, Deadline deadline, Consumer<String> notices) {
        this.backend = backend;
        this.where = where;
        this.memory = memory;
        this.deadline = deadline;
        this.notices = notices;
    }

    /**
     * What came of it.
     *
     * @param catalog null when the device tells nothing of use
     * @param held what the catalog takes; the owner of the catalog gives it back
     * @param refusal why there is no catalog, if the device tells more than is granted
     */
    record Tables(
            @Nullable SymbolCatalog catalog,
            MemoryBudget held,
            @Nullable ConnectorException refusal) {}

    Tables fetch() throws ConnectorException {
        MemoryBudget held = memory.part();
        SymbolCatalog catalog = null;
        try {
            catalog = catalog(held);
        } catch (MalformedFrameException e) {
            long wanted = refused;
            if (wanted != 0) {
                refuse(memory.refused(held.held() + wanted, what("read the tables")));
                return new Tables(null, held, refusal);
            }
            notices.accept(
                    where + ": the symbol tables are unreadable, names are looked up one by one: " + e.getMessage());
        } catch (DeviceErrorException e) {
            refuse(e);
        } finally {
            if (catalog == null) {
                held.close();
            }
        }
        return new Tables(catalog, held, refusal);
    }

    private void refuse(ConnectorException cause) {
        refusal = cause;
        notices.accept(String.valueOf(cause.getMessage()));
    }

    private @Nullable SymbolCatalog catalog(MemoryBudget held) throws ConnectorException {
        TableBudget budget = bytes -> {
            boolean taken = held.tryTake(bytes);
            refused = taken ? 0 : bytes;
            return taken;
        };
        try (MemoryBudget raw = memory.part()) {
            UploadSizes sizes = sizes();
            ByteBuffer symbols = sizes == null ? null : table(IndexGroup.SYMBOL_UPLOAD, sizes.symbolBytes(), raw);
            if (sizes == null || symbols == null) {
                return null;
            }
            ByteBuffer types = table(IndexGroup.DATA_TYPE_UPLOAD, sizes.dataTypeBytes(), raw);
            TypeCatalog known = types == null ? TypeCatalog.EMPTY : TypeCatalog.of(types, budget);
            SymbolCatalog catalog = SymbolCatalog.of(symbols, known, budget);
            return catalog.hasNames() ? catalog : null;
        }
    }

    private String what(String work) {
        return work + " of " + where;
    }

    private @Nullable UploadSizes sizes() throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(UploadSizes.LONG_BYTES);
        int code = backend.read(IndexGroup.UPLOAD_SIZES, 0, into);
        if (code != AdsErrorCode.NO_ERROR) {
            into = AdsBuffers.heap(UploadSizes.SHORT_BYTES);
            code = backend.read(IndexGroup.SYMBOL_UPLOAD_SIZES, 0, into);
        }
        return code == AdsErrorCode.NO_ERROR ? UploadSizes.read(into, 0, into.position()) : null;
    }

    /** Null when the device does not give it. */
    private @Nullable ByteBuffer table(int indexGroup, long bytes, MemoryBudget raw) throws ConnectorException {
        if (bytes == 0) {
            return null;
        }
        String work = what("upload table 0x" + Integer.toHexString(indexGroup));
        if (bytes > MAX_BYTES) {
            throw new DeviceErrorException(
                    where + ": announces a table of " + bytes + " bytes, which is ignored",
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    0);
        }
        // On its way it is in the receiving buffer, too.
        raw.take(2 * bytes, work + ", " + bytes + " bytes");
        deadline.check(work);
        AdsBackend.Whole whole = backend.readWhole(indexGroup, 0, (int) bytes);
        if (whole.result() == AdsErrorCode.NO_ERROR) {
            return whole.value();
        }
        int code = whole.result();
        if (isTooLarge(code)) {
            ByteBuffer into = AdsBuffers.heap(PART_BYTES);
            code = AdsErrorCode.NO_ERROR;
            boolean more = true;
            while (code == AdsErrorCode.NO_ERROR && more) {
                deadline.check(work);
                int start = into.position();
                into = withRoom(into, (int) bytes);
                code = backend.read(indexGroup, start, into.limit(Math.min((int) bytes, start + PART_BYTES)));
                more = into.position() < bytes && into.position() > start;
            }
            if (code == AdsErrorCode.NO_ERROR) {
                return into.flip();
            }
        }
        notices.accept(where + ": gives no table 0x" + Integer.toHexString(indexGroup) + ": " + AdsErrorCode.of(code));
        return null;
    }

    private static boolean isTooLarge(int code) {
        return code == AdsErrorCode.INVALID_SIZE
                || code == AdsErrorCode.NO_MEMORY
                || code == AdsErrorCode.INVALID_AMS_LENGTH;
    }

    /** Room for one more part; grows only as parts come. */
    private static ByteBuffer withRoom(ByteBuffer into, int most) {
        if (into.position() + PART_BYTES <= into.capacity() || into.capacity() >= most) {
            return into;
        }
        return AdsBuffers.heap((int) Math.min(most, 2L * into.capacity())).put(into.flip());
    }
}
