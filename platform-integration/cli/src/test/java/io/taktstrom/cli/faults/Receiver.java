package io.taktstrom.cli.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.PostgresServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server of another project behind a proxy, which takes what takt publishes. One thread. */
interface Receiver extends AutoCloseable {

    JsonMapper JSON = new JsonMapper();

    /** Starts one. */
    @FunctionalInterface
    interface Starting {
        Receiver start() throws Exception;
    }

    /** All there are, by their names on the page. */
    static Map<String, Starting> all() {
        return new java.util.TreeMap<>(Map.of(
                "HTTP", OfHttp::new,
                "Kafka", OfKafka::new,
                "MQTT, QoS 1", () -> new OfMqtt(1),
                "PostgreSQL", OfPostgres::new,
                "AMQP (RabbitMQ)", OfAmqp::new));
    }

    FaultProxy proxy();

    /** The options of a sink that sends to it, in braces. */
    String options();

    /** What it has by now, in its order. */
    List<SeenSample> received() throws IOException;

    /** It goes, in the hardest way in which it keeps what it has acknowledged. */
    void kill() throws IOException;

    /** It starts again, with what is on its disk. */
    void restart() throws IOException;

    /** What {@link #kill} does. */
    default String crash() {
        return "it is killed (SIGKILL)";
    }

    /** Whether it drops what is sent again; otherwise a sample may come twice. */
    default boolean dropsRepeats() {
        return false;
    }

    @Override
    void close() throws IOException;

    private static FaultProxy proxy(int port) throws IOException {
        return FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
    }

    /** Python's own HTTP server, with a receiver of our tests on it. */
    final class OfHttp implements Receiver {

        private final PeerProcess peer = PeerProcess.start(
                "TAKT_PYTHON", "Python 3.9 or newer", Path.of("../sinks/http/src/test/interop/http_receiver.py"));
        private final FaultProxy proxy = Receiver.proxy(Integer.parseInt(peer.line("ok ")));

        OfHttp() throws IOException {}

        @Override
        public FaultProxy proxy() {
            return proxy;
        }

        @Override
        public String options() {
            return "type: http, url: \"http://127.0.0.1:" + proxy.address().getPort() + "/samples\", format: jsonl";
        }

        @Override
        public List<SeenSample> received() throws IOException {
            int count = Integer.parseInt(peer.tell("samples", "ok "));
            List<SeenSample> samples = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                samples.add(SeenSample.ofJson(peer.line("")));
            }
            return samples;
        }

        /** It answers, but with an error: what it has is in its memory. */
        @Override
        public void kill() throws IOException {
            peer.tell("status 503", "ok ");
        }

        @Override
        public void restart() throws IOException {
            peer.tell("status 0", "ok ");
        }

        @Override
        public String crash() {
            return "it answers 503";
        }

        @Override
        public boolean dropsRepeats() {
            return true;
        }

