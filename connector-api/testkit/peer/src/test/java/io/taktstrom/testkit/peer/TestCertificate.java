package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * A certificate, made by the JDK's keytool, and the authority that has signed it and nothing else. A server shows it, or a client.
 *
 * @param ca PEM, of the authority
 * @param certificate PEM, with the authority's behind it
 * @param key PEM, PKCS #8, without a password
 * @param store all of them, PKCS #12, with {@link #PASSWORD}; the certificate's name is {@code own}
 */
public record TestCertificate(Path ca, Path certificate, Path key, Path store) {

    public static final String PASSWORD = "changeit";

    private static final String OWN = "own";
    private static final String AUTHORITY = "ca";

    /**
     * Makes one for localhost and 127.0.0.1.
     *
     * @param name of its files in the folder: {@code NAME.pem}, {@code NAME-key.pem}, {@code NAME-ca.pem}
     * @param subject such as {@code CN=localhost}
     */
    public static TestCertificate create(Path folder, String name, String subject) throws IOException {
        return create(folder, name, subject, "dns:localhost,ip:127.0.0.1");
    }

    /**
     * The same for other hosts, such as {@code dns:elsewhere}.
     *
     * @param more options of keytool: {@code -startdate -9d} for a certificate that has expired
     */
    public static TestCertificate create(Path folder, String name, String subject, String hosts, String... more)
            throws IOException {
        Path store = folder.resolve(name + ".p12");
        keytool(folder, store, AUTHORITY, "-dname", "CN=authority of " + name, "-ext", "bc:c");
        List<String> options =
                new ArrayList<>(List.of("-dname", subject, "-ext", "SAN=" + hosts, "-signer", AUTHORITY));
        options.addAll(List.of(more));
        keytool(folder, store, OWN, options.toArray(String[]::new));
        try {
            KeyStore keys = load(store);
            String ca = pem("CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
            String own = pem("CERTIFICATE", keys.getCertificate(OWN).getEncoded());
            byte[] key = Objects.requireNonNull(keys.getKey(OWN, PASSWORD.toCharArray()))
                    .getEncoded();
            return new TestCertificate(
                    write(folder.resolve(name + "-ca.pem"), ca),
                    write(folder.resolve(name + ".pem"), own + ca),
                    write(folder.resolve(name + "-key.pem"), pem("PRIVATE KEY", key)),
                    store);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read what keytool made", e);
        }
    }

    /** TLS of a client that trusts the authority and no other. */
    public SSLContext client() throws IOException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trust());
            return context(null, factory.getTrustManagers());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot trust the certificate", e);
        }
    }

    /** TLS of a server that shows the certificate. */
    public SSLContext server() throws IOException {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(own(), PASSWORD.toCharArray());
            return context(own.getKeyManagers(), null);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot show the certificate", e);
        }
    }

    private static SSLContext context(KeyManager @Nullable [] own, TrustManager @Nullable [] trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own, trust, null);
        return context;
    }

    private static void keytool(Path folder, Path store, String alias, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(more));
        ServerProcess.run(command, folder);
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static String pem(String what, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
    }

    private static Path write(Path file, String pem) throws IOException {
        Files.writeString(file, pem);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** The certificate and its key, for the side that shows it. */
    public KeyStore own() throws IOException, GeneralSecurityException {
        KeyStore own = load(store);
        own.deleteEntry(AUTHORITY);
        return own;
    }

    /** The authority alone, for the side that trusts it. */
    public KeyStore trust() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(AUTHORITY, load(store).getCertificate(AUTHORITY));
        return trusted;
    }
}
