package io.taktstrom.kit.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** What is asked of certificates. */
public final class Certificates {

    private static final int DNS_NAME = 2;
    private static final int URI = 6;
    private static final int IP_ADDRESS = 7;

    private Certificates() {}

    /** Reads one, in DER or PEM. */
    public static X509Certificate read(Path file) throws IOException {
        return readAll(file).get(0);
    }

    /** Reads one or more, in DER or PEM. */
    static List<X509Certificate> readAll(Path file) throws IOException {
        try {
            List<X509Certificate> all = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (all.isEmpty()) {
                throw new IOException(file + " is not an X.509 certificate in DER or PEM: it has none");
            }
            return all;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " is not an X.509 certificate in DER or PEM: " + e.getMessage(), e);
        }
    }

    /** SHA-256 of the certificate, in lower-case hexadecimal. */
    public static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read cannot be written", e);
        }
    }

    /** Hosts that the certificate names; where it has no list of them, as those of TwinCAT, its common name (RFC 6125, 6.4.4). */
    public static List<String> hosts(X509Certificate certificate) {
        List<String> hosts = names(certificate, DNS_NAME, IP_ADDRESS);
        return hosts.isEmpty() ? commonName(certificate) : hosts;
    }

    private static List<String> commonName(X509Certificate certificate) {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .map(part -> String.valueOf(part.getValue()))
                            .toList();
        } catch (InvalidNameException e) {
            return List.of();
        }
    }

    /** Application URIs that the certificate names. */
    public static List<String> applicationUris(X509Certificate certificate) {
        return names(certificate, URI, URI);
    }

    private static List<String> names(X509Certificate certificate, int kind, int otherKind) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream()
                            .filter(name ->
                                    name.get(0).equals(kind) || name.get(0).equals(otherKind))
                            .map(name -> String.valueOf(name.get(1)))
                            .toList();
        } catch (GeneralSecurityException e) {
            return List.of();
        }
    }
}