        @Override
        public void close() {
            proxy.close();
            peer.close();
        }
    }

    /** Mosquitto, heard by paho. */
    final class OfMqtt implements Receiver {

        private final int qos;
        private final Mosquitto broker =
                Mosquitto.start("persistence true", "persistence_location {folder}/", "autosave_interval 1");
        private final MqttPeer peer = MqttPeer.listenForGood(broker.address(), "faults", "#");
        private final FaultProxy proxy = FaultProxy.start(broker.address(), 1);

        OfMqtt(int qos) throws IOException {
            this.qos = qos;
        }

        @Override
        public FaultProxy proxy() {
            return proxy;
        }

        @Override
        public String options() {
            return "type: mqtt, url: \"mqtt://127.0.0.1:" + proxy.address().getPort() + "\", qos: " + qos;
        }

        @Override
        public List<SeenSample> received() throws IOException {
            return JSON.readTree(peer.messages())
                    .valueStream()
                    .map(message -> new String(
                            Base64.getDecoder().decode(message.get("payload").stringValue()), StandardCharsets.UTF_8))
                    .map(SeenSample::ofJson)
                    .toList();
        }

        @Override
        public String crash() {
            return "it is stopped (SIGTERM)";
        }

        @Override
        public void kill() {
            broker.stop();
        }

        @Override
        public void restart() throws IOException {
            broker.startAgain();
        }

        @Override
        public void close() throws IOException {
            proxy.close();
            peer.close();
            broker.close();
        }
    }

    /** Kafka, read by librdkafka. */
    final class OfKafka implements Receiver {

        private final KafkaBroker broker = KafkaBroker.start();
        private final BrokerReader reader = BrokerReader.ofKafka();

        OfKafka() throws IOException {
            broker.createTopic("faults", 1, Map.of());
        }

        @Override
        public FaultProxy proxy() {
            return broker.proxy();
        }

        @Override
        public String options() {
            return "type: kafka, brokers: \"" + broker.address() + "\", topic: faults";
        }

        @Override
        public List<SeenSample> received() throws IOException {
            return reader.read("read " + broker.directAddress() + " faults").stream()
                    .map(ReadMessage::text)
                    .map(SeenSample::ofJson)
                    .toList();
        }

        @Override
        public void kill() {
            broker.kill();
        }

        @Override
        public void restart() throws IOException {
            broker.restart();
        }

        @Override
        public void close() throws IOException {
            reader.close();
            broker.close();
        }
    }

    /** RabbitMQ with a queue on disk, emptied by pika. */
    final class OfAmqp implements Receiver {

        private final RabbitBroker broker = RabbitBroker.start();
        private BrokerReader reader = BrokerReader.ofAmqp(broker.directPort());
        private final List<SeenSample> taken = new ArrayList<>();

        OfAmqp() throws IOException {
            reader.tell("queue faults");
            reader.tell("bind faults amq.topic #");
        }

        @Override
        public FaultProxy proxy() {
            return broker.proxy();
        }

        @Override
        public String options() {
            return "type: amqp, url: \"amqp://127.0.0.1:"
                    + URI.create(broker.url()).getPort() + "\", exchange: amq.topic, routingKey: plc";
        }

        @Override
        public List<SeenSample> received() throws IOException {
            reader.read("take faults").stream()
                    .map(ReadMessage::text)
                    .map(SeenSample::ofJson)
                    .forEach(taken::add);
            return taken;
        }

        @Override
        public void kill() throws IOException {
            reader.close();
            broker.kill();
        }

        @Override
        public void restart() throws IOException {
            broker.restart();
            reader = BrokerReader.ofAmqp(broker.directPort());
        }

        @Override
        public void close() throws IOException {
            reader.close();
            broker.close();
        }
    }

    /** PostgreSQL, read by psql. */
    final class OfPostgres implements Receiver {

        private final PostgresServer server = PostgresServer.start(true);
        private final FaultProxy proxy = Receiver.proxy(server.port());

        OfPostgres() throws IOException {
            server.createDatabase("faults");
        }

        @Override
        public FaultProxy proxy() {
            return proxy;
        }

        @Override
        public String options() {
            return ("type: postgresql, host: 127.0.0.1, port: %d, database: faults, user: %s, password: \"${env:FAULTS_PASSWORD}\","
                            + " create: true")
                    .formatted(proxy.address().getPort(), PostgresServer.USER);
        }

        @Override
        public List<SeenSample> received() throws IOException {
            if (server.query("faults", "SELECT to_regclass('samples')").isEmpty()) {
                return List.of();
            }
            String rows = server.query(
                    "faults",
                    "SELECT json_build_array(point, coalesce(value_uint, value_int, value::bigint), status, received_at)"
                            + " FROM samples ORDER BY xmin::text::bigint, received_at, sequence, ctid");
            List<SeenSample> samples = new ArrayList<>();
            for (String row : rows.isEmpty() ? new String[0] : rows.split("\n")) {
                JsonNode json = JSON.readTree(row);
                samples.add(new SeenSample(
                        json.get(0).stringValue(),
                        json.get(1).isNull() ? -1 : json.get(1).longValue(),
                        json.get(2).stringValue(),
                        json.get(3).isNumber()
                                ? json.get(3).longValue()
                                : SeenSample.nanos(Instant.parse(json.get(3).stringValue()))));
            }
            return samples;
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void restart() throws IOException {
            server.restart();
        }

        @Override
        public void close() throws IOException {
            proxy.close();
            server.close();
        }
    }
}
