package io.taktstrom.kit.trust;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.taktstrom.kit.PrivateFiles;

/** The certificates of servers, in the folder that {@code takt trust} works on. Thread-safe across processes. */
public final class TrustStore {

    /** What an operator said of a certificate. */
    public enum Verdict {
        QUARANTINE,
        TRUSTED,
        REJECTED
    }

    /** A certificate and what was said of it. */
    public record Entry(String fingerprint, Verdict verdict, X509Certificate certificate) {}

    /** Unknown servers could fill the disk: the oldest of more than these goes. */
    private static final int MAX_IN_QUARANTINE = 128;

    private static final String SUFFIX = ".der";

    private final Path folder;

    /** @param folder made when something is first put into it */
    public TrustStore(Path folder) {
        this.folder = folder;
    }

    /** The folder of the user that runs this. */
    public static Path standardFolder() {
        return Path.of(System.getProperty("user.home"), ".taktstrom", "pki");
    }

    public Path folder() {
        return folder;
    }

    private Path folder(Verdict verdict) {
        return folder.resolve(verdict.name().toLowerCase(Locale.ROOT));
    }

    /** All certificates, those in quarantine first. */
    public List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            for (Path file : files(folder(verdict), SUFFIX)) {
                X509Certificate certificate = Certificates.read(file);
                entries.add(new Entry(Certificates.fingerprint(certificate), verdict, certificate));
            }
        }
        return entries;
    }

    private static List<Path> files(Path place, String suffix) throws IOException {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * The certificates whose fingerprint begins like this.
     *
     * @param prefix hexadecimal, case and colons play no part
     */
    public List<Entry> find(String prefix) throws IOException {
        String wanted = prefix.replace(":", "").toLowerCase(Locale.ROOT);
        return list().stream()
                .filter(entry -> entry.fingerprint().startsWith(wanted))
                .toList();
    }

    /** What was said of a certificate, if anything. */
    public Optional<Verdict> verdict(X509Certificate certificate) {
        String name = Certificates.fingerprint(certificate) + SUFFIX;
        return Stream.of(Verdict.REJECTED, Verdict.TRUSTED, Verdict.QUARANTINE)
                .filter(verdict -> Files.exists(folder(verdict).resolve(name)))
                .findFirst();
    }

    /** Says something of a certificate, in place of what was said before. Quarantine does not replace what an operator said. */
    public void put(X509Certificate certificate, Verdict verdict) throws IOException {
        String name = Certificates.fingerprint(certificate) + SUFFIX;
        PrivateFiles.folder(folder(verdict));
        try {
            PrivateFiles.write(folder(verdict).resolve(name), certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot write the certificate " + name, e);
        }
        if (verdict == Verdict.QUARANTINE) {
            if (!verdict(certificate).equals(Optional.of(verdict))) {
                Files.deleteIfExists(folder(verdict).resolve(name));
            }
            dropOldest();
            return;
        }
        for (Verdict other : Verdict.values()) {
            if (other != verdict) {
                Files.deleteIfExists(folder(other).resolve(name));
            }
        }
    }

    private void dropOldest() throws IOException {
        List<Path> files = new ArrayList<>(files(folder(Verdict.QUARANTINE), SUFFIX));
        files.sort(Comparator.comparingLong(file -> file.toFile().lastModified()));
        for (int i = 0; i < files.size() - MAX_IN_QUARANTINE; i++) {
            Files.deleteIfExists(files.get(i));
        }
    }

    /** The trusted authority that signed a certificate, if there is one. */
    Optional<X509Certificate> authority(X509Certificate certificate) throws IOException {
        for (Entry entry : list()) {
            X509Certificate issuer = entry.certificate();
            boolean authority = entry.verdict() == Verdict.TRUSTED && issuer.getBasicConstraints() >= 0;
            if (authority && issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
                try {
                    certificate.verify(issuer.getPublicKey());
                    return Optional.of(issuer);
                } catch (GeneralSecurityException e) {
                    // The name fits and the signature does not: another authority may.
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a revocation list that the authority signed names a certificate. */
    boolean isRevoked(X509Certificate certificate, X509Certificate authority) throws IOException {
        for (Path file : files(folder.resolve("crl"), ".crl")) {
            try (InputStream in = Files.newInputStream(file)) {
                X509CRL list = (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(in);
                if (list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
                    list.verify(authority.getPublicKey());
                    if (list.isRevoked(certificate)) {
                        return true;
                    }
                }
            } catch (GeneralSecurityException e) {
                throw new IOException(file + " is not a revocation list of its issuer: " + e.getMessage(), e);
            }
        }
        return false;
    }
}
