package io.taktstrom.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.ServerProcess;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

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
public final class KafkaBroker extends Broker {

    public static final String USER = "takt";
    public static final String PASSWORD = "quo\"ted\\open-sesame";

    private static final String JAAS = "org.apache.kafka.common.security.";

    private final String clusterId = Uuid.randomUuid().toString();
    private final HeldPort direct = newPort();
    private final HeldPort secure = newPort();
    private final HeldPort controller = newPort();

    private KafkaBroker(Map<String, String> settings) throws IOException {
        super("kafka");
        Properties properties = KafkaProcess.settings(1, 1);
        properties.putAll(properties());
        properties.putAll(settings);
        try (var out = Files.newBufferedWriter(settingsFile())) {
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
        return started(new KafkaBroker(settings));
    }

    private Path settingsFile() {
        return file("server.properties");
    }

    private String log() {
        return file("data").toString();
    }

    private Map<String, String> properties() throws IOException {
        Map<String, String> all = new TreeMap<>();
        all.put("controller.quorum.bootstrap.servers", "127.0.0.1:" + controller.number());
        all.put(
                "listeners",
                "TESTED://127.0.0.1:%d,DIRECT://127.0.0.1:%d,SECURE://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(tested().number(), direct.number(), secure.number(), controller.number()));
        all.put(
                "advertised.listeners",
                "TESTED://127.0.0.1:%d,DIRECT://127.0.0.1:%d,SECURE://127.0.0.1:%d"
                        .formatted(proxy().address().getPort(), direct.number(), secure.number()));
        all.put(
                "listener.security.protocol.map",
                "TESTED:PLAINTEXT,DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL");
        all.put("log.dirs", log());
        all.put("share.coordinator.state.topic.replication.factor", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
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
        all.put(
                "listener.name.secure.ssl.keystore.key",
                Files.readString(certificate().key()));
        all.put(
                "listener.name.secure.ssl.keystore.certificate.chain",
                Files.readString(certificate().certificate()));
        all.put("listener.name.secure.ssl.truststore.type", "PEM");
        all.put(
                "listener.name.secure.ssl.truststore.certificates",
                Files.readString(certificate().ca()));
        all.put("listener.name.secure.ssl.client.auth", "requested");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The address for {@code brokers} of what is tested: the proxy's. */
    public String address() {
        return "127.0.0.1:" + proxy().address().getPort();
    }

    /** An address without a proxy. */
    public String directAddress() {
        return "127.0.0.1:" + direct.number();
    }

    /** An address with TLS and SASL. */
    public String secureAddress() {
        return "127.0.0.1:" + secure.number();
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

    @Override
    public void restart() throws IOException {
        List<String> command = KafkaProcess.command(512, settingsFile(), log(), clusterId);
        command.add("--standalone");
        for (String mechanism : List.of("SCRAM-SHA-256", "SCRAM-SHA-512")) {
            command.add("--add-scram");
            command.add(mechanism + "=[name=\"" + USER + "\",password=\"" + PASSWORD + "\"]");
        }
        try (Admin admin = admin()) {
            add(ServerProcess.start(
                    "Kafka",
                    command,
                    file("broker.log"),
                    () -> !admin.describeCluster()
                            .nodes()
                            .get(5, TimeUnit.SECONDS)
                            .isEmpty()));
        }
    }
}
