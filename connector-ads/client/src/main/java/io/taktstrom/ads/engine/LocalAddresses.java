package io.taktstrom.ads.engine;

import java.util.HashSet;
import java.util.Set;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** Our own AMS addresses on a link: one port for each backend. Thread-safe. */
final class LocalAddresses {

    /** Where routers begin to count when a client asks for a port. */
    private static final int FIRST_PORT = 32_768;

    private final AmsNetId netId;
    private final @Nullable AmsAddress registered;
    private final String host;
    private final Set<Integer> portsInUse = new HashSet<>();

    /**
     * @param registered the address that a router of this machine gave us; null for another router
     * @param host our address as the router sees it, for messages
     */
    LocalAddresses(AmsNetId netId, @Nullable AmsAddress registered, String host) {
        this.netId = netId;
        this.registered = registered;
        this.host = host;
    }

    @Nullable
    AmsAddress registered() {
        return registered;
    }

    String host() {
        return host;
    }

    /** @param wantedPort 0 for one that is free */
    synchronized AmsAddress take(int wantedPort) throws InvalidRequestException {
        if (registered != null) {
            return registered;
        }
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

    synchronized void giveBack(AmsAddress address) {
        portsInUse.remove(address.port());
    }
}
