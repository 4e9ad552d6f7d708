package io.taktstrom.opcua;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import io.taktstrom.kit.trust.TrustStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityIT {

    @AutoClose
    private PeerServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        server = PeerServer.asyncua(keys.toString());
        server.tell("set int32 42");
    }

    /** The server's certificate names this host. */
    private SecureServer reached() throws IOException {
        return reached("localhost", server.port());
    }

    private SecureServer reached(String host, int port) throws IOException {
        return SecureServer.knowingItself(
                "opc.tcp://" + host + ":" + port, folder.resolve("pki"), PeerServer.address("int32"));
    }

    private SecureServer accepted() throws IOException {
        SecureServer reached = reached();
        reached.accept("");
        return reached;
    }

    @SecureServer.InEachWay
    void anUnknownServerWaitsInQuarantineAndATrustedOneIsRead(String security) throws IOException {
        accepted().reads42(security);
    }

    @Test
    void aRejectedServerStaysRejected() throws IOException {
        SecureServer known = accepted();
        known.judge(TrustStore.Verdict.REJECTED);
        known.refuses("", "was rejected");
    }

    @Test
    void ourCertificateIsMadeOnceAndForOurEyesOnly() throws IOException {
        SecureServer known = new SecureServer(
                "opc.tcp://localhost:" + server.port(), folder.resolve("pki"), PeerServer.address("int32"));
        known.accept("");
        Path own = known.pki().resolve("own");
        byte[] first = Files.readAllBytes(own.resolve("certificate.der"));
        known.reads42("");
        assertThat(Files.readAllBytes(own.resolve("certificate.der"))).isEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolve("key.der"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessThatIsStated() throws IOException {
        accepted();
        SecureServer other = reached("127.0.0.1", server.port());
        other.refuses("", "not for 127.0.0.1");
        other.reads42("&checkHost=false");
    }

    @Test
    void whatTheServerDoesNotOfferIsNotReplacedByWhatItDoes() throws IOException {
        reached().refuses("&security=Basic256", "but not Basic256 SignAndEncrypt");
    }

    @Test
    void aUserLogsInWithAPasswordAndNotWithAWrongOne() throws IOException {
        SecureServer known = accepted();
        known.reads42("&user=ann&password=secret");
        known.refuses("&user=ann&password=wrong", "check user and password").hasMessageNotContaining("wrong");
    }

    @Test
    void aPasswordGoesOverAnOpenConnectionOnlyWhereThatIsStated() throws IOException {
        reached().refuses("&security=none&user=ann&password=secret", "insecure: true");
    }

    /** Where messages are signed only, the server says how the password itself is to be encrypted, or takes the channel's. */
    @Test
    void aPasswordIsEncryptedWhereMessagesAreSignedOnly() throws IOException {
        accepted();
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (AnswerProxy proxy = new AnswerProxy(server.port())) {
            proxy.watch(chunk -> sent.writeBytes(chunk));
            reached("localhost", proxy.port())
                    .reads42("&security=Basic256Sha256&securityMode=Sign&user=ann&password=secret");
        }
        assertThat(sent.toString(StandardCharsets.ISO_8859_1)).contains("ann").doesNotContain("secret");
    }

    /** A man in the middle makes the strongest endpoint one that we do not know, in the unsigned list. */
    @Test
    void aServerWhoseStrongestSecuritySomebodyHasHiddenIsRefused() throws IOException {
        accepted();
        try (AnswerProxy proxy = new AnswerProxy(server.port())) {
            SecureServer behind = reached("localhost", proxy.port());
            proxy.change(answer -> List.of(
                    answer.type() == AnswerProxy.GET_ENDPOINTS_ANSWER
                            ? answer.replaced("#Aes256_Sha256_RsaPss", "#Xes256_Sha256_RsaPss")
                            : answer));
            behind.refuses("", "refused as a downgrade", "did not have Aes256_Sha256_RsaPss SignAndEncrypt");
            proxy.change(List::of);
            behind.reads42("");
        }
    }
}
