package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.ads.symbol.SymbolCatalog;
import io.taktstrom.ads.symbol.TypeCatalog;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Fetches a device's symbols and types. One use. */
final class TableUpload {

    /** No device has as much to tell; a size beyond it is nonsense. */
    private static final long MOST_BYTES = 128L * 1024 * 1024;

    /** A symbol with a name: the tables of some servers have none. */
    private static final BrowseFilter NAMED = new BrowseFilter(Glob.of("?**"), false);

    private static final int PART_BYTES = 32 * 1024;

    private final AdsBackend backend;
    private final String where;
    private final Consumer<String> notices;

    TableUpload(AdsBackend backend, String where, Consumer<String> notices) {
        this.backend = backend;
        this.where = where;
        this.notices = notices;
    }

    /** What the device tells; null when that is nothing of use. */
    @Nullable
    SymbolCatalog fetch() throws ConnectorException {
        try {
            UploadSizes sizes = sizes();
            ByteBuffer symbols = sizes == null ? null : table(IndexGroup.SYMBOL_UPLOAD, sizes.symbolBytes());
            if (sizes == null || symbols == null) {
                return null;
            }
            ByteBuffer types = table(IndexGroup.DATA_TYPE_UPLOAD, sizes.dataTypeBytes());
            SymbolCatalog catalog =
                    types == null ? SymbolCatalog.of(symbols, TypeCatalog.EMPTY) : SymbolCatalog.of(symbols, types);
            return catalog.browse(NAMED).next(1).isEmpty() ? null : catalog;
        } catch (MalformedFrameException e) {
            notices.accept(
                    where + ": the symbol tables are unreadable, names are looked up one by one: " + e.getMessage());
            return null;
        }
    }

    private @Nullable UploadSizes sizes() throws ConnectorException {
        ByteBuffer into = allocate(UploadSizes.LONG_BYTES);
        int code = backend.read(IndexGroup.UPLOAD_SIZES, 0, into);
        if (code != AdsErrorCode.NO_ERROR) {
            into = allocate(UploadSizes.SHORT_BYTES);
            code = backend.read(IndexGroup.SYMBOL_UPLOAD_SIZES, 0, into);
        }
        return code == AdsErrorCode.NO_ERROR ? UploadSizes.read(into, 0, into.position()) : null;
    }

    private @Nullable ByteBuffer table(int indexGroup, long bytes) throws ConnectorException {
        if (bytes == 0) {
            return null;
        }
        if (bytes > MOST_BYTES) {
            notices.accept(where + ": announces a table of " + bytes + " bytes, which is ignored");
            return null;
        }
        ByteBuffer into = allocate((int) bytes);
        int code = backend.read(indexGroup, 0, into);
        if (isTooLarge(code)) {
            code = readInParts(indexGroup, into);
        }
        if (code != AdsErrorCode.NO_ERROR) {
            notices.accept(
                    where + ": gives no table 0x" + Integer.toHexString(indexGroup) + ": " + AdsErrorCode.of(code));
            return null;
        }
        return into.flip();
    }

    private static boolean isTooLarge(int code) {
        return code == AdsErrorCode.INVALID_SIZE
                || code == AdsErrorCode.NO_MEMORY
                || code == AdsErrorCode.INVALID_AMS_LENGTH;
    }

    /** For a device that cannot send it all at once; the index offset says where a part starts. */
    private int readInParts(int indexGroup, ByteBuffer into) throws ConnectorException {
        int bytes = into.limit();
        int code = AdsErrorCode.NO_ERROR;
        int start = -1;
        while (code == AdsErrorCode.NO_ERROR && into.position() < bytes && into.position() > start) {
            start = into.position();
            code = backend.read(indexGroup, start, into.limit(Math.min(bytes, start + PART_BYTES)));
        }
        return code;
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
