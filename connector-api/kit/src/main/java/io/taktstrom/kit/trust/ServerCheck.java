package io.taktstrom.kit.trust;

import java.io.IOException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Judges the certificate of a server, or of a client: trusted by an operator or by a trusted authority, valid now, and its own. */
public final class ServerCheck {

    private final TrustStore store;
    private final boolean checkHost;

    public ServerCheck(TrustStore store, boolean checkHost) {
        this.store = store;
        this.checkHost = checkHost;
    }

    /**
     * Judges a certificate. An unknown one goes into quarantine.
     *
     * @return empty when it is trusted; otherwise the reason and the remedy
     */
    public Optional<String> problem(X509Certificate certificate, String host, String applicationUri, Instant now) {
        return problem("server", certificate, now, () -> nameProblem(certificate, host, applicationUri));
    }

    /**
     * Judges the certificate of a client. An unknown one goes into quarantine.
     *
     * @param applicationUri what the client says that it is
     * @return empty when it is trusted; otherwise the reason and the remedy
     */
    public Optional<String> clientProblem(X509Certificate certificate, String applicationUri, Instant now) {
        return problem("client", certificate, now, () -> applicationProblem("client", certificate, applicationUri));
    }

    private Optional<String> problem(
            String peer, X509Certificate certificate, Instant now, Supplier<Optional<String>> nameProblem) {
        String shown = "the " + peer + "'s certificate (" + certificate.getSubjectX500Principal() + ", SHA-256 "
                + Certificates.fingerprint(certificate) + ") ";
        try {
            return trustProblem(peer, certificate, now)
                    .or(() -> validityProblem(peer, certificate, now))
                    .or(nameProblem)
                    .map(problem -> shown + problem);
        } catch (IOException e) {
            return Optional.of(shown + "cannot be judged: " + e.getMessage());
        }
    }

    private Optional<String> trustProblem(String peer, X509Certificate certificate, Instant now) throws IOException {
        String fingerprint = Certificates.fingerprint(certificate);
        Optional<TrustStore.Verdict> verdict = store.verdict(certificate);
        if (verdict.equals(Optional.of(TrustStore.Verdict.REJECTED))) {
            return Optional.of(
                    "was rejected; 'takt trust accept " + fingerprint.substring(0, 12) + "' takes that back");
        }
        Optional<X509Certificate> authority = store.authority(certificate);
        if (authority.isPresent() && store.isRevoked(certificate, authority.get())) {
            return Optional.of("is revoked by its authority; give the " + peer + " a new one");
        }
        if (authority.isPresent() && authority.get().getNotAfter().toInstant().isBefore(now)) {
            return Optional.of("is signed by an authority that expired at "
                    + authority.get().getNotAfter().toInstant() + "; trust its new certificate, or set our clock");
        }
        if (authority.isPresent() || verdict.equals(Optional.of(TrustStore.Verdict.TRUSTED))) {
            return Optional.empty();
        }
        store.put(certificate, TrustStore.Verdict.QUARANTINE);
        return Optional.of("is unknown and in quarantine in " + store.folder()
                + "; compare the fingerprint with the " + peer + "'s own, then 'takt trust accept "
                + fingerprint.substring(0, 12) + "'");
    }

    private static Optional<String> validityProblem(String peer, X509Certificate certificate, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
            return Optional.empty();
        } catch (CertificateExpiredException e) {
            return Optional.of("expired at " + certificate.getNotAfter().toInstant() + "; give the " + peer
                    + " a new one, or set our clock");
        } catch (CertificateNotYetValidException e) {
            return Optional.of("is valid only from "
                    + certificate.getNotBefore().toInstant() + " on; set the clocks of server and client");
        }
    }

    private Optional<String> nameProblem(X509Certificate certificate, String host, String applicationUri) {
        Optional<String> application = applicationProblem("server", certificate, applicationUri);
        if (application.isPresent()) {
            return application;
        }
        List<String> hosts = Certificates.hosts(certificate);
        boolean named =
                hosts.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT)));
        if (checkHost && !named) {
            return Optional.of("is for the hosts " + hosts + ", not for " + host
                    + "; connect by one of these names, or state checkHost: false");
        }
        return Optional.empty();
    }

    private static Optional<String> applicationProblem(
            String peer, X509Certificate certificate, String applicationUri) {
        List<String> uris = Certificates.applicationUris(certificate);
        return applicationUri.isEmpty() || uris.isEmpty() || uris.contains(applicationUri)
                ? Optional.empty()
                : Optional.of("is of the application " + uris.get(0) + ", but the " + peer + " calls itself "
                        + applicationUri);
    }
}
