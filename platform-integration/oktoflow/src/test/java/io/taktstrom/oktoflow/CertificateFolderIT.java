package io.taktstrom.oktoflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Map;

import io.taktstrom.opcua.session.OwnCertificate;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.trust.Certificates;
import io.taktstrom.spi.Connectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** A server that takes known clients only, encrypted only, by a key store of oktoflow. */
class CertificateFolderIT {

    private static final char[] PASSWORD = "abcd1234".toCharArray();

    /** It takes seconds to start: it makes its certificates. */
    @TempDir
    private static Path folder;

    private static OpcUaSimulator server;

    private KeyStore store;

    @BeforeAll
    static void start() throws IOException {
        server = OpcUaSimulator.builder()
                .certificates(folder)
                .offerNone(false)
                .knownClientsOnly(true)
                .model(OpcUaModel.parse("points:\n  press.speed: {type: Int32, value: 7}\n"))
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void emptyStore() throws GeneralSecurityException, IOException {
        store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
    }

    private void putKey(String alias) throws GeneralSecurityException, IOException {
        Key key = OwnCertificate.readKey(folder.resolve("client.key.pem"));
        Certificate certificate = Certificates.read(folder.resolve("client.pem"));
        store.setKeyEntry(alias, key, PASSWORD, new Certificate[] {certificate});
    }

    private void putServer() throws GeneralSecurityException, IOException {
        store.setCertificateEntry("plc", Certificates.read(folder.resolve("server.der")));
    }

    private CertificateFolder folder(@Nullable String alias) throws IOException {
        return CertificateFolder.of("machines", store, alias, this::key);
    }

    private Key key(String alias) throws IOException {
        try {
            return store.getKey(alias, PASSWORD);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static DeviceSession open(String uri, CertificateFolder.Source certificates, String patience)
            throws IOException {
        DeviceTarget target = DeviceTarget.of(
                Connectors.providerOf(uri),
                new PlatformParameters(
                        uri, 0, "", 0, null, "machines", certificates, Map.of("connectTimeout", patience)),
                CertificateFolderIT.class.getClassLoader());
        return DeviceSession.open(target, "press1", notice -> {});
    }

    @Test
    void aKeyStoreEncryptsAndIsGoneFromTheDiskBehindIt() throws Exception {
        putKey("client");
        putServer();
        CertificateFolder certificates = folder(null);
        try (certificates;
                DeviceSession session = open(server.endpointUri(), certificates::folder, "30s")) {
            assertThat(session.get("Objects/press/speed", 0)).isEqualTo(7);
            assertThat(Files.getPosixFilePermissions(certificates.folder())).hasSize(3);
        }
        assertThat(certificates.folder()).doesNotExist();
    }

    @Test
    void aServerThatTheKeyStoreDoesNotHaveIsRefused() throws Exception {
        putKey("client");
        try (CertificateFolder certificates = folder("client")) {
            assertThatIOException()
                    .isThrownBy(() -> open(server.endpointUri(), certificates::folder, "1s"))
                    .withMessageContaining("certificate");
        }
    }

    @Test
    void aKeyStoreWithoutTheKeyIsAClearError() throws Exception {
        putServer();
        assertThatIOException().isThrownBy(() -> folder(null)).withMessageContaining("has no private key");
        assertThatIOException()
                .isThrownBy(() -> folder("plc"))
                .withMessageContaining("no private key with a certificate under the alias plc");
        putKey("one");
        putKey("two");
        assertThatIOException().isThrownBy(() -> folder(null)).withMessageContaining("set keyAlias to one of them");
    }
}
