package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import io.taktstrom.opcua.SecureServer;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Our client at a server with certificates by a throw-away authority, which asks for a password. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecureIT {

    private static final String LOGIN = "&user=ann&password=secret";

    @TempDir
    static Path folder;

    /** Of each test's own. */
    @TempDir
    Path client;

    @AutoClose
    private OpcUaSimulator server;

    @BeforeAll
    void startServer() throws IOException {
        server = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points: {speed: {type: Int32, value: 42}}\nusers: {ann: secret}"))
                .certificates(folder.resolve("server"))
                .offerNone(false)
                .start();
    }

    private SecureServer reached(OpcUaSimulator simulator) throws IOException {
        return SecureServer.knowingItself(simulator.url(), client.resolve("pki"), server.nodeId("speed"));
    }

    @SecureServer.InEachWay
    void aServerWhoseCertificateIsTrustedIsRead(String security) throws IOException {
        SecureServer reached = reached(server);
        reached.accept("");
        reached.reads42(LOGIN + security);
    }

    @Test
    void aWrongPasswordIsRefused() throws IOException {
        SecureServer reached = reached(server);
        reached.accept("");
        reached.refuses("&user=ann&password=wrong", "check user and password");
    }

    @Test
    void aConnectionWithoutSecurityIsNotOffered() throws IOException {
        reached(server).refuses("&security=none", "not");
    }

    @Test
    void aServerThatTakesOnlyClientsOfItsOwnAuthorityRefusesOurs() throws IOException {
        try (OpcUaSimulator strict = OpcUaSimulator.builder()
                .model(OpcUaModel.of(List.of()).withUsers(Map.of()))
                .certificates(folder.resolve("strict"))
                .knownClientsOnly(true)
                .start()) {
            SecureServer reached = reached(strict);
            reached.accept("");
            reached.refuses("");
        }
    }

    @Test
    void theKeyThatIsMadeForClientsIsForItsOwnersEyesOnly() throws IOException {
        Path key = folder.resolve("server").resolve("client.key.pem");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
    }
}
