package io.taktstrom.sinks.http.post;

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
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/** Certificates and keys in PEM files. */
final class TlsFiles {

    private static final char[] NO_PASSWORD = {};
    private static final String KEY_BEGINS = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_ENDS = "-----END PRIVATE KEY-----";

    private TlsFiles() {}

    /**
     * @param ca who may vouch for the server; null for those that Java trusts
     * @param certificate our own and its chain; null for none
     * @param key its private key
     */
    static SSLContext context(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) throws IOException {
        if ((certificate == null) != (key == null)) {
            throw new IOException("certificate and key come together: name both files, or neither");
        }
        try {
            KeyManager @Nullable [] own = certificate == null || key == null ? null : own(certificate, key);
            TrustManager @Nullable [] trusted = ca == null ? null : trusted(ca);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use the certificates: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trusted(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        for (Certificate authority : certificates(file)) {
            store.setCertificateEntry("ca" + store.size(), authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] own(Path certificate, Path key) throws IOException, GeneralSecurityException {
        Certificate[] chain = certificates(certificate);
        KeyStore store = emptyStore();
        store.setKeyEntry("own", key(key, chain[0].getPublicKey().getAlgorithm()), NO_PASSWORD, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Certificate[] certificates(Path file) throws IOException {
        try {
            Certificate[] found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(read(file)))
                    .toArray(Certificate[]::new);
            if (found.length > 0) {
                return found;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates in PEM: " + e.getMessage(), e);
        }
        throw new IOException(file + " has no certificates in PEM");
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException {
        String text = new String(read(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(KEY_BEGINS);
        int end = text.indexOf(KEY_ENDS);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " has no private key in PKCS #8 without a password;"
                    + " 'openssl pkcs8 -topk8 -nocrypt' makes one");
        }
        try {
            byte[] content = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGINS.length(), end));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The cause might show what is in the key.
            throw new IOException(file + " has no private key that belongs to the certificate (" + algorithm + ")");
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e + "; check the path and who may read it", e);
        }
    }
}
