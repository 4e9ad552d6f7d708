package io.taktstrom.ads.adslib;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * The routes of one library file: net ids to hosts, for the whole process. The library has one TCP connection per host,
 * shared by all net ids behind it, and one local net id.
 *
 * <pre>
 *   CONNECTING --> OPEN --> (lost: no more users join) --> RELEASING --> gone
 * </pre>
 *
 * <p>It never reconnects, and takes the process down when a connection is freed that a port still has notifications or a
 * request on. So a route is deleted when the last user has closed its ports, and not before; and a lost connection is
 * left by all its users before one of them may connect again. Thread-safe.
 */
final class AdsRoutes {

    private static final Map<String, AdsRoutes> OF_THIS_JVM = new ConcurrentHashMap<>();
    private static final AmsNetId DERIVED = new AmsNetId(0);
    /** ROUTERERR_PORTALREADYINUSE: the net id has a route to another host, which is not ours to delete. */
    private static final int IN_USE = 0x506;

    /** A TCP connection of the library, and whom it serves. */
    static final class Link {
        private final String host;
        private final Set<NativeBackend> users = new LinkedHashSet<>();
        /** Each was added once, as long as the connection lives. */
        private final Set<AmsNetId> netIds = new LinkedHashSet<>();

        /** Those that are about to become users. */
        private int joining;

        private boolean busy;
        private boolean lost;
        private int result;

        private Link(String host) {
            this.host = host;
        }

        private boolean isUsed() {
            return joining > 0 || !users.isEmpty();
        }
    }

    private final Map<String, Link> links = new HashMap<>();
    private AmsNetId localNetId = DERIVED;

    private final LibraryCalls calls = new LibraryCalls();

    private AdsRoutes() {}

    /** How to call what takes the library's lock. */
    LibraryCalls calls() {
        return calls;
    }

    /** For messages. */
    static String hangs(AdsLibrary library, LibraryHangsException cause) {
        return library.file() + " hangs (" + cause.what()
                + "), and no connection can use it any more; restart this process, or use backend java";
    }

    /** Bindings that have loaded the same file share its routes. */
    static AdsRoutes of(AdsLibrary library) {
        return OF_THIS_JVM.computeIfAbsent(library.file(), file -> new AdsRoutes());
    }

    /** A connection to the settings' host with a route to their target; the caller {@linkplain #join joins} or leaves it. */
    Link connect(AdsLibrary library, BackendSettings settings, long deadline) throws ConnectorException {
        Link link = enter(library, settings, deadline);
        try {
            if (!isReached(link, settings.target().netId())) {
                addRoute(library, link, settings, deadline);
            }
            return link;
        } catch (ConnectorException e) {
            leave(library, link, null);
            throw e;
        }
    }

    private synchronized Link enter(AdsLibrary library, BackendSettings settings, long deadline)
            throws ConnectorException {
        while (true) {
            Link inTheWay = inTheWay(settings);
            if (inTheWay == null) {
                break;
            }
            if (!inTheWay.busy && !inTheWay.lost && !isLeft(inTheWay)) {
                throw refused(library, settings, inTheWay);
            }
            if (!await(deadline)) {
                throw new ConnectFailedException("connect to " + settings.target() + " by way of " + settings.host()
                        + ": " + library.file() + " still has an attempt or a lost connection to " + inTheWay.host
                        + " that it must end first; try again later, and if that does not help, restart this process");
            }
        }
        if (links.isEmpty()) {
            AmsNetId wanted = settings.localNetId();
            localNetId = wanted == null ? DERIVED : wanted;
            setLocalNetId(library, settings, deadline);
        }
        Link link = links.computeIfAbsent(settings.host(), Link::new);
        link.joining++;
        // The next caller waits for the route that is about to be added.
        link.busy = !link.netIds.contains(settings.target().netId());
        return link;
    }

    private void setLocalNetId(AdsLibrary library, BackendSettings settings, long deadline)
            throws ConnectFailedException {
        AmsNetId wanted = localNetId;
        try {
            calls.call(
                    "AdsSetLocalAddress",
                    deadline - System.nanoTime(),
                    () -> {
                        library.setLocalNetId(wanted);
                        return wanted;
                    },
                    late -> {});
        } catch (LibraryHangsException e) {
            throw new ConnectFailedException(
                    "connect to " + settings.target() + " by way of " + settings.host() + ": " + hangs(library, e), e);
        }
    }

    /** A connection that must end before these settings can have theirs; null if there is none. */
    private @Nullable Link inTheWay(BackendSettings settings) {
        AmsNetId local = settings.localNetId();
        for (Link link : links.values()) {
            boolean sameHost = link.host.equals(settings.host());
            if ((sameHost && (link.busy || link.lost || isLeft(link)))
                    || (!sameHost && link.netIds.contains(settings.target().netId()))
                    || (local != null && !local.equals(localNetId))) {
                return link;
            }
        }
        return null;
    }

    /** Whether all its users are closing, so that none would notice that it is dead. */
    private static boolean isLeft(Link link) {
        return !link.users.isEmpty() && link.users.stream().noneMatch(NativeBackend::isOpen);
    }

