package io.taktstrom.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.ServerProcess;
import io.taktstrom.testkit.TestCertificate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka broker that is its own controller (KRaft), in a JVM and a folder of its own, on ports of 127.0.0.1 that it keeps
 * when it is killed and comes back. Makes no topic by itself.
 *
 * <pre>
 *   clients --> proxy() --> TESTED  (advertises the proxy, so that no client finds a way around it)
 *   readers --------------> DIRECT
 *   clients --------------> SECURE  TLS and SASL: user {@value #USER}, password {@value #PASSWORD}
 * </pre>
 *
 * <p>One thread.
 */
public final class KafkaBroker implements AutoCloseable {

    public static final String USER = "takt";
    public static final String PASSWORD = "quo\"ted\\secret";

    private static final String JAAS = "org.apache.kafka.common.security.";

    private final Path folder = Files.createTempDirectory("kafka");
    private final String clusterId = Uuid.randomUuid().toString();
    private final HeldPort tested = new HeldPort();
    private final HeldPort direct = new HeldPort();
    private final HeldPort secure = new HeldPort();
    private final HeldPort controller = new HeldPort();
    private final FaultProxy proxy;
    private final TestCertificate certificate;
    private @Nullable ServerProcess process;

    private KafkaBroker(Map<String, String> settings) throws IOException {
        proxy = FaultProxy.start(tested.address(), 1);
        certificate = TestCertificate.create(folder, "server", "CN=localhost");
        Properties properties = new Properties();
        properties.putAll(properties());
        properties.putAll(settings);
        try (var out = Files.newBufferedWriter(file())) {
            properties.store(out, null);
        }
    }

    /** A broker that has an address, and is not there before {@link #restart}. */
    public static KafkaBroker away() throws IOException {
        return new KafkaBroker(Map.of());
    }

    /** Starts a broker; returns when it answers. */
    public static KafkaBroker start() throws IOException {
        return start(Map.of());
    }

    /**
     * Starts a broker that is set up otherwise.
     *
     * @param settings of the broker, which go before those of this class
     */
    public static KafkaBroker start(Map<String, String> settings) throws IOException {
        KafkaBroker broker = new KafkaBroker(settings);
        try {
            broker.restart();
            return broker;
        } catch (IOException | RuntimeException | Error e) {
            broker.close();
            throw e;
        }
    }

    private Path file() {
        return folder.resolve("server.properties");
    }

    private String log() {
        return folder.resolve("data").toString();
    }

    private Map<String, String> properties() throws IOException {
        Map<String, String> all = new TreeMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.bootstrap.servers", "127.0.0.1:" + controller.number());
        all.put("controller.listener.names", "CONTROLLER");
        all.put("inter.broker.listener.name", "DIRECT");
        all.put(
                "listeners",
                "TESTED://127.0.0.1:%d,DIRECT://127.0.0.1:%d,SECURE://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(tested.number(), direct.number(), secure.number(), controller.number()));
        all.put(
                "advertised.listeners",
                "TESTED://127.0.0.1:%d,DIRECT://127.0.0.1:%d,SECURE://127.0.0.1:%d"
                        .formatted(proxy.address().getPort(), direct.number(), secure.number()));
        all.put(
                "listener.security.protocol.map",
                "TESTED:PLAINTEXT,DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL");
        all.put("log.dirs", log());
        all.put("auto.create.topics.enable", "false");
        // One broker is all there is, and a test's data are few.
        for (String kind : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            all.put(kind + ".replication.factor", "1");
            all.put(kind + ".num.partitions", "1");
        }
        all.put("transaction.state.log.min.isr", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("num.network.threads", "1");
        all.put("num.io.threads", "2");
        all.put("log.cleaner.enable", "false");
        secureListener(all);
        return all;
    }

    private void secureListener(Map<String, String> all) throws IOException {
        String user = "username=\"" + USER + "\" password=" + quoted(PASSWORD);
        all.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512");
        all.put(
                "listener.name.secure.plain.sasl.jaas.config",
                JAAS + "plain.PlainLoginModule required " + user + " user_" + USER + "=" + quoted(PASSWORD) + ";");
        for (String mechanism : List.of("scram-sha-256", "scram-sha-512")) {
            all.put(
                    "listener.name.secure." + mechanism + ".sasl.jaas.config",
                    JAAS + "scram.ScramLoginModule required;");
        }
        all.put("listener.name.secure.ssl.keystore.type", "PEM");
        all.put("listener.name.secure.ssl.keystore.key", Files.readString(certificate.key()));
        all.put("listener.name.secure.ssl.keystore.certificate.chain", Files.readString(certificate.certificate()));
        all.put("listener.name.secure.ssl.truststore.type", "PEM");
        all.put("listener.name.secure.ssl.truststore.certificates", Files.readString(certificate.ca()));
        all.put("listener.name.secure.ssl.client.auth", "requested");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The address for {@code brokers} of what is tested: the proxy's. */
    public String address() {
        return "127.0.0.1:" + proxy.address().getPort();
    }

    /** An address without a proxy. */
    public String directAddress() {
        return "127.0.0.1:" + direct.number();
    }

    /** An address with TLS and SASL. */
    public String secureAddress() {
        return "127.0.0.1:" + secure.number();
    }

    /** Where faults happen. */
    public FaultProxy proxy() {
        return proxy;
    }

    /** What the broker shows at {@link #secureAddress}, and which clients it trusts there. */
    public TestCertificate certificate() {
        return certificate;
    }

    /** Makes a topic, and returns when the broker has it. */
    public void createTopic(String name, int partitions, Map<String, String> settings) throws IOException {
        try (Admin admin = admin()) {
            KafkaCluster.answer(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)))
                    .all());
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", directAddress(), "enable.metrics.push", "false"));
    }

    /** It is gone, as after a power failure, with what it has on its disk. */
    public void kill() {
        if (process != null) {
            process.kill();
        }
        process = null;
    }

    /** It comes back with what it had. */
    public void restart() throws IOException {
        List<String> command = KafkaProcess.command(512, file(), log(), clusterId);
        command.add("--standalone");
        for (String mechanism : List.of("SCRAM-SHA-256", "SCRAM-SHA-512")) {
            command.add("--add-scram");
            command.add(mechanism + "=[name=\"" + USER + "\",password=\"" + PASSWORD + "\"]");
        }
        try (Admin admin = admin()) {
            process = ServerProcess.start(
                    "Kafka",
                    command,
                    folder.resolve("broker.log"),
                    () -> !admin.describeCluster()
                            .nodes()
                            .get(5, TimeUnit.SECONDS)
                            .isEmpty());
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        proxy.close();
        for (HeldPort port : List.of(tested, direct, secure, controller)) {
            port.close();
        }
        ServerProcess.delete(folder);
    }
}
