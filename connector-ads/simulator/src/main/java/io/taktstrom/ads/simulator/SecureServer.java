package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.ads.secure.PskTls;
import io.taktstrom.ads.secure.SecureConnect;
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

    private final SimulatedPlc simulation;
    private final AdsSecurity security;
    private final String user;
    private final String password;
    private final TrustStore store;
    private final @Nullable OwnCertificate own;

    /**
     * The server of a PLC.
     *
     * @param user who may add routes
     * @throws IOException when there is no certificate, and none can be made
     */
    SecureServer(SimulatedPlc simulation, AdsSecurity security, String user, String password) throws IOException {
        this.simulation = simulation;
        this.security = security;
        this.user = user;
        this.password = password;
        store = new TrustStore(security.pki());
        own = security.mode() == AdsSecurity.Mode.PSK ? null : SecureConnect.ownCertificate(security);
    }

    /** As the option {@code security} of a connection has it. */
    String name() {
        return security.mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For a new client. */
    TlsEngine engine() throws IOException {
        return own == null ? PskTls.server(security.identity(), security.password()) : CertificateTls.server(own);
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
        X509Certificate certificate = engine instanceof CertificateTls tls ? tls.peer() : null;
        if (request.has(TlsConnectInfo.ADD_REMOTE)) {
            if (!user.equalsIgnoreCase(request.user()) || !password.equals(request.password())) {
                return TlsConnectInfo.UNKNOWN_USER;
            }
            simulation.routes.add(new RouteEntry(request.netId(), RouteEntry.TCP_IP, 0, 5, address, request.host()));
            if (certificate != null) {
                store.put(certificate, Verdict.TRUSTED);
            }
        }
        Optional<String> problem = certificate == null
                ? Optional.empty()
                : new ServerCheck(store, false).clientProblem(certificate, "", Instant.now());
        problem.ifPresent(reason -> LOG.log(
                System.Logger.Level.WARNING,
                simulation.name + ": refused the client at " + address + ", for " + reason));
        return problem.isEmpty() ? TlsConnectInfo.NO_ERROR : TlsConnectInfo.UNKNOWN_CERTIFICATE;
    }
}
