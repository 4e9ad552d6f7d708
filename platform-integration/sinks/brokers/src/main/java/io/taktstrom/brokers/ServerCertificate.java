package io.taktstrom.brokers;

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

import io.taktstrom.testkit.ServerProcess;

/**
 * A certificate of 127.0.0.1 and localhost, made by the JDK's keytool, and the authority that has signed it. A server shows it, and
 * a client may.
 *
 * @param ca PEM
 * @param certificate PEM, with the authority's behind it
 * @param key PEM, PKCS #8, without a password
 */
public record ServerCertificate(Path ca, Path certificate, Path key) {

    private static final String PASSWORD = "changeit";

    /** Makes one in a folder, by an authority of its own. */
    public static ServerCertificate create(Path folder) throws IOException {
        Path store = folder.resolve("certificates.p12");
        keytool(folder, store, "ca", "-dname", "CN=authority", "-ext", "bc:c");
        keytool(
                folder,
                store,
                "server",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-signer",
                "ca");
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            String ca = pem("CERTIFICATE", keys.getCertificate("ca").getEncoded());
            String certificate =
                    pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
            byte[] key = Objects.requireNonNull(keys.getKey("server", PASSWORD.toCharArray()))
                    .getEncoded();
            return new ServerCertificate(
                    Files.writeString(folder.resolve("ca.pem"), ca),
                    Files.writeString(folder.resolve("certificate.pem"), certificate + ca),
                    Files.setPosixFilePermissions(
                            Files.writeString(folder.resolve("key.pem"), pem("PRIVATE KEY", key)),
                            PosixFilePermissions.fromString("rw-------")));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read what keytool made", e);
        }
    }

    private static void keytool(Path folder, Path store, String alias, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-keyalg", "RSA", "-keysize", "2048", "-validity", "2"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(more));
        ServerProcess.run(command, folder);
    }

    private static String pem(String what, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
    }
}
