package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.ads.secure.PskTls;
import io.taktstrom.kit.tls.CertificateTls;
import io.taktstrom.kit.tls.TlsEngine;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.kit.trust.TrustStore.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Which clients a PLC takes over Secure ADS: those whose certificate is trusted in its folder, or who know its key. As TwinCAT, it shakes
 * hands with any certificate and says in its {@link TlsConnectInfo} what it thinks of it. Thread-safe.
 */
final class SecureServer {

    private static final System.Logger LOG = System.getLogger(SecureServer.class.getName());

    /**
     * What a PLC has of its own.
     *
     * @param mode as the option {@code security} of a connection has it
     * @param pki folder of its certificate and of those of clients; null with a pre-shared key
     * @param certificate file with its certificate; null for that in the folder
     * @param key file with the key of the certificate
     * @param identity of a pre-shared key
     */
    record Settings(
            String mode,
            @Nullable Path pki,
            @Nullable Path certificate,
            @Nullable Path key,
            String identity,
            String password) {

        /** Shows no password. */
        @Override
        public String toString() {
            return mode;
        }
    }

    private final SimulatedPlc simulation;
    private final Settings settings;
    private final String user;
    private final String password;
    private final @Nullable TrustStore store;
    private final @Nullable OwnCertificate own;

    /**
     * The server of a PLC.
     *
     * @param user who may add routes
     * @throws IOException when there is no certificate, and none can be made
     */
    SecureServer(SimulatedPlc simulation, Settings settings, String user, String password) throws IOException {
        this.simulation = simulation;
        this.settings = settings;
        this.user = user;
        this.password = password;
        Path pki = settings.pki();
        Path certificate = settings.certificate();
        Path key = settings.key();
        store = pki == null ? null : new TrustStore(pki);
        own = pki == null
                ? null
                : certificate == null || key == null ? OwnCertificate.load(pki) : OwnCertificate.read(certificate, key);
    }

    String mode() {
        return settings.mode();
    }

    /** For a new client. */
    TlsEngine engine() throws IOException {
        return own == null ? PskTls.server(settings.identity(), settings.password()) : CertificateTls.server(own);
    }

    /** The answer to a client, with an error if it is not one of ours. */
    TlsConnectInfo answer(TlsConnectInfo request, TlsEngine engine, String address) throws IOException {
        int error = request.version() == TlsConnectInfo.VERSION
                ? judge(request, engine, address)
                : TlsConnectInfo.UNKNOWN_VERSION;
        return new TlsConnectInfo(
                TlsConnectInfo.RESPONSE,
                TlsConnectInfo.VERSION,
                error,
                simulation.address.netId(),
                "SIMULATOR",
                "",
                "");
    }

    private int judge(TlsConnectInfo request, TlsEngine engine, String address) throws IOException {
        boolean isNew = request.has(TlsConnectInfo.ADD_REMOTE);
        if (isNew && (!user.equalsIgnoreCase(request.user()) || !password.equals(request.password()))) {
            return TlsConnectInfo.UNKNOWN_USER;
        }
        if (store != null && engine instanceof CertificateTls tls) {
            X509Certificate certificate = tls.peer();
            if (isNew) {
                store.put(certificate, Verdict.TRUSTED);
            }
            Optional<String> problem = new ServerCheck(store, false).clientProblem(certificate, "", Instant.now());
            if (problem.isPresent()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        simulation.name + ": refused the client at " + address + ", for " + problem.get());
                return TlsConnectInfo.UNKNOWN_CERTIFICATE;
            }
        }
        if (isNew) {
            simulation.routes.add(new RouteEntry(request.netId(), RouteEntry.TCP_IP, 0, 5, address, request.host()));
        }
        return TlsConnectInfo.NO_ERROR;
    }
}
