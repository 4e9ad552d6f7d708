package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.kit.trust.OwnCertificate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of asyncua that only one user may log in to, by a certificate: asyncua verifies the user's signature. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UserCertificateIT {

    @AutoClose
    private PeerServer server;

    @TempDir
    private static Path users;

    @TempDir
    private Path folder;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        Files.copy(user("ann").resolve("certificate.der"), keys.resolve("user.der"));
        server = PeerServer.asyncua(keys.toString());
        server.tell("set int32 42");
    }

    /** The folder with a user's certificate and key. */
    private static Path user(String name) throws IOException {
        Path own = users.resolve(name);
        OwnCertificate.load(own);
        return own.resolve("own");
    }

    private static String login(Path certificate, Path key) {
        return "&userCertificate=" + certificate + "&userKey=" + key;
    }

    private SecureServer accepted() throws IOException {
        SecureServer known = SecureServer.knowingItself(
                "opc.tcp://localhost:" + server.port(), folder.resolve("pki"), PeerServer.address("int32"));
        known.accept("");
        return known;
    }

    @SecureServer.InEachWay
    void theOwnerOfTheCertificateLogsIn(String security) throws IOException {
        Path ann = user("ann");
        accepted().reads42(security + login(ann.resolve("certificate.der"), ann.resolve("key.der")));
    }

    @Test
    void anotherCertificateIsRefused() throws IOException {
        Path bob = user("bob");
        accepted()
                .refuses(
                        login(bob.resolve("certificate.der"), bob.resolve("key.der")),
                        "certificate of",
                        "userCertificate");
    }

    @Test
    void theKeyOfAnotherCertificateIsRefusedBeforeAnythingIsSent() throws IOException {
        accepted()
                .refuses(
                        login(
                                user("ann").resolve("certificate.der"),
                                user("bob").resolve("key.der")),
                        "userKey",
                        "does not belong to");
    }

    @Test
    void aServerThatTakesNoPasswordsSaysWhatItTakes() throws IOException {
        accepted().refuses("&user=ann&password=secret", "the server takes no user and password");
    }

    @Test
    void aCertificateWithoutItsKeyAndTwoUsersAtOnceAreClearErrors() throws IOException {
        Path ann = user("ann");
        SecureServer known = accepted();
        known.refuses("&userCertificate=" + ann.resolve("certificate.der"), "userKey", "PKCS #8");
        known.refuses("&userKey=" + ann.resolve("key.der"), "userKey", "userCertificate");
        known.refuses(
                login(ann.resolve("certificate.der"), ann.resolve("key.der")) + "&user=ann&password=secret",
                "userCertificate",
                "user");
        known.refuses(login(folder.resolve("none.der"), ann.resolve("key.der")), "none.der");
    }
}
