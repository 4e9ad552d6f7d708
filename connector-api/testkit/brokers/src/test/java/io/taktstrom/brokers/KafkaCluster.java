package io.taktstrom.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.ServerProcess;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Kafka brokers that are their own controllers (KRaft), each in a JVM and a folder of its own. Each client machine has a way of its
 * own to all of them, which can be cut.
 *
 * <pre>
 *   client 0 --> proxies --> CLIENT0 \
 *   client 1 --> proxies --> CLIENT1  } each broker advertises to a client the way that is the client's
 *   readers ---------------> DIRECT  /   also between brokers
 * </pre>
 *
 * <p>One thread.
 */
public final class KafkaCluster implements AutoCloseable {

    private static final int MEGABYTES = 384;
    private static final String VOTED = "controller.quorum.voters";

    private final Path folder = Files.createTempDirectory("kafka-cluster");
    private final String clusterId = Uuid.randomUuid().toString();
    private final List<Node> nodes = new ArrayList<>();
    private final int clients;

    private final class Node {

        private final int id;
        private final HeldPort direct = new HeldPort();
        private final HeldPort controller = new HeldPort();
        private final List<HeldPort> ports = new ArrayList<>();
        private final List<FaultProxy> proxies = new ArrayList<>();
        private @Nullable ServerProcess process;

        Node(int id) throws IOException {
            this.id = id;
            for (int client = 0; client < clients; client++) {
                HeldPort port = new HeldPort();
                ports.add(port);
                proxies.add(FaultProxy.start(port.address(), 1));
            }
        }

        String direct() {
            return "127.0.0.1:" + direct.number();
        }

        String way(int client) {
            return "127.0.0.1:" + proxies.get(client).address().getPort();
        }

        Path file() throws IOException {
            StringBuilder listeners =
                    new StringBuilder("DIRECT://" + direct() + ",CONTROLLER://127.0.0.1:" + controller.number());
            StringBuilder advertised = new StringBuilder("DIRECT://" + direct());
            StringBuilder protocols = new StringBuilder("DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT");
            for (int client = 0; client < clients; client++) {
                listeners.append(",CLIENT%d://127.0.0.1:%d"
                        .formatted(client, ports.get(client).number()));
                advertised.append(",CLIENT%d://%s".formatted(client, way(client)));
                protocols.append(",CLIENT%d:PLAINTEXT".formatted(client));
            }
            Properties all = KafkaProcess.settings(id, nodes.size());
            all.put(VOTED, voters());
            all.put("listeners", listeners.toString());
            all.put("advertised.listeners", advertised.toString());
            all.put("listener.security.protocol.map", protocols.toString());
            all.put("log.dirs", folder.resolve("data" + id).toString());
            all.put("default.replication.factor", Integer.toString(nodes.size()));
            all.put("min.insync.replicas", Integer.toString(nodes.size() - 1));
            all.put("num.partitions", "1");
            // Who leads what changes when a broker dies, and at no other time.
            all.put("auto.leader.rebalance.enable", "false");
            Path file = folder.resolve("server" + id + ".properties");
            try (var out = Files.newBufferedWriter(file)) {
                all.store(out, null);
            }
            return file;
        }

        void start() throws IOException {
            process = ServerProcess.start(
                    "Kafka broker " + id,
                    KafkaProcess.command(
                            MEGABYTES, file(), folder.resolve("data" + id).toString(), clusterId),
                    folder.resolve("broker" + id + ".log"),
                    // None answers before most of them are there.
                    () -> true);
        }

        void kill() {
            if (process != null) {
                process.kill();
            }
            process = null;
        }

        void close() throws IOException {
            kill();
            proxies.forEach(FaultProxy::close);
            for (HeldPort port : ports) {
                port.close();
            }
            direct.close();
            controller.close();
        }
    }

    private KafkaCluster(int brokers, int clients) throws IOException {
        this.clients = clients;
        for (int id = 1; id <= brokers; id++) {
            nodes.add(new Node(id));
        }
    }

    /** Starts brokers; returns when all are there. */
    public static KafkaCluster start(int brokers, int clients) throws IOException {
        KafkaCluster cluster = new KafkaCluster(brokers, clients);
        try {
            for (Node node : cluster.nodes) {
                node.start();
            }
            cluster.awaitAll();
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void awaitAll() throws IOException {
        try (Admin admin = admin()) {
            Awaitility.await("Kafka cluster")
                    .atMost(3, TimeUnit.MINUTES)
                    .ignoreExceptions()
                    .until(() -> admin.describeCluster()
                                    .nodes()
                                    .get(10, TimeUnit.SECONDS)
                                    .size()
                            == nodes.size());
        }
    }

    private String voters() {
        return nodes.stream()
                .map(node -> node.id + "@127.0.0.1:" + node.controller.number())
                .collect(Collectors.joining(","));
    }

    /** The way of a client to all brokers. */
    public String address(int client) {
        return nodes.stream().map(node -> node.way(client)).collect(Collectors.joining(","));
    }

    /** A way that is never cut. */
    public String directAddress() {
        return nodes.stream().map(Node::direct).collect(Collectors.joining(","));
    }

    /** From now on nothing that a client sends or is sent arrives, without an error. */
    public void cut(int client) {
        for (Node node : nodes) {
            node.proxies.get(client).arm(new Fault.Stall(Direction.TO_SERVER, 0));
            node.proxies.get(client).arm(new Fault.Stall(Direction.TO_CLIENT, 0));
        }
    }

    /** The client's network is whole again. */
    public void heal(int client) {
        nodes.forEach(node -> node.proxies.get(client).clear());
    }

    /**
     * Makes a topic with one partition that all brokers have.
     *
     * @param leader the broker that leads it
     */
    public void createTopic(String name, int leader) throws IOException {
        List<Integer> replicas = IntStream.range(leader, leader + nodes.size())
                .mapToObj(i -> nodes.get(i % nodes.size()).id)
                .toList();
        try (Admin admin = admin()) {
            answer(admin.createTopics(List.of(new NewTopic(name, Map.of(0, replicas))))
                    .all());
        }
    }

    /** The broker that leads a topic with one partition. */
    public int leader(String topic) throws IOException {
        try (Admin admin = admin()) {
            return answer(admin.describeTopics(List.of(topic)).allTopicNames())
                            .values()
                            .iterator()
                            .next()
                            .partitions()
                            .get(0)
                            .leader()
                            .id()
                    - 1;
        }
    }

    /** The broker that coordinates groups of clients, once there is one. */
    public int coordinator() throws IOException {
        return leader("__consumer_offsets");
    }

    /** Any other broker. */
    public int otherThan(int broker) {
        return (broker + 1) % nodes.size();
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", directAddress()));
    }

    /** Waits for what brokers say to an administrator. */
    static <T> T answer(KafkaFuture<T> future) throws IOException {
        try {
            return future.get(1, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the brokers do not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** A broker is gone, as after a power failure. */
    public void kill(int broker) {
        nodes.get(broker).kill();
    }

    /** It comes back with what it had; returns when all are there again. */
    public void restart(int broker) throws IOException {
        nodes.get(broker).start();
        awaitAll();
    }

    @Override
    public void close() throws IOException {
        for (Node node : nodes) {
            node.close();
        }
        ServerProcess.delete(folder);
    }
}
