package io.taktstrom.sinks.tls;

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
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.sink.SinkObserver;
import org.jspecify.annotations.Nullable;

/**
 * Certificates and keys in PEM files, as Java's TLS wants them. Files that are not what they should be are said: which, and what
 * it should be. No message shows anything of a key.
 *
 * @param ca of whom to trust; null for those that Java trusts
 * @param certificate our own and those above it; null for none
 * @param privateKey its key; null for none
 */
public record TlsFiles(
        @Nullable Path ca,
        @Nullable Path certificate,
        @Nullable Path privateKey) {

    private static final char[] NO_PASSWORD = {};
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /**
     * What {@link TlsOptions} name.
     *
     * @param paths of the deployment file
     * @param encrypted whether TLS is asked for
     * @param remedy how it would be, such as {@code write amqps://}
     * @throws IOException when they do not go together, or with what is not encrypted
     */
    public static TlsFiles of(OptionValues options, Function<String, Path> paths, boolean encrypted, String remedy)
            throws IOException {
        TlsFiles files = new TlsFiles(
                path(TlsOptions.CA, options, paths),
                path(TlsOptions.CERTIFICATE, options, paths),
                path(TlsOptions.PRIVATE_KEY, options, paths));
        if (!encrypted && (files.ca != null || files.certificate != null || files.privateKey != null)) {
            throw new IOException("ca, certificate and privateKey need TLS: " + remedy + ", or leave them out");
        }
        if ((files.certificate == null) != (files.privateKey == null)) {
            throw new IOException("certificate and privateKey belong together: give both, or none");
        }
        return files;
    }

    private static @Nullable Path path(Option<String> option, OptionValues options, Function<String, Path> paths) {
        String path = options.get(option);
        return path.isEmpty() ? null : paths.apply(path);
    }

    /**
     * Tells until when our own certificate is good, if we have one.
     *
     * @throws IOException when it cannot be read
     */
    public void tell(SinkObserver observer) throws IOException {
        if (certificate != null && certificates(certificate)[0] instanceof X509Certificate own) {
            observer.onCertificate(CertificateHolder.SELF, own.getNotAfter().toInstant());
        }
    }

    /** A context for clients. */
    public SSLContext context() throws IOException {
        TrustManagerFactory trust = trust();
        KeyManagerFactory own = own();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    own == null ? null : own.getKeyManagers(), trust == null ? null : trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Null for those that Java trusts. */
    public @Nullable TrustManagerFactory trust() throws IOException {
        if (ca == null) {
            return null;
        }
        try {
            KeyStore store = empty();
            for (Certificate authority : certificates(ca)) {
                store.setCertificateEntry("ca" + store.size(), authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Null for no certificate of our own. */
    public @Nullable KeyManagerFactory own() throws IOException {
        if (certificate == null || privateKey == null) {
            return null;
        }
        try {
            Certificate[] chain = certificates(certificate);
            KeyStore store = empty();
            String algorithm = chain[0].getPublicKey().getAlgorithm();
            store.setKeyEntry("own", key(privateKey, algorithm), NO_PASSWORD, chain);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static IOException unusable(GeneralSecurityException e) {
        return new IOException("cannot use these certificates: " + e.getMessage(), e);
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    /** The certificates of a file, at least one. */
    public static Certificate[] certificates(Path file) throws IOException {
        byte[] pem = text(file).getBytes(StandardCharsets.ISO_8859_1);
        try {
            Certificate[] found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem))
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
        String pem = text(file);
        int from = pem.indexOf(BEGIN);
        int to = pem.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(file + " has no private key in PKCS #8, PEM, without a password; make one with"
                    + " 'openssl pkcs8 -topk8 -nocrypt'");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The cause might show what is in the key.
            throw new IOException(file + " has no private key that fits the certificate, " + algorithm);
        }
    }

    /** The text of a PEM file. */
    public static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e + "; check the path and who may read it", e);
        }
    }
}
