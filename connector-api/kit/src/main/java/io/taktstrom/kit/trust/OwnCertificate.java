package io.taktstrom.kit.trust;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.Period;
import java.util.Base64;
import java.util.List;

import io.taktstrom.kit.PrivateFiles;

/**
 * Our own certificate and key. Without one that is given, one is made once and kept, so that a peer has to be told only once whom to trust.
 *
 * @param chain our certificate, then those of its authorities, if any
 */
public record OwnCertificate(List<X509Certificate> chain, KeyPair keys) {

    private static final int KEY_BITS = 2048;

    private static final Period VALID = Period.ofYears(10);

    /** File locks are for processes; this one is for threads. */
    private static final Object MAKING = new Object();

    public OwnCertificate {
        chain = List.copyOf(chain);
    }

    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return certificate().getSubjectX500Principal().toString();
    }

    /** Loads it from a folder, or makes it there. */
    public static OwnCertificate load(Path folder) throws IOException {
        Path own = PrivateFiles.folder(folder.resolve("own"));
        Path certificateFile = own.resolve("certificate.der");
        Path keyFile = own.resolve("key.der");
        synchronized (MAKING) {
            try (FileChannel channel =
                    FileChannel.open(own.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Closing the channel gives the lock back.
                FileLock lock = channel.lock();
                if (lock.isValid() && (!Files.exists(certificateFile) || !Files.exists(keyFile))) {
                    make(certificateFile, keyFile);
                }
            }
        }
        return read(certificateFile, keyFile);
    }

    /**
     * Reads it from two files.
     *
     * @param certificateFile DER, or PEM with the certificates of authorities behind our own
     * @param keyFile PKCS #8, DER or PEM, without a password
     */
    public static OwnCertificate read(Path certificateFile, Path keyFile) throws IOException {
        List<X509Certificate> chain = Certificates.readAll(certificateFile);
        KeyPair keys = new KeyPair(chain.get(0).getPublicKey(), readKey(keyFile));
        if (!fit(keys)) {
            throw new IOException(keyFile + " is not the key of the certificate in " + certificateFile
                    + "; name the files that belong together");
        }
        return new OwnCertificate(chain, keys);
    }

    private static boolean fit(KeyPair keys) {
        try {
            Signature signature = Signature.getInstance(
                    "SHA256with" + (keys.getPublic().getAlgorithm().equals("EC") ? "ECDSA" : "RSA"));
            signature.initSign(keys.getPrivate());
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void make(Path certificateFile, Path keyFile) throws IOException {
        String host = host();
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            KeyPair keys = generator.generateKeyPair();
            X509Certificate certificate = SelfSignedCertificate.make(
                    keys,
                    "CN=Taktstrom at " + host + ",O=Taktstrom",
                    "urn:" + host + ":taktstrom",
                    host,
                    Instant.now(),
                    VALID);
            PrivateFiles.write(keyFile, keys.getPrivate().getEncoded());
            PrivateFiles.write(certificateFile, certificate.getEncoded());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot make our own certificate in " + certificateFile + ": " + e.getMessage(), e);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Reads an RSA or EC key in PKCS #8, DER or PEM. */
    public static PrivateKey readKey(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (text.contains("-----BEGIN PRIVATE KEY-----")) {
            content = Base64.getMimeDecoder()
                    .decode(text.replaceAll("(?s).*-----BEGIN PRIVATE KEY-----|-----END PRIVATE KEY-----.*", ""));
        }
        GeneralSecurityException cause = null;
        for (String algorithm : List.of("RSA", "EC")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (GeneralSecurityException e) {
                cause = e;
            }
        }
        throw new IOException(file + " is not an RSA or EC key in PKCS #8 (DER, or PEM without a password)", cause);
    }
}
