package io.taktstrom.sinks.brokers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A certificate of 127.0.0.1 and localhost that has signed itself, made by the JDK's keytool: a server shows it, and whoever
 * trusts it knows the server, or the client that shows it.
 *
 * @param certificate PEM
 * @param key PEM, PKCS #8, without a password
 */
public record ServerCertificate(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";

    /** Makes one in a folder. */
    public static ServerCertificate create(Path folder) throws IOException {
        Path store = folder.resolve("certificate.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.exists(store)) {
            throw new IOException("keytool made no certificate: " + said);
        }
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            byte[] certificate = keys.getCertificate("server").getEncoded();
            byte[] key = Objects.requireNonNull(keys.getKey("server", PASSWORD.toCharArray()))
                    .getEncoded();
            return new ServerCertificate(
                    pem(folder.resolve("certificate.pem"), "CERTIFICATE", certificate),
                    pem(folder.resolve("key.pem"), "PRIVATE KEY", key));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read what keytool made", e);
        }
    }

    private static Path pem(Path file, String what, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
