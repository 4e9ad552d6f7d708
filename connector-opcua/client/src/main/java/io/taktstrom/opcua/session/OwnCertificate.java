package io.taktstrom.opcua.session;

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
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Period;
import java.util.Base64;

import io.taktstrom.kit.PrivateFiles;
import io.taktstrom.opcua.trust.Certificates;
import io.taktstrom.opcua.trust.ServerCheck;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateBuilder;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateGenerator;

/** Our own certificate and key: made once, then kept, so that a server, or a client of ours, has to be told only once whom to trust. */
public final class OwnCertificate {

    private static final int KEY_BITS = 2048;

    private static final Period VALID = Period.ofYears(10);

    /** File locks are for processes; this one is for threads. */
    private static final Object MAKING = new Object();

    private OwnCertificate() {}

    /** Loads it from a folder, or makes it there. */
    public static AppIdentity load(Path folder, ServerCheck check) throws IOException {
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
        X509Certificate certificate = Certificates.read(certificateFile);
        PrivateKey key = readKey(keyFile);
        String uri = Certificates.applicationUris(certificate).stream()
                .findFirst()
                .orElseThrow(() -> new IOException(
                        certificateFile + " names no application URI, which OPC UA needs; remove it to have one made"));
        return new AppIdentity(uri, certificate, new KeyPair(certificate.getPublicKey(), key), check);
    }

    private static void make(Path certificateFile, Path keyFile) throws IOException {
        String host = host();
        try {
            KeyPair keys = SelfSignedCertificateGenerator.generateRsaKeyPair(KEY_BITS);
            X509Certificate certificate = new SelfSignedCertificateBuilder(keys)
                    .setCommonName("Taktstrom at " + host)
                    .setOrganization("Taktstrom")
                    .setApplicationUri("urn:" + host + ":taktstrom")
                    .setValidityPeriod(VALID)
                    .addDnsName(host)
                    .addDnsName("localhost")
                    .addIpAddress("127.0.0.1")
                    .build();
            PrivateFiles.write(keyFile, keys.getPrivate().getEncoded());
            PrivateFiles.write(certificateFile, certificate.getEncoded());
        } catch (Exception e) {
            // Milo's builder declares Exception.
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

    /** Reads an RSA key in PKCS #8, DER or PEM. */
    public static PrivateKey readKey(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (text.contains("-----BEGIN PRIVATE KEY-----")) {
            content = Base64.getMimeDecoder()
                    .decode(text.replaceAll("(?s).*-----BEGIN PRIVATE KEY-----|-----END PRIVATE KEY-----.*", ""));
        }
        try {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(content));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " is not an RSA key in PKCS #8 (DER, or PEM without a password)", e);
        }
    }
}
