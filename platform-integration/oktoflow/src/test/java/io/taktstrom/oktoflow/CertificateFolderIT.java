package io.taktstrom.oktoflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Map;

import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.peer.PeerProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** A server that takes known clients only, encrypted only, by a key store of oktoflow. */
class CertificateFolderIT {

    private static final char[] PASSWORD = "abcd1234".toCharArray();
    private static final CertificateFolder.Source NONE = () -> {
        throw new IOException("no key store");
    };
    private static final Path ASYNCUA = Path.of("../../connector-opcua/interop/src/test/interop/asyncua_server.py");

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
        return CertificateFolder.of("machines", store, alias, null, this::key);
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
        return open(uri, certificates, patience, false);
    }

    private static DeviceSession open(String uri, CertificateFolder.Source certificates, String patience, boolean user)
            throws IOException {
        DeviceTarget target = DeviceTarget.of(
                Connectors.providerOf(uri),
                new PlatformParameters(
                        uri, 0, "", 0, null, user, "machines", certificates, Map.of("connectTimeout", patience)),
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

    /** asyncua's server verifies the user's signature. */
    @Test
    void anIdentityThatIsACertificateLogsInWithItsKeyOfTheKeyStore(@TempDir Path keys, @TempDir Path users)
            throws Exception {
        putKey("client");
        putUser("ann", users);
        putUser("bob", users);
        byte[] ann = store.getCertificate("ann").getEncoded();
        Files.write(keys.resolve("user.der"), ann);
        try (PeerProcess peer = PeerProcess.start("TAKT_PYTHON", "a Python with asyncua", ASYNCUA, keys.toString())) {
            String uri = "opc.tcp://localhost:" + peer.line("ok ");
            peer.tell("set int32 42", "ok ");
            store.setCertificateEntry("plc", Certificates.read(keys.resolve("certificate.der")));
            try (CertificateFolder certificates = CertificateFolder.of("machines", store, "client", ann, this::key);
                    DeviceSession session = open(uri, certificates::folder, "30s", true)) {
                assertThat(session.get("nsu=urn:taktstrom:test;s=int32", 0)).isEqualTo(42);
            }
            byte[] bob = store.getCertificate("bob").getEncoded();
            try (CertificateFolder certificates = CertificateFolder.of("machines", store, "client", bob, this::key)) {
                assertThatIOException()
                        .isThrownBy(() -> open(uri, certificates::folder, "1s", true))
                        .withMessageContaining("Bad_UserAccessDenied");
            }
        }
    }

    private void putUser(String name, Path users) throws GeneralSecurityException, IOException {
        Path pki = users.resolve(name);
        OwnCertificate made = OwnCertificate.load(pki);
        store.setKeyEntry(name, made.keys().getPrivate(), PASSWORD, new Certificate[] {made.certificate()});
    }

    @Test
    void anIdentityWhoseKeyIsNotThereIsAClearError() throws Exception {
        putKey("client");
        putServer();
        byte[] plc = store.getCertificate("plc").getEncoded();
        assertThatIOException()
                .isThrownBy(() -> CertificateFolder.of("machines", store, null, plc, this::key))
                .withMessageContaining("no private key for the certificate of the identity of type X509");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceTarget.of(
                        Connectors.providerOf("opc.tcp://plc"),
                        new PlatformParameters("plc", 4840, "", 0, null, true, null, NONE, Map.of()),
                        CertificateFolderIT.class.getClassLoader()))
                .withMessageContaining("set keystoreKey");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceTarget.of(
                        Connectors.providerOf("s7://plc"),
                        new PlatformParameters("plc", 102, "", 0, null, true, null, NONE, Map.of()),
                        CertificateFolderIT.class.getClassLoader()))
                .withMessageContaining("knows no users with certificates");
    }
}
