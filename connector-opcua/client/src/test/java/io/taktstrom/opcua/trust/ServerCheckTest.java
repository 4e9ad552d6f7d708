package io.taktstrom.opcua.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.taktstrom.opcua.stack.OwnCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ServerCheckTest {

    @TempDir
    private Path folder;

    private TrustStore store = new TrustStore(Path.of("."));
    private List<X509Certificate> certificates = List.of();

    @BeforeEach
    void makeACertificate() throws IOException {
        store = new TrustStore(folder.resolve("pki"));
        certificates = List.of(OwnCertificate.load(folder.resolve("server"), (certificate, host, uri) -> {})
                .certificate());
    }

    private X509Certificate certificate() {
        return certificates.get(0);
    }

    private String problem(Instant now) {
        String uri = Certificates.applicationUris(certificate()).get(0);
        String host = Certificates.hosts(certificate()).get(0);
        return new ServerCheck(store, true)
                .problem(certificate(), host, uri, now)
                .orElse("");
    }

    private Instant madeAt() {
        return certificate().getNotBefore().toInstant().plus(Duration.ofDays(2));
    }

    @Test
    void anUnknownOneIsPutIntoQuarantineOnce() throws IOException {
        assertThat(problem(madeAt())).contains("quarantine");
        assertThat(problem(madeAt())).contains("quarantine");
        assertThat(store.list()).extracting(TrustStore.Entry::verdict).containsExactly(TrustStore.Verdict.QUARANTINE);
    }

    @Test
    void aTrustedOneHasNoProblemUntilItExpires() throws IOException {
        store.put(certificate(), TrustStore.Verdict.TRUSTED);
        assertThat(problem(madeAt())).isEmpty();
        assertThat(problem(madeAt().plus(Duration.ofDays(36_500)))).contains("expired at");
        assertThat(problem(Instant.EPOCH)).contains("valid only from");
    }

    @Test
    void aTrustedOneMustBeOfThisHostAndApplication() throws IOException {
        store.put(certificate(), TrustStore.Verdict.TRUSTED);
        ServerCheck check = new ServerCheck(store, true);
        String uri = Certificates.applicationUris(certificate()).get(0);
        assertThat(check.problem(certificate(), "elsewhere", uri, madeAt()).orElse(""))
                .contains("not for elsewhere");
        assertThat(new ServerCheck(store, false).problem(certificate(), "elsewhere", uri, madeAt()))
                .isEmpty();
        String host = Certificates.hosts(certificate()).get(0);
        assertThat(check.problem(certificate(), host, "urn:other", madeAt()).orElse(""))
                .contains("calls itself urn:other");
    }

    @Test
    void aVerdictReplacesTheOneBefore() throws IOException {
        for (TrustStore.Verdict verdict : TrustStore.Verdict.values()) {
            store.put(certificate(), verdict);
            assertThat(store.list()).extracting(TrustStore.Entry::verdict).containsExactly(verdict);
        }
        assertThat(store.find(Certificates.fingerprint(certificate()).substring(0, 8)))
                .hasSize(1);
        assertThat(store.find("00000000000000")).isEmpty();
    }
}
