package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.ConnectorRegistry;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorInputTypeTranslator;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorOutputTypeTranslator;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import de.iip_ecosphere.platform.transport.connectors.ReceptionCallback;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * What oktoflow's own tests ask of its OPC UA connector (OpcUaConnectorTest, OpcUaTlsConnectorTest and
 * AbstractInformationModelConnectorTest of commit 0771c71a), asked of ours: the same machine, the same steps. With the property
 * {@code oktoflow.server}, on oktoflow's own test server instead of our simulator.
 */
class PlatformTestsIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String MACHINE = "Objects/HelloWorld";
    private static final String FIRST_VENDOR = "Phoenix Contact";
    private static final String SECOND_VENDOR = "PhoenixContact";
    private static final double IDLE = 0.1;
    private static final double RUNNING = 10.1;

    /** What oktoflow's test calls VendorStruct. Its fields are found by reflection. */
    @SuppressWarnings("UnusedVariable")
    public static final class Vendor {
        private String vendor = "";
        private int year;
        private boolean opcUa;
    }

    record Data(int lotSize, double power, String vendor) {}

    record Command(boolean start, boolean stop, int lotSize) {}

    @TempDir
    private Path folder;

    private @Nullable OpcUaSimulator server;

    @BeforeEach
    void start() throws IOException {
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
        if (ownServer().isEmpty()) {
            OpcUaSimulator started = OpcUaSimulator.builder()
                    .certificates(folder)
                    .model(OpcUaModel.parse("""
                            types:
                              VendorStruct: {struct: {vendor: String, year: UInt32, opcUa: Boolean}}
                            points:
                              HelloWorld.lotSize: {type: Int32, value: 1}
                              HelloWorld.powerConsumption: {type: Double, value: 0.1, writable: false}
                              HelloWorld.vendor: {type: VendorStruct, value: {vendor: Phoenix Contact, year: 2020, opcUa: true}}
                              "Objects/BBTest.Objects/BBTest/Folder.Objects/BBTest/Folder/myVar": {type: Double, value: 0.01}
                            methods:
                              HelloWorld.startMachine: {}
                              HelloWorld.endMachine: {}
                            events:
                              events: {every: 500ms}
                            """))
                    .start();
            started.onCall("HelloWorld.startMachine", inputs -> {
                started.set("HelloWorld.powerConsumption", RUNNING);
                return List.of();
            });
            started.onCall("HelloWorld.endMachine", inputs -> {
                started.set("HelloWorld.powerConsumption", IDLE);
                started.set("HelloWorld.lotSize", 1);
                return List.of();
            });
            server = started;
        }
    }

    @AfterEach
    void stop() {
        OpcUaSimulator open = server;
        if (open != null) {
            open.close();
        }
    }

    private static String ownServer() {
        return System.getProperty("oktoflow.server", "");
    }

    private ConnectorParameterBuilder parameters() {
        OpcUaSimulator simulator = server;
        ConnectorParameterBuilder builder = simulator == null
                ? ConnectorParameterBuilder.newBuilder(ownServer(), 0)
                : ConnectorParameterBuilder.newBuilder(
                        simulator.address().getHostString(), simulator.address().getPort());
        return builder.setSpecificSetting("security", "none")
                .setApplicationInformation("urn:eclipse:milo:examples:client", "eclipse milo opc-ua client")
                .setNotificationInterval(1000);
    }

    private static void isRefused(ThrowingRead read) {
        assertThatIOException().isThrownBy(read::read);
    }

    @FunctionalInterface
    private interface ThrowingRead {
        void read() throws IOException;
    }

    /** MachineDataOutputTranslator: what is not there throws each time. */
    private static final class Output extends AbstractConnectorOutputTypeTranslator<Object, Data> {

        private final boolean notifications;

        Output(boolean notifications) {
            this.notifications = notifications;
        }

        @Override
        public Data to(Object source) throws IOException {
            ModelAccess access = getModelAccess();
            isRefused(() -> access.get("abxy"));
            isRefused(() -> access.get("ab" + access.getQSeparator() + "abxy"));
            isRefused(() -> access.get("machine" + access.getQSeparator() + "abxy"));
            String vendor = access.getStruct(MACHINE + "/vendor", Vendor.class).vendor;
            return new Data(
                    access.getInputConverter().toInteger(access.get(MACHINE + "/lotSize")),
                    access.getInputConverter().toDouble(access.get(MACHINE + "/powerConsumption")),
                    vendor);
        }

        @Override
        public void initializeModelAccess() throws IOException {
            ModelAccess access = getModelAccess();
            access.useNotifications(notifications);
            if (notifications) {
                access.monitor(MACHINE + "/lotSize", MACHINE + "/powerConsumption");
            }
            access.registerCustomType(Vendor.class);
        }

        @Override
        public Class<? extends Object> getSourceType() {
            return Object.class;
        }

        @Override
        public Class<? extends Data> getTargetType() {
            return Data.class;
        }
    }

    /** MachineCommandInputTranslator: what is not there throws each time. */
    private static final class Input extends AbstractConnectorInputTypeTranslator<Command, Object> {

        @Override
        public @Nullable Object from(Command command) throws IOException {
            ModelAccess access = getModelAccess();
            if (command.start()) {
                access.call(MACHINE + "/startMachine");
            }
            if (command.stop()) {
                access.call(MACHINE + "/endMachine");
                access.setStruct(MACHINE + "/vendor", vendor(FIRST_VENDOR));
            }
            if (command.lotSize() > 0) {
                access.set(MACHINE + "/lotSize", access.getOutputConverter().fromInteger(command.lotSize()));
                access.setStruct(MACHINE + "/vendor", vendor(SECOND_VENDOR));
            }
            isRefused(() -> access.set(MACHINE + access.getQSeparator() + "abxy", ""));
            isRefused(() -> access.call(MACHINE + access.getQSeparator() + "abxy"));
            isRefused(() -> access.call("abc" + access.getQSeparator() + "abxy"));
            isRefused(() -> access.call("abxy"));
            return null;
        }

        private static Vendor vendor(String name) {
            Vendor vendor = new Vendor();
            vendor.vendor = name;
            vendor.year = 2020;
            vendor.opcUa = true;
            return vendor;
        }

        @Override
        public Class<? extends Object> getSourceType() {
            return Object.class;
        }

        @Override
        public Class<? extends Command> getTargetType() {
            return Command.class;
        }
    }

    /** OpcUaConnectorTest.testWithPolling and testWithNotifications. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMachineIsStartedSetAndStopped(boolean notifications) throws IOException {
        machine(parameters().build(), notifications);
    }

    /** OpcUaTlsConnectorTest, with a key store that has a key, which oktoflow's test leaves out: its connector then goes on without TLS. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMachineIsStartedSetAndStoppedBehindSignAndEncrypt(boolean notifications)
            throws IOException, GeneralSecurityException {
        assumeThat(server)
                .as("oktoflow's server has not been told to trust our certificate")
                .isNotNull();
        OpcUaSimulator simulator = Objects.requireNonNull(server);
        identityStore();
        machine(
                ConnectorParameterBuilder.newBuilder(
                                simulator.address().getHostString(),
                                simulator.address().getPort())
                        .setKeystoreKey("opcuaKeyStore")
                        .setKeyAlias("opcuaTest")
                        .setNotificationInterval(1000)
                        .build(),
                notifications);
    }

    private void identityStore() throws IOException, GeneralSecurityException {
        String password = "abcd1234";
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, password.toCharArray());
        CertificateFactory x509 = CertificateFactory.getInstance("X.509");
        Certificate client;
        try (var in = Files.newInputStream(folder.resolve("client.pem"))) {
            client = x509.generateCertificate(in);
        }
        String pem = Files.readString(folder.resolve("client.key.pem"), StandardCharsets.US_ASCII);
        byte[] key = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        store.setKeyEntry(
                "opcuaTest",
                KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key)),
                password.toCharArray(),
                new Certificate[] {client});
        try (var in = Files.newInputStream(folder.resolve("ca.der"))) {
            store.setCertificateEntry("authority", x509.generateCertificate(in));
        }
        try (var in = Files.newInputStream(folder.resolve("server.der"))) {
            store.setCertificateEntry("server", x509.generateCertificate(in));
        }
        TestIdentities.add("opcuaKeyStore", store, password);
    }

    private void machine(ConnectorParameter parameters, boolean notifications) throws IOException {
        List<Data> received = Collections.synchronizedList(new ArrayList<>());
        OpcUaConnector<Data, Command> connector =
                new OpcUaConnector<>(new TranslatingProtocolAdapter<>(new Output(notifications), new Input()));
        assertThat(registered(connector)).isFalse();
        assertThat(connector.getName()).isNotEmpty();
        assertThat(connector.getConnectorInputType()).isEqualTo(Command.class);
        assertThat(connector.getConnectorOutputType()).isEqualTo(Data.class);
        assertThat(connector.getProtocolInputType()).isNotNull();
        assertThat(connector.getProtocolOutputType()).isNotNull();
        connector.setReceptionCallback(into(received, Data.class));
        connector.connect(parameters);
        assertThat(registered(connector)).isTrue();

        until(received, 2, data -> data.equals(new Data(1, IDLE, FIRST_VENDOR)));
        connector.write(new Command(true, false, 0));
        until(received, 3, data -> data.equals(new Data(1, RUNNING, FIRST_VENDOR)));
        connector.write(new Command(false, false, 5));
        until(received, 4, data -> data.lotSize() == 5 && data.power() == RUNNING);
        until(received, 4, data -> data.vendor().equals(SECOND_VENDOR));
        connector.write(new Command(false, true, 0));
        until(received, 6, data -> data.lotSize() == 1 && data.power() == IDLE);

        assertThat(registered(connector)).isTrue();
        assertThat(connector.enumerateFields("Objects"))
                .anyMatch(field -> field.getPath().contains("lotSize"));
        connector.disconnect();
        assertThat(registered(connector)).isFalse();
    }

    private static <T> ReceptionCallback<T> into(List<T> received, Class<T> type) {
        return new ReceptionCallback<>() {
            @Override
            public void received(T data) {
                received.add(data);
            }

            @Override
            public Class<T> getType() {
                return type;
            }
        };
    }

    private static void until(List<Data> received, int count, Predicate<Data> last) {
        await().atMost(LIMIT).until(() -> received.size() >= count && last.test(received.get(received.size() - 1)));
    }

    private static boolean registered(Connector<?, ?, ?, ?> connector) {
        Iterator<Connector<?, ?, ?, ?>> all = ConnectorRegistry.getRegisteredConnectorInstances();
        while (all.hasNext()) {
            if (all.next() == connector) {
                return true;
            }
        }
        return false;
    }

    /** Of one variable, whose browse name and those above repeat their path. */
    private static final class Variable extends AbstractConnectorOutputTypeTranslator<Object, Double> {

        @Override
        public Double to(Object source) throws IOException {
            ModelAccess access = getModelAccess();
            ModelAccess inner = access.stepInto("Objects").stepInto("BBTest").stepInto("Folder");
            double value = inner.getDouble("myVar");
            assertThat(inner.stepOut().stepOut().stepOut()).isSameAs(access);
            return value;
        }

        @Override
        public void initializeModelAccess() throws IOException {
            getModelAccess().useNotifications(false);
        }

        @Override
        public Class<? extends Object> getSourceType() {
            return Object.class;
        }

        @Override
        public Class<? extends Double> getTargetType() {
            return Double.class;
        }
    }

    /** OpcUaConnectorTest.testWithBrowsePath. */
    @Test
    void browseNamesThatRepeatTheirPathAreFound() throws IOException {
        List<Double> received = Collections.synchronizedList(new ArrayList<>());
        OpcUaConnector<Double, Command> connector =
                new OpcUaConnector<>(new TranslatingProtocolAdapter<>(new Variable(), new Input()));
        connector.enablePolling(false);
        connector.setReceptionCallback(into(received, Double.class));
        connector.connect(parameters().build());
        connector.request(true);
        connector.disconnect();
        assertThat(received).containsExactly(0.01);
    }
}