    /** Whether another user of the connection would notice that it is dead. */
    synchronized boolean isWatched(Link link, NativeBackend except) {
        return link.users.stream().anyMatch(user -> user != except && user.isOpen());
    }

    private InvalidRequestException refused(AdsLibrary library, BackendSettings settings, Link inTheWay) {
        String what = "connect to " + settings.target() + " by way of " + settings.host() + ": ";
        boolean otherHost = !inTheWay.host.equals(settings.host())
                && inTheWay.netIds.contains(settings.target().netId());
        return new InvalidRequestException(
                otherHost
                        ? what + library.file() + " reaches "
                                + settings.target().netId() + " by way of "
                                + inTheWay.host + " already, and has one way for each net id; use the same host, or"
                                + " backend java"
                        : what + library.file() + " has one local net id in a process, and connections in use with "
                                + (localNetId.equals(DERIVED) ? "the one it derives by itself" : localNetId)
                                + ", not " + settings.localNetId()
                                + "; give all connections the same localAmsNetId, or use backend java");
    }

    /** Waits for a change; false when it is too late for one. */
    @SuppressWarnings("WaitNotInLoop") // the loops are the callers'
    private boolean await(long deadline) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        try {
            wait(left / NANOS_PER_MILLI + 1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether others use the connection. */
    synchronized boolean isUsed(Link link) {
        return !link.users.isEmpty();
    }

    private synchronized boolean isReached(Link link, AmsNetId netId) {
        return link.netIds.contains(netId);
    }

    /** On a thread of its own: the library waits for as long as the system tries to connect. */
    private void addRoute(AdsLibrary library, Link link, BackendSettings settings, long deadline)
            throws ConnectFailedException {
        AmsNetId netId = settings.target().netId();
        synchronized (this) {
            link.joining++;
        }
        LibraryCalls.later("connect-" + link.host, () -> {
            int result = library.addRoute(netId, link.host);
            if (result != AdsErrorCode.NO_ERROR && result != IN_USE) {
                // A peer that closes at once gives an error, and a route nevertheless.
                library.deleteRoute(netId);
            }
            boolean last;
            synchronized (this) {
                link.result = result;
                if (result == AdsErrorCode.NO_ERROR) {
                    link.netIds.add(netId);
                }
                link.busy = false;
                link.joining--;
                last = isLast(link);
            }
            if (last) {
                free(library, link);
            }
        });
        String what = "connect to " + settings.target() + " by way of " + settings.router() + ": ";
        String check = "; check the address, that TwinCAT's router runs there, and the firewall (TCP "
                + NativeBackend.TCP_PORT + ")";
        synchronized (this) {
            while (link.busy) {
                if (!await(deadline)) {
                    throw new ConnectFailedException(what + "no answer in time" + check);
                }
            }
            if (!link.netIds.contains(netId)) {
                throw new ConnectFailedException(
                        what + "the library cannot connect (" + AdsErrorCode.hex(link.result) + ")" + check);
            }
        }
    }

    /** What {@link #connect} gave is used from now on; false when it was lost meanwhile. */
    synchronized boolean join(Link link, NativeBackend user) {
        if (link.lost) {
            return false;
        }
        link.joining--;
        link.users.add(user);
        return true;
    }

    /** The connection is dead: no more users join, and all its users are told. */
    void lost(Link link, ConnectorException cause) {
        List<NativeBackend> concerned;
        synchronized (this) {
            link.lost = true;
            concerned = new ArrayList<>(link.users);
            notifyAll();
        }
        concerned.forEach(user -> user.lost(cause));
    }

    /**
     * A user has closed all its ports. After the last, the connection is freed.
     *
     * @param user null for one that did not join
     */
    void leave(AdsLibrary library, Link link, @Nullable NativeBackend user) {
        boolean last;
        synchronized (this) {
            if (user == null) {
                link.joining--;
            } else {
                link.users.remove(user);
            }
            last = isLast(link);
        }
        if (last && user == null) {
            // A caller that connects must not wait for as long as the library may take to let go.
            LibraryCalls.later("disconnect " + link.host, () -> free(library, link));
        } else if (last) {
            free(library, link);
        }
    }

    /** Whether no user is left; then none may join any more. */
    private boolean isLast(Link link) {
        boolean last = !link.isUsed();
        link.busy |= last;
        notifyAll();
        return last;
    }

    private void free(AdsLibrary library, Link link) {
        deleteRoutes(library, link);
        synchronized (this) {
            links.remove(link.host, link);
            notifyAll();
        }
    }

    /**
     * The library counts the routes of a connection, and deletes only the one that takes the count to zero; while others are
     * left, the connection stays, dead or not. Adding one of those again, and deleting it, deletes that one.
     */
    private static void deleteRoutes(AdsLibrary library, Link link) {
        List<AmsNetId> netIds = List.copyOf(link.netIds);
        netIds.forEach(library::deleteRoute);
        for (AmsNetId netId : netIds.subList(0, Math.max(0, netIds.size() - 1))) {
            if (library.addRoute(netId, link.host) == AdsErrorCode.NO_ERROR) {
                library.deleteRoute(netId);
            }
        }
    }
}
