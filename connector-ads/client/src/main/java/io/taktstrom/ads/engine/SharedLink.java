package io.taktstrom.ads.engine;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.SharedLinks;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** A link, who we are to its router, and the AMS ports that its users have. */
final class SharedLink implements SharedLinks.Link {

    /** Where routers begin to count when a client asks for a port. */
    private static final int FIRST_PORT = 32_768;

    private final RouterLink link;
    private final AmsNetId netId;
    private final @Nullable AmsAddress registered;
    private final String localHost;
    private final Set<Integer> portsInUse = new HashSet<>();

    /** @param registered the address that a router of this machine gave us, if it is one */
    private SharedLink(RouterLink link, AmsNetId netId, @Nullable AmsAddress registered, String localHost) {
        this.link = link;
        this.netId = netId;
        this.registered = registered;
        this.localHost = localHost;
    }

    /** @param rivals told when the peer closes it */
    static SharedLink dial(BackendSettings settings, long deadline, RivalWatch rivals) throws ConnectorException {
        Dialed dialed = dial(settings, deadline);
        if (settings.mode() == RouterMode.DIRECT) {
            return of(settings, dialed, null, rivals);
        }
        boolean auto = settings.mode() == RouterMode.AUTO;
        try {
            if (auto && !dialed.toThisMachine()) {
                return of(settings, dialed, null, rivals);
            }
            long now = System.nanoTime();
            long until = auto ? Math.min(deadline, now + (deadline - now) / 4) : deadline;
            AmsAddress given = LocalRouter.register(dialed, settings, settings.localPort(), until);
            return of(settings, dialed, given, rivals);
        } catch (ConnectorException e) {
            dialed.close();
            if (!auto) {
                throw e;
            }
            // No router that gives ports, then. What we have sent was no ADS, so that connection is spoilt.
            return of(settings, dial(settings, deadline), null, rivals);
        }
    }

    private static Dialed dial(BackendSettings settings, long deadline) throws ConnectFailedException {
        return Dialed.to(
                settings.host(), settings.port(), settings.router(), "that TwinCAT's router runs there", deadline);
    }

    private static SharedLink of(BackendSettings settings, Dialed dialed, @Nullable AmsAddress given, RivalWatch rivals)
            throws ConnectorException {
        try {
            InetAddress local = ((InetSocketAddress) dialed.channel().getLocalAddress()).getAddress();
            AmsNetId own = given != null ? given.netId() : settings.localNetId();
            AmsNetId netId = own != null ? own : derived(local, settings);
            RouterLink link = new RouterLink(
                    dialed, settings.router(), settings.requestTimeout().toNanos(), rivals);
            return new SharedLink(link, netId, given, local.getHostAddress());
        } catch (IOException e) {
            dialed.close();
            throw e instanceof ConnectorException known
                    ? known
                    : new ConnectFailedException("connect to " + settings.router() + ": " + e.getMessage(), e);
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

    RouterLink link() {
        return link;
    }

    /** An address of our own, which nobody else on this link has. */
    AmsAddress takeAddress(int wantedPort) throws ConnectorException {
        if (registered != null) {
            return registered;
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
            return new AmsAddress(netId, port);
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

    @Override
    public void peek() {
        link.peek();
    }

    @Override
    public boolean isOver() {
        return link.isOver();
    }

    @Override
    public void giveUp(Throwable cause) {
        link.giveUp(cause);
    }

    @Override
    public void close() {
        if (registered != null) {
            link.sendLast(RouterCommand.portClose(registered.port()));
        }
        link.close();
    }
}
