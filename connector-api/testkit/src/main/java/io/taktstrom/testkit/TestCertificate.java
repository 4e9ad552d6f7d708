package io.taktstrom.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A certificate that has signed itself, for localhost and 127.0.0.1, made by the JDK's keytool: whoever trusts it knows a server or a
 * client that shows it.
 *
 * @param certificate PEM
 * @param key PEM, PKCS #8, without a password
 * @param store both, PKCS #12, under the name {@code own} with {@link #PASSWORD}
 */
public record TestCertificate(Path certificate, Path key, Path store) {

    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "own";

    /**
     * Makes one.
     *
     * @param name of its files in the folder
     * @param subject such as {@code CN=localhost}
     */
    public static TestCertificate create(Path folder, String name, String subject) throws IOException {
        Path store = folder.resolve(name + ".p12");
        ServerProcess.run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-dname",
                        subject,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD),
                folder);
        try {
            KeyStore keys = load(store);
            byte[] key = Objects.requireNonNull(keys.getKey(ALIAS, PASSWORD.toCharArray()))
                    .getEncoded();
            return new TestCertificate(
                    pem(
                            folder.resolve(name + ".pem"),
                            "CERTIFICATE",
                            keys.getCertificate(ALIAS).getEncoded()),
                    pem(folder.resolve(name + "-key.pem"), "PRIVATE KEY", key),
                    store);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read what keytool made", e);
        }
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static Path pem(Path file, String what, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** The certificate and its key, for whoever shows it. */
    public KeyStore own() throws IOException, GeneralSecurityException {
        return load(store);
    }

    /** The certificate alone, for whoever trusts it. */
    public KeyStore trust() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, own().getCertificate(ALIAS));
        return trusted;
    }
}
