package io.taktstrom.ads.adslib;

import io.taktstrom.ads.adslib.AdsRoutes.Link;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** Makes a backend whose target has answered: a route, a port, and a first request. */
final class Connecting {

    private static final String UNKNOWN = "0.0.0.0.0.0";

    /** Codes below this come from routers: the target was not reached (InfoSys "ADS Return Codes"). */
    private static final int FIRST_DEVICE_CODE = 0x700;

    /** An answer that takes longer is asked for again: on a dead connection only the second request fails. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final AdsLibrary library;
    private final NotificationHub hub;
    private final BackendSettings settings;
    private final NotificationListener listener;
    private final boolean byCaller;
    private final AdsRoutes routes;
    private final long deadline;
    private final String what;

    private Connecting(
            AdsLibrary library,
            NotificationHub hub,
            BackendSettings settings,
            NotificationListener listener,
            boolean byCaller) {
        this.library = library;
        this.hub = hub;
        this.settings = settings;
        this.listener = listener;
        this.byCaller = byCaller;
        this.routes = AdsRoutes.of(library);
        this.deadline = System.nanoTime() + settings.connectTimeout().toNanos();
        this.what =
                "connect to " + settings.target() + " by way of " + settings.router() + " and " + library.file() + ": ";
    }

    /** @param byCaller whether callers may go into the library themselves, see {@link LibraryLane} */
    static NativeBackend open(
            AdsLibrary library,
            NotificationHub hub,
            BackendSettings settings,
            NotificationListener listener,
            boolean byCaller)
            throws ConnectorException {
        Connecting connecting = new Connecting(library, hub, settings, listener, byCaller);
        connecting.check();
        while (true) {
            NativeBackend backend = connecting.attempt();
            if (backend != null) {
                return backend;
            }
        }
    }

    private void check() throws InvalidRequestException {
        if (library.hasRoutes() && settings.port() != NativeBackend.TCP_PORT) {
            throw new InvalidRequestException(what + "the library knows TCP port " + NativeBackend.TCP_PORT
                    + " only; use backend java for another");
        }
        if (!library.hasRoutes() && settings.localNetId() != null) {
            throw new InvalidRequestException(what + "the net id is that of the router which is installed here; leave"
                    + " localAmsNetId empty, or use backend java");
        }
        if (settings.localPort() != 0) {
            throw new InvalidRequestException(
                    what + "the library chooses its AMS port itself; leave localAmsPort empty, or use backend java");
        }
    }

    /** Null when it came upon a connection that turned out to be dead: the next attempt makes a new one. */
    private @Nullable NativeBackend attempt() throws ConnectorException {
        Link link = library.hasRoutes() ? routes.connect(library, settings, deadline) : null;
        boolean joins = link != null && routes.isUsed(link);
        Membership membership = new Membership(library, routes, link);
        Opened opened = openPort(membership);
        String ourNetId = opened.own().netId().toString();
        NativeBackend backend = new NativeBackend(
                library, routes.calls(), hub, opened.port(), settings, listener, byCaller, membership);
        if (!membership.join(backend)) {
            LibraryCalls.later("decline " + library.file(), () -> {
                opened.port().close();
                membership.decline();
            });
            return null;
        }
        boolean greeted = false;
        try {
            greet(backend, ourNetId, joins ? link : null);
            greeted = true;
        } catch (ConnectionLostException e) {
            membership.lost(e);
            if (!joins) {
                throw new ConnectFailedException(
                        what + "the router closed the connection without an answer" + route(ourNetId), e);
            }
        } finally {
            backend.watch().start(settings);
            if (!greeted) {
                if (!joins) {
                    // No other backend may find it while it is being freed.
                    membership.lost(new ConnectionLostException(what + "the target did not answer"));
                }
                backend.close(Math.max(0, deadline - System.nanoTime()));
            }
        }
        return greeted ? backend : null;
    }

    private record Opened(AdsPort port, AmsAddress own) {}

    private Opened openPort(Membership membership) throws ConnectFailedException {
        try {
            Opened opened = routes.calls().call("AdsPortOpenEx", deadline - System.nanoTime(), this::openPort, late -> {
                if (late != null) {
                    late.port().close();
                }
            });
            if (opened == null) {
                membership.decline();
                throw new ConnectFailedException(what + "all ports of the library (128) are in use; close connections");
            }
            return opened;
        } catch (LibraryHangsException e) {
            membership.decline();
            throw new ConnectFailedException(what + AdsRoutes.hangs(library, e), e);
        }
    }

    private @Nullable Opened openPort() {
        AdsPort port = library.openPort(settings.target());
        if (port == null) {
            return null;
        }
        library.endWithoutUnloading();
        return new Opened(port, port.localAddress());
    }

    /** @param joined a connection that was there before; null for a new one */
    private void greet(NativeBackend backend, String ourNetId, @Nullable Link joined) throws ConnectorException {
        while (true) {
            long left = (deadline - System.nanoTime()) / NANOS_PER_MILLI;
            if (left <= 0) {
                throw new ConnectFailedException(what + "no answer in time" + route(ourNetId));
            }
            int code = backend.control().ask((int) Math.min(left, PATIENCE_MILLIS));
            if (code == AdsErrorCode.CLIENT_TIMEOUT) {
                if (joined != null && !routes.isWatched(joined, backend)) {
                    throw new ConnectionLostException(what + "the connection that was there does not answer");
                }
                continue;
            }
            if (NativeBackend.isSilence(code)) {
                throw new ConnectionLostException(what + "the library cannot send");
            }
            if (code != AdsErrorCode.NO_ERROR && Integer.compareUnsigned(code, FIRST_DEVICE_CODE) < 0) {
                AdsErrorCode error = AdsErrorCode.of(code);
                boolean routing = code == AdsErrorCode.TARGET_MACHINE_NOT_FOUND;
                throw new ConnectFailedException(what + (routing ? error.withoutRemedy() + route(ourNetId) : error));
            }
            backend.answered();
            return;
        }
    }

    private static String route(String ourNetId) {
        // AdsLib takes its own net id from the address of its first connection, and tells none before.
        String us = ourNetId.equals(UNKNOWN) ? "this host's net id (its address and .1.1)" : "net id " + ourNetId;
        return "; add a route on the target to " + us + " at this host's address, and check the target's net id";
    }

    /** The part of a backend in what the whole process shares: its place on a link, and in what ends with the JVM. */
    private static final class Membership implements BackendMonitor.Release {

        private final AdsLibrary library;
        private final AdsRoutes routes;
        private final @Nullable Link link;
        private @Nullable NativeBackend backend;

        Membership(AdsLibrary library, AdsRoutes routes, @Nullable Link link) {
            this.library = library;
            this.routes = routes;
            this.link = link;
        }

        /** No backend joins. */
        void decline() {
            if (link != null) {
                routes.leave(library, link, null);
            }
        }

        boolean join(NativeBackend newBackend) {
            backend = newBackend;
            if (link != null && !routes.join(link, newBackend)) {
                return false;
            }
            NativeShutdownHook.expect(newBackend);
            return true;
        }

        @Override
        public void lost(ConnectorException cause) {
            if (link != null) {
                routes.lost(link, cause);
            } else if (backend != null) {
                backend.lost(cause);
            }
        }

        @Override
        public void released() {
            if (backend != null) {
                NativeShutdownHook.forget(backend);
                if (link != null) {
                    routes.leave(library, link, backend);
                }
            }
        }
    }
}
