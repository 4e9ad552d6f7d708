package io.taktstrom.kit.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the bytes mean to the JDK, which reads them with its own parser. */
class OwnCertificateTest {

    @TempDir
    private static Path folder = Path.of("");

    private static Path own = Path.of("");

    @BeforeAll
    static void make() throws IOException {
        OwnCertificate.load(folder);
        own = folder.resolve("own");
    }

    @Test
    void itSignsItselfAndIsOfNoAuthority() throws Exception {
        X509Certificate certificate = OwnCertificate.load(folder).certificate();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
        assertThat(certificate.getSubjectX500Principal().getName()).matches("CN=Taktstrom at .+,O=Taktstrom");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.15", "2.5.29.19");
    }

    @Test
    void itIsGoodForTenYearsForClientsAndServers() throws Exception {
        X509Certificate certificate = OwnCertificate.load(folder).certificate();
        certificate.checkValidity();
        certificate.checkValidity(Date.from(Instant.now().plus(Duration.ofDays(3650))));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getKeyUsage()).containsExactly(true, true, true, true, false, true, false, false, false);
        assertThat(Certificates.hosts(certificate)).contains("localhost", "127.0.0.1");
        assertThat(Certificates.applicationUris(certificate))
                .singleElement()
                .asString()
                .endsWith(":taktstrom");
    }

    @Test
    void itIsMadeOnceAndReadFromFilesAsWell() throws Exception {
        OwnCertificate first = OwnCertificate.load(folder);
        OwnCertificate second = OwnCertificate.read(own.resolve("certificate.der"), own.resolve("key.der"));
        assertThat(second.certificate()).isEqualTo(first.certificate());
        assertThat(second.keys().getPrivate()).isEqualTo(first.keys().getPrivate());
        assertThat(first.toString()).startsWith("CN=").doesNotContain("Private");
    }

    @Test
    void whatIsNotACertificateOrAKeyIsAClearError() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "hello");
        assertThatThrownBy(() -> OwnCertificate.read(text, own.resolve("key.der")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("text is not an X.509 certificate in DER or PEM");
        assertThatThrownBy(() -> OwnCertificate.read(own.resolve("certificate.der"), text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("text is not an RSA or EC key in PKCS #8");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertThatThrownBy(() -> OwnCertificate.read(empty, own.resolve("key.der")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("empty is not an X.509 certificate");
    }
}
