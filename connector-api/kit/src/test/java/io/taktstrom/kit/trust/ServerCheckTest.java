package io.taktstrom.kit.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ServerCheckTest {

    private static X509Certificate certificate;

    private TrustStore store = new TrustStore(Path.of("."));

    @BeforeAll
    static void makeACertificate(@TempDir Path folder) throws IOException {
        certificate = OwnCertificate.load(folder).certificate();
    }

    @BeforeEach
    void makeAStore(@TempDir Path folder) {
        store = new TrustStore(folder);
    }

    private String problem(Instant now) {
        String uri = Certificates.applicationUris(certificate).get(0);
        String host = Certificates.hosts(certificate).get(0);
        return new ServerCheck(store, true).problem(certificate, host, uri, now).orElse("");
    }

    private Instant madeAt() {
        return certificate.getNotBefore().toInstant().plus(Duration.ofDays(2));
    }

    @Test
    void anUnknownOneIsPutIntoQuarantineOnce() throws IOException {
        assertThat(problem(madeAt())).contains("quarantine");
        assertThat(problem(madeAt())).contains("quarantine");
        assertThat(store.list()).extracting(TrustStore.Entry::verdict).containsExactly(TrustStore.Verdict.QUARANTINE);
    }

    @Test
    void aTrustedOneHasNoProblemUntilItExpires() throws IOException {
        store.put(certificate, TrustStore.Verdict.TRUSTED);
        assertThat(problem(madeAt())).isEmpty();
        assertThat(problem(madeAt().plus(Duration.ofDays(36_500)))).contains("expired at");
        assertThat(problem(Instant.EPOCH)).contains("valid only from");
    }

    @Test
    void aTrustedOneMustBeOfThisHostAndApplication() throws IOException {
        store.put(certificate, TrustStore.Verdict.TRUSTED);
        ServerCheck check = new ServerCheck(store, true);
        String uri = Certificates.applicationUris(certificate).get(0);
        assertThat(check.problem(certificate, "elsewhere", uri, madeAt()).orElse(""))
                .contains("not for elsewhere");
        assertThat(new ServerCheck(store, false).problem(certificate, "elsewhere", uri, madeAt()))
                .isEmpty();
        String host = Certificates.hosts(certificate).get(0);
        assertThat(check.problem(certificate, host, "urn:other", madeAt()).orElse(""))
                .contains("calls itself urn:other");
    }

    @Test
    void aVerdictReplacesTheOneBefore() throws IOException {
        for (TrustStore.Verdict verdict : TrustStore.Verdict.values()) {
            store.put(certificate, verdict);
            assertThat(store.list()).extracting(TrustStore.Entry::verdict).containsExactly(verdict);
        }
        assertThat(store.find(Certificates.fingerprint(certificate).substring(0, 8)))
                .hasSize(1);
        assertThat(store.find("00000000000000")).isEmpty();
    }

    /** An attempt to connect that began before puts the certificate into quarantine after the operator has decided. */
    @Test
    void quarantineDoesNotReplaceADecision() throws IOException {
        for (TrustStore.Verdict decision : List.of(TrustStore.Verdict.TRUSTED, TrustStore.Verdict.REJECTED)) {
            store.put(certificate, decision);
            store.put(certificate, TrustStore.Verdict.QUARANTINE);
            assertThat(store.list()).extracting(TrustStore.Entry::verdict).containsExactly(decision);
        }
    }
}
