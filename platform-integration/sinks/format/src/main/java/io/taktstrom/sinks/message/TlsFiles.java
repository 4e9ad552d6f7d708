package io.taktstrom.sinks.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/** Certificates and keys in PEM files, as Java's TLS wants them. */
public final class TlsFiles {

    private static final char[] NO_PASSWORD = {};
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private TlsFiles() {}

    /**
     * A context for clients.
     *
     * @param ca certificates of whom to trust; null for those that Java trusts
     * @param certificate our own and those above it; null for none
     * @param key its key, PKCS #8 without a password; null for none
     * @throws IOException when a file is not what it should be: says which, and what it should be
     */
    public static SSLContext context(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key)
            throws IOException {
        if (certificate == null != (key == null)) {
            throw new IOException("certificate and privateKey belong together: give both, or none");
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    certificate == null || key == null ? new KeyManager[0] : own(certificate, key),
                    ca == null ? null : trusted(ca),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use these certificates: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trusted(Path ca) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        for (Certificate certificate : certificates(ca)) {
            store.setCertificateEntry("ca" + store.size(), certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] own(Path certificate, Path key) throws IOException, GeneralSecurityException {
        Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
        KeyStore store = empty();
        String algorithm = chain[0].getPublicKey().getAlgorithm();
        store.setKeyEntry("own", privateKey(key, algorithm), NO_PASSWORD, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file) throws IOException {
        byte[] pem = text(file).getBytes(StandardCharsets.ISO_8859_1);
        try {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates in PEM: " + e.getMessage(), e);
        }
        throw new IOException(file + " has no certificates in PEM");
    }

    /** No message shows anything of a key. */
    private static PrivateKey privateKey(Path file, String algorithm) throws IOException {
        String pem = text(file);
        int from = pem.indexOf(BEGIN);
        int to = pem.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(file + " has no key in PKCS #8, PEM, without a password; make one with"
                    + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + " has no key that fits the certificate, " + algorithm);
        }
    }

    /** The text of a PEM file. */
    public static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + "; name a PEM file that this user may read", e);
        }
    }
}
