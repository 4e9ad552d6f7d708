package io.taktstrom.opcua;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.trust.TrustStore;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityIT {

    private PeerServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        server = PeerServer.asyncua(keys.toString());
        server.tell("set int32 42");
    }

    @AfterAll
    void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** The server's certificate names this host. */
    private String uri(String more) {
        return uri("localhost", more);
    }

    private String uri(String host, String more) {
        return "opc.tcp://" + host + ":" + server.port() + "?connectTimeout=30s&pki=" + pki() + more;
    }

    private Path pki() {
        return folder.resolve("pki");
    }

    private void accept() throws IOException {
        assertThatThrownBy(() -> Connectors.connect(uri("")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("unknown and in quarantine")
                .hasMessageContaining("takt trust accept");
        TrustStore store = new TrustStore(pki());
        assertThat(store.list()).hasSize(1);
        store.put(store.list().get(0).certificate(), TrustStore.Verdict.TRUSTED);
    }

    private static void reads42(Connection connection) throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int32"))));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(Values.get(batch, 0)).isEqualTo(42L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&security=Basic256Sha256",
                "&security=Basic256Sha256&securityMode=Sign",
                "&security=Aes128_Sha256_RsaOaep",
                "&security=Aes256_Sha256_RsaPss"
            })
    void anUnknownServerWaitsInQuarantineAndATrustedOneIsRead(String security) throws IOException {
        accept();
        try (Connection connection = Connectors.connect(uri(security))) {
            reads42(connection);
        }
    }

    @Test
    void aRejectedServerStaysRejected() throws IOException {
        accept();
        TrustStore store = new TrustStore(pki());
        store.put(store.list().get(0).certificate(), TrustStore.Verdict.REJECTED);
        assertThatThrownBy(() -> Connectors.connect(uri("")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("was rejected");
    }

    @Test
    void ourCertificateIsMadeOnceAndForOurEyesOnly() throws IOException {
        accept();
        Path own = pki().resolve("own");
        byte[] first = Files.readAllBytes(own.resolve("certificate.der"));
        try (Connection connection = Connectors.connect(uri(""))) {
            reads42(connection);
        }
        assertThat(Files.readAllBytes(own.resolve("certificate.der"))).isEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolve("key.der"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessThatIsStated() throws IOException {
        accept();
        assertThatThrownBy(() -> Connectors.connect(uri("127.0.0.1", "")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("not for 127.0.0.1");
        try (Connection connection = Connectors.connect(uri("127.0.0.1", "&checkHost=false"))) {
            reads42(connection);
        }
    }

    @Test
    void whatTheServerDoesNotOfferIsNotReplacedByWhatItDoes() {
        assertThatThrownBy(() -> Connectors.connect(uri("&security=Basic256")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("but not Basic256 SignAndEncrypt");
    }

    @Test
    void aUserLogsInWithAPasswordAndNotWithAWrongOne() throws IOException {
        accept();
        try (Connection connection = Connectors.connect(uri("&user=ann&password=secret"))) {
            reads42(connection);
        }
        assertThatThrownBy(() -> Connectors.connect(uri("&user=ann&password=wrong")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("check user and password")
                .hasMessageNotContaining("wrong");
    }

    @Test
    void aPasswordGoesOverAnOpenConnectionOnlyWhereThatIsStated() throws IOException {
        assertThatThrownBy(() -> Connectors.connect(uri("&security=none&user=ann&password=secret")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("insecure: true");
    }

    /** Where messages are signed only, the server says how the password itself is to be encrypted, or takes the channel's. */
    @Test
    void aPasswordIsEncryptedWhereMessagesAreSignedOnly() throws IOException {
        accept();
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (AnswerProxy proxy = new AnswerProxy(server.port())) {
            proxy.watch(chunk -> sent.writeBytes(chunk));
            String uri = "opc.tcp://localhost:" + proxy.port() + "?connectTimeout=30s&pki=" + pki()
                    + "&security=Basic256Sha256&securityMode=Sign&user=ann&password=secret";
            try (Connection connection = Connectors.connect(uri)) {
                reads42(connection);
            }
        }
        assertThat(sent.toString(StandardCharsets.ISO_8859_1)).contains("ann").doesNotContain("secret");
    }

    /** Somebody on the way makes the strongest endpoint one that we do not know, in the list that nobody has signed. */
    @Test
    void aServerWhoseStrongestSecuritySomebodyHasHiddenIsRefused() throws IOException {
        accept();
        try (AnswerProxy proxy = new AnswerProxy(server.port())) {
            String uri = "opc.tcp://localhost:" + proxy.port() + "?connectTimeout=30s&pki=" + pki();
            proxy.change(answer -> List.of(
                    answer.type() == AnswerProxy.GET_ENDPOINTS_ANSWER
                            ? answer.replaced("#Aes256_Sha256_RsaPss", "#Xes256_Sha256_RsaPss")
                            : answer));
            assertThatThrownBy(() -> Connectors.connect(uri))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("refused as a downgrade")
                    .hasMessageContaining("did not have Aes256_Sha256_RsaPss SignAndEncrypt");
            proxy.change(List::of);
            try (Connection connection = Connectors.connect(uri)) {
                reads42(connection);
            }
        }
    }
}
