package io.taktstrom.sinks.mqtt.broker;

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
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientSslConfigBuilder;
import org.jspecify.annotations.Nullable;

/** Certificates and keys in PEM files, as the client library wants them. The broker's name is always checked. */
final class TlsFiles {

    private static final char[] NO_PASSWORD = {};

    private TlsFiles() {}

    /**
     * @param ca authorities that may vouch for the broker; null for those that Java trusts
     * @param certificate our own, and its chain; null for none
     * @param key its private key
     */
    static MqttClientSslConfig read(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key)
            throws IOException {
        if ((certificate == null) != (key == null)) {
            throw new IOException("a certificate and its private key come together: name both files, or neither");
        }
        try {
            MqttClientSslConfigBuilder config = MqttClientSslConfig.builder();
            if (ca != null) {
                config = config.trustManagerFactory(trusting(ca));
            }
            if (certificate != null && key != null) {
                config = config.keyManagerFactory(showing(certificate, key));
            }
            return config.build();
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use the certificates of TLS: " + e.getMessage(), e);
        }
    }

    private static TrustManagerFactory trusting(Path ca) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        int n = 0;
        for (Certificate authority : certificates(ca)) {
            store.setCertificateEntry("ca" + n++, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static KeyManagerFactory showing(Path certificate, Path key) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
        store.setKeyEntry("own", privateKey(key, chain[0].getPublicKey().getAlgorithm()), NO_PASSWORD, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory;
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file) throws IOException {
        try {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(read(file)));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds no certificates in PEM: " + e.getMessage(), e);
        }
        throw new IOException(file + " holds no certificates in PEM");
    }

    private static PrivateKey privateKey(Path file, String algorithm) throws IOException {
        String text = new String(read(file), StandardCharsets.ISO_8859_1);
        String begin = "-----BEGIN PRIVATE KEY-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END PRIVATE KEY-----");
        if (from < 0 || to < from) {
            throw new IOException(
                    file + " holds no private key in PKCS #8, PEM, without a password; make one of it with"
                            + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            byte[] key = Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Of a key, no message but ours.
            throw new IOException(file + " holds no private key that fits the certificate (" + algorithm + ")");
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException(
                    "cannot read " + file + ": " + e.getMessage() + "; check the path and its permissions", e);
        }
    }
}
