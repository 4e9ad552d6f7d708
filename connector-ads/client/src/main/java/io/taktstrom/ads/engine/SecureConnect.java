package io.taktstrom.ads.engine;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.ads.secure.PskTls;
import io.taktstrom.ads.secure.SecureAdsChannel;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tls.CertificateTls;
import io.taktstrom.kit.tls.NoTlsException;
import io.taktstrom.kit.tls.TlsChannel;
import io.taktstrom.kit.tls.TlsEngine;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.MalformedFrameException;

/** Makes a new TCP connection to a router a secure one. A peer that cannot, or may not, is an error: nothing is ever sent without TLS. */
public final class SecureConnect {

    private static final long STEP_NANOS = 20_000_000;

    /** What to do about an alert of either side, by its name (RFC 5246, 7.2; RFC 4279, 2). The first that fits counts. */
    private static final List<String[]> REMEDIES = List.of(
            new String[] {"protocol_version", "the peer has no TLS 1.2"},
            new String[] {"unknown_psk_identity", "the target does not know this pskIdentity; see its StaticRoutes.xml"
            },
            new String[] {"bad_record_mac", "the key is another one: check pskIdentity and pskPassword"},
            new String[] {
                "decrypt_error", "the key is another one: check pskIdentity and pskPassword, or the certificate's key"
            },
            new String[] {"handshake_failure", "is security what the target has?"},
            new String[] {"insufficient_security", "is security what the target has?"},
            new String[] {"certificate", "the target refuses our certificate: is it valid, and known there?"},
            new String[] {"unknown_ca", "the target does not trust the authority of our certificate"});

    private final BackendSettings settings;
    private final AdsSecurity security;
    private final AmsNetId own;
    private final long deadline;
    private boolean interrupted;

    private SecureConnect(BackendSettings settings, AmsNetId own, long deadline) {
        this.settings = settings;
        this.security = settings.security();
        this.own = own;
        this.deadline = deadline;
    }

    /**
     * Shakes hands, and exchanges {@link TlsConnectInfo}. Closes the connection when that fails.
     *
     * @param own what we call ourselves
     * @param deadline by {@link System#nanoTime}
     * @throws ConnectFailedException when one side does not trust the other, or the peer does not speak Secure ADS; the message names the
     *     remedy
     */
    static Dialed open(Dialed dialed, BackendSettings settings, AmsNetId own, long deadline)
            throws ConnectFailedException {
        return open(dialed, settings, own, deadline, "", "");
    }

    /** The same, and has the router add a route to us, for which it asks for a user who may do so. */
    static Dialed open(
            Dialed dialed, BackendSettings settings, AmsNetId own, long deadline, String user, String password)
            throws ConnectFailedException {
        SecureConnect connect = new SecureConnect(settings, own, deadline);
        try {
            return connect.open(dialed, user, password);
        } catch (IOException e) {
            dialed.close();
            throw new ConnectFailedException(
                    "connect to " + settings.router() + " by Secure ADS: " + connect.explain(e), e);
        } finally {
            if (connect.interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Dialed open(Dialed dialed, String user, String password) throws IOException {
        TlsChannel tls = new TlsChannel(dialed.channel(), engine());
        Dialed secured = dialed.through(tls);
        while (!tls.handshake()) {
            await(dialed, "of the TLS handshake");
        }
        SecureAdsChannel channel = new SecureAdsChannel(tls);
        ByteBuffer request;
        try {
            request = request(user, password).bytes();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        while (!channel.writeConnectInfo(request)) {
            await(dialed, "of our TLS connect info");
        }
        TlsConnectInfo answer = channel.readConnectInfo();
        while (answer == null) {
            await(secured, "to our TLS connect info");
            answer = channel.readConnectInfo();
        }
        if (!answer.has(TlsConnectInfo.RESPONSE)) {
            throw new MalformedFrameException("TLS connect info that is not an answer: " + answer, 2);
        }
        if (answer.error() != TlsConnectInfo.NO_ERROR) {
            throw new IOException("the target refuses: " + answer.reason());
        }
        return dialed.through(channel);
    }

    private TlsConnectInfo request(String user, String password) {
        int flags = security.mode() == AdsSecurity.Mode.SELF_SIGNED ? TlsConnectInfo.SELF_SIGNED : 0;
        if (!user.isEmpty()) {
            flags |= TlsConnectInfo.ADD_REMOTE | TlsConnectInfo.IP_ADDRESS | TlsConnectInfo.IGNORE_COMMON_NAME;
        }
        return new TlsConnectInfo(
                flags, TlsConnectInfo.VERSION, TlsConnectInfo.NO_ERROR, own, hostName(), user, password);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private TlsEngine engine() throws IOException {
        if (security.mode() == AdsSecurity.Mode.PSK) {
            try {
                return PskTls.client(security.identity(), security.password());
            } catch (NoClassDefFoundError e) {
                throw new IOException("a pre-shared key needs Bouncy Castle's TLS; add the jar bctls-jdk18on", e);
            }
        }
        ServerCheck check = new ServerCheck(new TrustStore(security.pki()), security.checkHost());
        return CertificateTls.client(
                ownCertificate(security),
                certificate -> check.problem(certificate, settings.host(), "", Instant.now()));
    }

    private static OwnCertificate ownCertificate(AdsSecurity security) throws IOException {
        Path certificate = security.certificate();
        return certificate == null
                ? OwnCertificate.load(security.pki())
                : OwnCertificate.read(certificate, Objects.requireNonNull(security.key()));
    }

    /** Until when the certificate that we show is good. */
    public static Instant until(AdsSecurity security) throws ConnectFailedException {
        try {
            return ownCertificate(security).certificate().getNotAfter().toInstant();
        } catch (IOException e) {
            throw new ConnectFailedException("connect by Secure ADS: " + e.getMessage(), e);
        }
    }

    private void await(Dialed dialed, String what) throws IOException {
        long now = System.nanoTime();
        if (now - deadline >= 0) {
            throw new IOException("no answer in time " + what + "; check that Secure ADS, of TwinCAT 3.1.4024 or later,"
                    + " listens at this port");
        }
        // Short steps: the selector says nothing of room to write.
        dialed.select(Math.min(deadline, now + STEP_NANOS));
        interrupted |= Thread.interrupted();
    }

    private String explain(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return String.valueOf(cause.getMessage());
            }
        }
        String message = String.valueOf(e.getMessage());
        if (e instanceof NoTlsException) {
            return message + "; plain ADS has TCP 48898 and Secure ADS 8016. There is no fallback to plain ADS";
        }
        if (e instanceof EOFException) {
            return message + "; check that Secure ADS listens at this port, and that it knows our "
                    + (security.mode() == AdsSecurity.Mode.PSK ? "pskIdentity" : "certificate");
        }
        String searched = message.toLowerCase(Locale.ROOT);
        return REMEDIES.stream()
                .filter(remedy -> searched.contains(remedy[0]))
                .findFirst()
                .map(remedy -> "TLS failed: " + message + "; " + remedy[1])
                .orElse(message);
    }
}
