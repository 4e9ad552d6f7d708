package io.taktstrom.ads.engine;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.kit.tcp.SharedLinks;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The links of this JVM. A router keeps one TCP connection per client host and closes the older one when a second
 * comes, so all who speak to the same router share one. Thread-safe.
 */
public final class RouterLinks {

    private static final RivalWatch RIVALS = new RivalWatch();
    private static final SharedLinks<Way, SharedLink> LINKS =
            new SharedLinks<>("ads", (way, deadline) -> SharedLink.dial(way.settings(), deadline, RIVALS));

    /**
     * The way to a router; whoever goes the same way shares the link. A router of this machine gives one AMS port to each
     * connection, and lets us have as many as we like: that way is shared with nobody.
     */
    private record Way(BackendSettings settings) {

        private boolean isShared() {
            return settings.mode() == RouterMode.DIRECT;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Way way
                    && (this == other || (isShared() && way.isShared() && ends().equals(way.ends())));
        }

        @Override
        public int hashCode() {
            return ends().hashCode();
        }

        private Ends ends() {
            return new Ends(settings.host(), settings.port(), settings.localNetId());
        }

        @Override
        public String toString() {
            return settings.router();
        }
    }

    private record Ends(String host, int port, @Nullable AmsNetId localNetId) {}

    private RouterLinks() {}

    /**
     * Opens a backend whose target has answered. Blocks for at most the connect timeout.
     *
     * @throws ConnectFailedException when there is no router, or no answer; the message names the remedy
     */
    public static AdsBackend open(BackendSettings settings, NotificationListener listener) throws ConnectorException {
        long deadline = System.nanoTime() + settings.connectTimeout().toNanos();
        return LINKS.open(new Way(settings), deadline, (use, joined) -> open(use, settings, listener, deadline));
    }

    private static AdsBackend open(
            SharedLinks.Use<SharedLink> use, BackendSettings settings, NotificationListener listener, long deadline)
            throws ConnectorException {
        SharedLink shared = use.link();
        AmsAddress source = shared.takeAddress(settings.localPort());
        JavaBackend backend =
                new JavaBackend(shared.link(), settings.target(), source, listener, settings.requestTimeout(), () -> {
                    shared.giveBack(source);
                    use.close();
                });
        try {
            shared.link().attach(backend);
            Handshake.exchange(backend, settings, shared.localHost(), deadline);
            return backend;
        } catch (ConnectorException e) {
            backend.close();
            throw e;
        }
    }
}
