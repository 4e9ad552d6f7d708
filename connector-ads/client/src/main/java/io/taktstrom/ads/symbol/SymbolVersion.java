package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.UploadSizes;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** The number by which a device shows that its variables may have moved: it changes with each online change and each download. */
public final class SymbolVersion {

    /** Of a device that does not tell. */
    public static final int NONE = -1;

    private final AdsBackend backend;
    private final SymbolEpoch epoch;
    /** Null until it is asked for. */
    private volatile @Nullable Boolean minimal;

    SymbolVersion(AdsBackend backend, SymbolEpoch epoch) {
        this.backend = backend;
        this.epoch = epoch;
    }

    /** As it is now, or {@link #NONE}. */
    public int read() throws ConnectorException {
        if (isMinimal()) {
            return NONE;
        }
        ByteBuffer into = AdsBuffers.heap(1);
        int code = backend.read(IndexGroup.SYMBOL_VERSION, 0, into);
        return code == AdsErrorCode.NO_ERROR && !into.hasRemaining() ? into.get(0) & 0xFF : NONE;
    }

    /**
     * Whether the device is less than a TwinCAT: a test server like that of pyads 3.6.0, which falls silent when it is asked
     * for a symbol version, or to write by handle in a sum command. It shows by upload sizes that are shorter than any
     * TwinCAT gives.
     */
    public boolean isMinimal() throws ConnectorException {
        Boolean is = minimal;
        if (is == null) {
            ByteBuffer into = AdsBuffers.heap(UploadSizes.LONG_BYTES);
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
    public void check(int version, int seen) throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        int code = isMinimal()
                ? backend.readState(into)
                : backend.read(IndexGroup.SYMBOL_VERSION, 0, into.limit(Byte.BYTES));
        if (code == AdsErrorCode.TARGET_PORT_NOT_FOUND || code == AdsErrorCode.TARGET_MACHINE_NOT_FOUND) {
            epoch.end(
                    seen,
                    AdsStatus.of(code),
                    "is gone: " + AdsErrorCode.of(code) + "; its subscriptions go on when it is back");
        } else if (code == AdsErrorCode.NO_ERROR && version != NONE && (into.get(0) & 0xFF) != version) {
            epoch.invalidate(seen);
        }
    }

    /** Whether a server at the device's port answers. */
    public boolean isReady() throws ConnectorException {
        return backend.readState(AdsBuffers.heap(Integer.BYTES)) == AdsErrorCode.NO_ERROR;
    }
}
