package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.SimulatorModel;
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

/** Our client at a server with certificates by a throw-away authority, which asks for a password. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecureIT {

    @TempDir
    static Path folder;

    private OpcUaSimulator server;

    @BeforeAll
    void startServer() throws IOException {
        server = OpcUaSimulator.builder()
                .model(SimulatorModel.parse("points: {speed: {type: Int32, value: 42}}\nusers: {ann: secret}"))
                .certificates(folder.resolve("server"))
                .offerNone(false)
                .start();
    }

    @AfterAll
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private String uri(String pki, String more) {
        return server.endpointUri() + "?pki=" + folder.resolve(pki) + "&user=ann&password=secret" + more;
    }

    private void reads42(String uri) throws IOException {
        try (Connection connection = Connectors.connect(uri)) {
            PointGroup group = connection.resolve(List.of(DataPoint.of(server.nodeId("speed"))));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(Values.get(batch, 0)).isEqualTo(42L);
        }
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
    void aServerWhoseCertificateIsTrustedIsRead(String security) throws IOException {
        String uri = uri("trusting", security);
        TrustStore store = new TrustStore(folder.resolve("trusting"));
        if (store.list().isEmpty()) {
            assertThatThrownBy(() -> Connectors.connect(uri))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("quarantine");
            store.put(store.list().get(0).certificate(), TrustStore.Verdict.TRUSTED);
        }
        reads42(uri);
    }

    @Test
    void aWrongPasswordIsRefused() throws IOException {
        aServerWhoseCertificateIsTrustedIsRead("");
        assertThatThrownBy(() -> Connectors.connect(uri("trusting", "").replace("secret", "wrong")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("check user and password");
    }

    @Test
    void aConnectionWithoutSecurityIsNotOffered() {
        assertThatThrownBy(() -> Connectors.connect(server.url() + "?security=none"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("not");
    }

    @Test
    void aServerThatTakesOnlyClientsOfItsOwnAuthorityRefusesOurs() throws IOException {
        try (OpcUaSimulator strict = OpcUaSimulator.builder()
                .model(SimulatorModel.of(List.of()).withUsers(Map.of()))
                .certificates(folder.resolve("strict"))
                .knownClientsOnly(true)
                .start()) {
            Path pki = folder.resolve("stranger");
            String uri = strict.url() + "?pki=" + pki;
            assertThatThrownBy(() -> Connectors.connect(uri)).hasMessageContaining("quarantine");
            TrustStore store = new TrustStore(pki);
            store.put(store.list().get(0).certificate(), TrustStore.Verdict.TRUSTED);
            assertThatThrownBy(() -> Connectors.connect(uri)).isInstanceOf(ConnectFailedException.class);
        }
    }

    @Test
    void theKeyThatIsMadeForClientsIsForItsOwnersEyesOnly() throws IOException {
        Path key = folder.resolve("server").resolve("client.key.pem");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
    }
}
