package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.opcua.server.ServerSecurity;
import io.taktstrom.opcua.session.AppIdentity;
import io.taktstrom.sink.SinkContext;

/**
 * A server's options, checked.
 *
 * @param identity our certificate, and how we judge those of clients
 * @param namespace URI of the nodes
 */
record ServerSettings(
        InetAddress address,
        int port,
        AppIdentity identity,
        ServerSecurity security,
        String namespace,
        ClientLimits limits) {

    private static final long LOOK_EVERY_NANOS = 50_000_000;

    static ServerSettings of(OptionValues options, SinkContext context) throws IOException {
        InetAddress address = address(options.get(ServerOptions.BIND));
        String stated = options.get(ServerOptions.PKI);
        Path folder =
                stated.isEmpty() ? TrustStore.standardFolder() : context.paths().apply(stated);
        AppIdentity identity;
        try {
            identity = AppIdentity.load(folder, new ServerCheck(new TrustStore(folder), false));
        } catch (IOException e) {
            throw new IOException(
                    "cannot use " + folder + " for certificates: " + e.getMessage()
                            + "; name a folder that can be written to with 'pki'",
                    e);
        }
        Map<String, String> users = options.get(ServerOptions.USERS);
        boolean anonymous = isAllowed(options.get(ServerOptions.ANONYMOUS), address);
        if (!anonymous && users.isEmpty()) {
            throw new IOException("no client could log in at " + address.getHostAddress()
                    + ": give 'users', or say anonymous: always for clients without a name");
        }
        ServerSecurity security = new ServerSecurity(
                new ServerSecurity.Own(identity.certificate(), identity.keys(), new ClientTrust(identity, context)),
                isAllowed(options.get(ServerOptions.SECURITY_NONE), address),
                anonymous,
                users);
        return new ServerSettings(
                address,
                options.get(ServerOptions.PORT),
                identity,
                security,
                options.get(ServerOptions.NAMESPACE),
                ClientLimits.of(options));
    }

    private static InetAddress address(String bind) throws IOException {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new IOException("'" + bind + "' is not a name or an address of this machine; correct 'bind'", e);
        }
    }

    private static boolean isAllowed(String where, InetAddress address) {
        return where.equals(ServerOptions.ALWAYS)
                || (where.equals(ServerOptions.LOOPBACK) && address.isLoopbackAddress());
    }

    /**
     * Finds out whether the port is free.
     *
     * @param patience how long the former server of a reload may take to give it back
     * @throws IOException when it is not, or the address is not of this machine
     */
    ServerSocket bind(Duration patience) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return new ServerSocket(port, 1, address);
            } catch (IOException e) {
                if (System.nanoTime() >= end) {
                    throw new IOException(
                            "cannot listen at " + address.getHostAddress() + ":" + port + ": " + e.getMessage()
                                    + "; choose another 'port' or 'bind'",
                            e);
                }
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
        }
    }

    /** Shows no password. */
    @Override
    public String toString() {
        return address + ":" + port;
    }
}
