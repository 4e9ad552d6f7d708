package io.taktstrom.ads.engine;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.backend.RouterMode;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The links of this JVM. A router keeps one TCP connection per client host and closes the older one when a second
 * comes, so all who speak to the same router share one. Thread-safe.
 */
public final class RouterLinks {

    private static final RouterLinks OF_THIS_JVM = new RouterLinks();

    /** @param own of those who share with nobody */
    private record Key(
            String host,
            int port,
            @Nullable AmsNetId localNetId,
            RouterMode router,
            @Nullable Object own) {

        /** A router of this machine gives one AMS port to each connection, and lets us have as many as we like. */
        static Key of(BackendSettings settings) {
            return new Key(
                    settings.host(),
                    settings.port(),
                    settings.localNetId(),
                    settings.mode(),
                    settings.mode() == RouterMode.DIRECT ? null : new Object());
        }
    }

    private final Map<Key, SharedLink> links = new HashMap<>();
    private final IdleWatch idleWatch = new IdleWatch();
    private final RivalWatch rivals = new RivalWatch();

    private RouterLinks() {}

    /**
     * Opens a backend whose target has answered. Blocks for at most the connect timeout.
     *
     * @throws ConnectFailedException when there is no router, or no answer; the message names the remedy
     */
    public static AdsBackend open(BackendSettings settings, NotificationListener listener) throws ConnectorException {
        return OF_THIS_JVM.connect(settings, listener);
    }

    private AdsBackend connect(BackendSettings settings, NotificationListener listener) throws ConnectorException {
        long deadline = System.nanoTime() + settings.connectTimeout().toNanos();
        Key key = Key.of(settings);
        SharedLink shared = enter(key);
        boolean joined = shared.isConnected();
        try {
            return open(key, shared, settings, listener, deadline);
        } catch (ConnectorException e) {
            // A link that others made may be dead without anybody having noticed: after a restart of the router, say.
            if (joined && shared.isDead()) {
                return open(key, enter(key), settings, listener, deadline);
            }
            throw e;
        }
    }

    private AdsBackend open(
            Key key, SharedLink shared, BackendSettings settings, NotificationListener listener, long deadline)
            throws ConnectorException {
        JavaBackend backend = null;
        try {
            RouterLink link = shared.connected(settings, deadline, idleWatch, rivals);
            AmsAddress source = shared.takeAddress(settings.localPort());
            backend = new JavaBackend(link, settings.target(), source, listener, settings.requestTimeout(), () -> {
                shared.giveBack(source);
                leave(key, shared);
            });
            link.attach(backend);
            Handshake.exchange(backend, settings, shared.localHost(), deadline);
            return backend;
        } catch (ConnectorException e) {
            if (backend != null) {
                backend.close();
            } else {
                leave(key, shared);
            }
            throw e;
        }
    }

    private synchronized SharedLink enter(Key key) {
        SharedLink shared = links.get(key);
        if (shared == null || shared.isDead()) {
            shared = new SharedLink();
            links.put(key, shared);
        }
        shared.users++;
        return shared;
    }

    private void leave(Key key, SharedLink shared) {
        synchronized (this) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            links.remove(key, shared);
        }
        shared.close();
    }
}
