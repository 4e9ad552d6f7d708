package io.taktstrom.ads.engine;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.RouterMode;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** A link and who uses it. The first user connects it, the last one closes it. */
final class SharedLink {

    /** Where routers begin to count when a client asks for a port. */
    private static final int FIRST_PORT = 32_768;

    /** Guarded by the registry. */
    int users;

    private final ReentrantLock connecting = new ReentrantLock();
    private final Set<Integer> portsInUse = new HashSet<>();
    private volatile @Nullable RouterLink link;
    private volatile @Nullable AmsNetId netId;
    private volatile @Nullable AmsAddress registered;
    private volatile String localHost = "";

    /** Whether it was connected and broke: it never comes back. */
    boolean isDead() {
        RouterLink current = link;
        return current != null && current.failure() != null;
    }

    /** Whether somebody has connected it already. */
    boolean isConnected() {
        return link != null;
    }

    /** The link, connected now if it is not yet. */
    RouterLink connected(BackendSettings settings, long deadline, IdleWatch idleWatch, RivalWatch rivals)
            throws ConnectorException {
        boolean locked = false;
        try {
            locked = connecting.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!locked) {
            throw new ConnectFailedException("connect to " + settings.router()
                    + ": another connection to the same router is still being made; try again later");
        }
        try {
            RouterLink current = link;
            if (current == null) {
                current = connect(settings, deadline, rivals);
                link = current;
                idleWatch.add(current);
            }
            return current;
        } finally {
            connecting.unlock();
        }
    }

    private RouterLink connect(BackendSettings settings, long deadline, RivalWatch rivals) throws ConnectorException {
        if (settings.mode() == RouterMode.DIRECT) {
            return connect(settings, Dialed.to(settings, deadline), null, rivals);
        }
        Dialed dialed = Dialed.to(settings, deadline);
        boolean auto = settings.mode() == RouterMode.AUTO;
        try {
            if (auto && !dialed.toThisMachine()) {
                return connect(settings, dialed, null, rivals);
            }
            long now = System.nanoTime();
            long until = auto ? Math.min(deadline, now + (deadline - now) / 4) : deadline;
            AmsAddress given = LocalRouter.register(dialed, settings, settings.localPort(), until);
            return connect(settings, dialed, given, rivals);
        } catch (ConnectorException e) {
            dialed.close();
            if (!auto) {
                throw e;
            }
            // No router that gives ports, then. What we have sent was no ADS, so that connection is spoilt.
            return connect(settings, Dialed.to(settings, deadline), null, rivals);
        }
    }

    /** @param given by a router of this machine */
    private RouterLink connect(BackendSettings settings, Dialed dialed, @Nullable AmsAddress given, RivalWatch rivals)
            throws ConnectorException {
        try {
            InetAddress local = ((InetSocketAddress) dialed.channel().getLocalAddress()).getAddress();
            localHost = local.getHostAddress();
            registered = given;
            AmsNetId own = given != null ? given.netId() : settings.localNetId();
            netId = own != null ? own : derived(local, settings);
        } catch (IOException e) {
            dialed.close();
            throw e instanceof ConnectorException known
                    ? known
                    : new ConnectFailedException("connect to " + settings.router() + ": " + e.getMessage(), e);
        }
        return new RouterLink(
                dialed.channel(),
                dialed.selector(),
                settings.router(),
                settings.requestTimeout().toNanos(),
                rivals);
    }

    /** What TwinCAT, too, proposes for a host. */
    private static AmsNetId derived(InetAddress local, BackendSettings settings) throws ConnectFailedException {
        if (!(local instanceof Inet4Address)) {
            throw new ConnectFailedException("connect to " + settings.router()
                    + " over IPv6: a net id follows from an IPv4 address only; give the option localAmsNetId");
        }
        return AmsNetId.parse(local.getHostAddress() + ".1.1");
    }

    /** An address of our own, which nobody else on this link has. */
    AmsAddress takeAddress(int wantedPort) throws ConnectorException {
        AmsNetId id = netId;
        if (id == null) {
            throw new IllegalStateException("connect first");
        }
        AmsAddress given = registered;
        if (given != null) {
            return given;
        }
        synchronized (portsInUse) {
            int port = wantedPort != 0 ? wantedPort : FIRST_PORT;
            while (!portsInUse.add(port)) {
                if (wantedPort != 0) {
                    throw new InvalidRequestException("AMS port " + wantedPort
                            + " is in use by another connection to the same router; leave out localAmsPort");
                }
                port++;
            }
            return new AmsAddress(id, port);
        }
    }

    void giveBack(AmsAddress address) {
        synchronized (portsInUse) {
            portsInUse.remove(address.port());
        }
    }

    /** Our address as the router sees it, for messages. */
    String localHost() {
        return localHost;
    }

    void close() {
        RouterLink current = link;
        AmsAddress given = registered;
        if (current != null) {
            if (given != null) {
                current.sending().sendLast(RouterCommand.portClose(given.port()));
            }
            current.fail(new ConnectionLostException("connection to " + current + " was closed"));
        }
    }
}
