package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.kit.tcp.Request;
import org.jspecify.annotations.Nullable;

/**
 * Notification handles that a device still serves although no subscription has them: left over from a session that broke, or from
 * a request whose answer came too late. Each is deleted once, and not many at a time. Thread-safe.
 */
final class StaleHandles {

    /** One handle, with the addresses it was made between. */
    record Stale(AmsAddress server, AmsAddress client, int handle) {}

    /** What we remember, so that nothing a device sends makes us grow. */
    private static final int MAX_KNOWN = 4096;

    private static final long NANOS_BETWEEN = 10_000_000;
    /** Of a request whose answer is not awaited: the index that no request has. */
    private static final int INVOKE_ID = Request.MAX_COUNT;

    private final Set<Stale> known = new HashSet<>();
    private final Queue<Stale> toDelete = new ArrayDeque<>();
    private final ByteBuffer request = AdsBuffers.direct(AmsHeader.BYTES + Integer.BYTES);
    private volatile boolean waiting;
    private volatile long nextAt = System.nanoTime();

    /** A checked frame with unknown handles only. */
    void found(ByteBuffer buffer, int frame) {
        AmsAddress server = AmsHeader.source(buffer, frame);
        AmsAddress client = AmsHeader.target(buffer, frame);
        NotificationFrame.forEach(
                buffer, frame, (fileTime, handle, value, position, size) -> found(server, client, handle));
    }

    synchronized void found(AmsAddress server, AmsAddress client, int handle) {
        Stale stale = new Stale(server, client, handle);
        if (known.size() < MAX_KNOWN && known.add(stale)) {
            toDelete.add(stale);
            waiting = true;
        }
    }

    /** Whether there is one to delete now. */
    boolean isDue() {
        return waiting && System.nanoTime() - nextAt >= 0;
    }

    /** The next one to delete, or null. */
    synchronized @Nullable Stale next() {
        nextAt = System.nanoTime() + NANOS_BETWEEN;
        Stale stale = toDelete.poll();
        waiting = !toDelete.isEmpty();
        return stale;
    }

    /** A request that deletes it; only with the send lock. */
    ByteBuffer deleteRequest(Stale stale) {
        AmsHeader.writeRequest(
                request,
                0,
                stale.server(),
                stale.client(),
                AdsCommand.DELETE_DEVICE_NOTIFICATION,
                Integer.BYTES,
                INVOKE_ID);
        return request.putInt(AmsHeader.BYTES, stale.handle()).clear();
    }
}
