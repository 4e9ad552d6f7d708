package io.taktstrom.ads.engine;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.SharedLinks;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The links of this JVM. A router keeps one TCP connection per client host and closes the older one when a second
 * comes, so all who speak to the same router share one. Thread-safe.
 */
public final class RouterLinks {

    /** Codes below this come from routers: the target was not reached (InfoSys "ADS Return Codes"). */
    private static final int FIRST_DEVICE_CODE = 0x700;

    private static final RivalWatch RIVALS = new RivalWatch();
    private static final SharedLinks<Way, RouterLink> LINKS =
            new SharedLinks<>("ads", (way, deadline) -> dial(way.settings(), deadline));

    /**
     * The way to a router; connections with the same way share the link. A router of this machine gives one AMS port to each
     * connection, and lets us have as many as we like: that way is not shared.
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
            return new Ends(settings.host(), settings.port(), settings.localNetId(), settings.security());
        }

        @Override
        public String toString() {
            return settings.router();
        }
    }

    private record Ends(String host, int port, @Nullable AmsNetId localNetId, AdsSecurity security) {}

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
            SharedLinks.Use<RouterLink> use, BackendSettings settings, NotificationListener listener, long deadline)
            throws ConnectorException {
        LocalAddresses addresses = use.link().addresses();
        AmsAddress source = addresses.take(settings.localPort());
        JavaBackend backend =
                new JavaBackend(use.link(), settings.target(), source, listener, settings.requestTimeout(), () -> {
                    addresses.giveBack(source);
                    use.close();
                });
        try {
            use.link().attach(backend);
            requireAnswer(backend, settings, addresses.host(), deadline);
            return backend;
        } catch (ConnectorException e) {
            backend.close();
            throw e;
        }
    }

    /** The first request: shows that routes exist in both directions and that a server listens at the target's port. */
    private static void requireAnswer(JavaBackend backend, BackendSettings settings, String localHost, long deadline)
            throws ConnectorException {
        String what = "connect to " + settings.target() + " by way of " + settings.router() + ": ";
        String route = "; add a route on the target to net id "
                + backend.source().netId() + " at " + localHost + ", and check the target's net id";
        int code;
        try {
            code = backend.readState(AdsBuffers.heap(Integer.BYTES), deadline - System.nanoTime());
        } catch (ConnectionLostException e) {
            throw new ConnectFailedException(what + "the router closed the connection without an answer" + route, e);
        } catch (RequestTimeoutException e) {
            throw new ConnectFailedException(what + "no answer in time" + route, e);
        }
        if (code != AdsErrorCode.NO_ERROR && Integer.compareUnsigned(code, FIRST_DEVICE_CODE) < 0) {
            AdsErrorCode error = AdsErrorCode.of(code);
            boolean routing = code == AdsErrorCode.TARGET_MACHINE_NOT_FOUND;
            throw new ConnectFailedException(what + (routing ? error.withoutRemedy() + route : error));
        }
        backend.confirm();
    }

    /**
     * Has a router add a route to us, with our certificate, over a connection of its own.
     *
     * @param settings with security
     * @param user who may do so
     */
    public static void addRoute(BackendSettings settings, String user, String password) throws ConnectorException {
        long deadline = System.nanoTime() + settings.connectTimeout().toNanos();
        Dialed dialed = connect(settings, deadline);
        try {
            AmsNetId wanted = settings.localNetId();
            AmsNetId own = wanted != null ? wanted : derived(local(dialed), settings);
            SecureConnect.open(dialed, settings, own, deadline, user, password).close();
        } catch (IOException e) {
            throw e instanceof ConnectorException known ? known : broke(settings, e);
        } finally {
            dialed.close();
        }
    }

    private static InetAddress local(Dialed dialed) throws IOException {
        return ((InetSocketAddress) dialed.channel().getLocalAddress()).getAddress();
    }

    private static ConnectFailedException broke(BackendSettings settings, IOException e) {
        return new ConnectFailedException("connect to " + settings.router() + ": " + e.getMessage(), e);
    }

    // ---- new links

    private static RouterLink dial(BackendSettings settings, long deadline) throws ConnectorException {
        Dialed dialed = connect(settings, deadline);
        if (settings.mode() == RouterMode.DIRECT) {
            return link(settings, dialed, null, deadline);
        }
        boolean auto = settings.mode() == RouterMode.AUTO;
        try {
            if (auto && !dialed.toThisMachine()) {
                return link(settings, dialed, null, deadline);
            }
            long now = System.nanoTime();
            long until = auto ? Math.min(deadline, now + (deadline - now) / 4) : deadline;
            return link(
                    settings, dialed, LocalRouter.register(dialed, settings, settings.localPort(), until), deadline);
        } catch (ConnectorException e) {
            dialed.close();
            if (!auto) {
                throw e;
            }
            // Not a router that gives ports. What was sent was not ADS, so that connection cannot be used any more.
            return link(settings, connect(settings, deadline), null, deadline);
        }
    }

    private static Dialed connect(BackendSettings settings, long deadline) throws ConnectFailedException {
        return Dialed.to(
                settings.host(), settings.port(), settings.router(), "that TwinCAT's router runs there", deadline);
    }

    /** @param given the address that a router of this machine gave us */
    private static RouterLink link(BackendSettings settings, Dialed dialed, @Nullable AmsAddress given, long deadline)
            throws ConnectorException {
        try {
            InetAddress local = local(dialed);
            AmsNetId wanted = given != null ? given.netId() : settings.localNetId();
            AmsNetId own = wanted != null ? wanted : derived(local, settings);
            LocalAddresses addresses = new LocalAddresses(own, given, local.getHostAddress());
            Dialed way = settings.security().isOn() ? SecureConnect.open(dialed, settings, own, deadline) : dialed;
            return new RouterLink(
                    way, settings.router(), settings.requestTimeout().toNanos(), addresses, RIVALS);
        } catch (IOException e) {
            dialed.close();
            throw e instanceof ConnectorException known ? known : broke(settings, e);
        }
    }

    /** What TwinCAT, too, proposes for a host. */
    private static AmsNetId derived(InetAddress local, BackendSettings settings) throws ConnectFailedException {
        if (!(local instanceof Inet4Address)) {
            throw new ConnectFailedException("connect to " + settings.router()
                    + " over IPv6: a net id follows from an IPv4 address only; give the option localAmsNetId");
        }
        return AmsNetId.parse(local.getHostAddress() + ".1.1");
    }
}
