package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate that vouches for itself, and its key, as PEM files.
 *
 * @param certificate also the authority to trust
 */
record TestCertificate(Path certificate, Path key) {

    private static final String PASSWORD = "only-for-tests";

    static TestCertificate make(Path folder, String name, String alternativeName)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + alternativeName,
                        "-ext",
                        "bc=ca:true",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no certificate");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new TestCertificate(
                pem(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        keys.getCertificate("own").getEncoded()),
                pem(
                        folder.resolve(name + ".key.pem"),
                        "PRIVATE KEY",
                        keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        return Files.writeString(
                file,
                "-----BEGIN " + what + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                        + "-----\n");
    }
}
