package io.taktstrom.sinks.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLHandshakeException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CertificateFailuresTest {

    /** As Java 17 puts it. */
    private static SSLHandshakeException handshake(Throwable check) {
        SSLHandshakeException handshake = new SSLHandshakeException(
                "PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed");
        handshake.initCause(new CertPathValidatorException("validity check failed", check));
        return handshake;
    }

    @Test
    void aCertificateThatIsOutOfItsTimeIsCalledSo() {
        assertThat(CertificateFailures.inWords(
                        handshake(new CertificateExpiredException("NotAfter: Thu Jan 01 00:00:00 UTC 2026"))))
                .startsWith("the certificate has expired (NotAfter: Thu Jan 01 00:00:00 UTC 2026)");
        assertThat(CertificateFailures.inWords(
                        handshake(new CertificateNotYetValidException("NotBefore: Fri Jan 01 00:00:00 UTC 2038"))))
                .startsWith("the certificate is not yet valid (NotBefore: Fri Jan 01 00:00:00 UTC 2038)");
    }

    @Test
    void otherFailuresSpeakForThemselves() {
        assertThat(CertificateFailures.inWords(new SSLHandshakeException("no cipher suites in common")))
                .isEqualTo("no cipher suites in common");
    }
}
