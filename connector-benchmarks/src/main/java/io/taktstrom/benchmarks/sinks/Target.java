package io.taktstrom.benchmarks.sinks;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.sinks.format.Field;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.TimeFormat;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.peer.InfluxServer;
import io.taktstrom.testkit.peer.PostgresServer;

/** A receiver, and how our sink is set up for it: its defaults, but for what stands here. */
enum Target {
    MQTT("mqtt", PayloadFormat.JSON),
    MQTT_COLUMNS("mqtt", PayloadFormat.COLUMNS),
    KAFKA("kafka", PayloadFormat.JSON),
    KAFKA_COLUMNS("kafka", PayloadFormat.COLUMNS),
    AMQP("amqp", PayloadFormat.JSON),
    POSTGRESQL("postgresql", PayloadFormat.VALUE),
    INFLUXDB("influxdb", PayloadFormat.VALUE),
    HTTP("http", PayloadFormat.JSON_ARRAY),
    JSONL("jsonl", PayloadFormat.JSON_LINES),
    CSV("csv", PayloadFormat.CSV),
    PARQUET("parquet", PayloadFormat.VALUE);

    static final String TOPIC = "samples";
    static final String DATABASE = "bench";

    private static final String LOCALHOST = "127.0.0.1:";
    private static final int MOST_IN_QUEUE = 100_000;

    private final String type;
    private final PayloadFormat format;

    /** @param format of payloads; {@code VALUE} where the receiver has a form of its own */
    Target(String type, PayloadFormat format) {
        this.type = type;
        this.format = format;
    }

    /** The type of our sink. */
    String type() {
        return type;
    }

    PayloadFormat format() {
        return format;
    }

    /** A receiver that runs. */
    record Served(String address, Closeable server) implements Closeable {
        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** Starts the receiver. */
    Served serve() throws Exception {
        return switch (this) {
            case MQTT, MQTT_COLUMNS -> {
                // Nagle's algorithm would hold messages back until the last one is acknowledged.
                Mosquitto broker = Mosquitto.start("set_tcp_nodelay true");
                yield new Served(LOCALHOST + broker.address().getPort(), broker::close);
            }
            case KAFKA, KAFKA_COLUMNS -> {
                KafkaBroker broker = KafkaBroker.start();
                broker.createTopic(TOPIC, 1, Map.of());
                yield new Served(broker.directAddress(), broker::close);
            }
            case AMQP -> {
                RabbitBroker broker = RabbitBroker.start();
                makeQueue(broker.directPort());
                yield new Served(LOCALHOST + broker.directPort(), broker::close);
            }
            case POSTGRESQL -> {
                PostgresServer server = PostgresServer.start(true);
                server.createDatabase(DATABASE);
                yield new Served(LOCALHOST + server.port(), server::close);
            }
            case INFLUXDB -> {
                InfluxServer server = InfluxServer.start(false);
                makeDatabase(server.port());
                yield new Served(LOCALHOST + server.port(), server::close);
            }
            case HTTP -> throw new IllegalArgumentException("DrainServer serves " + this);
            case JSONL, CSV, PARQUET -> {
                Path folder = Files.createTempDirectory("takt-bench-sink");
                yield new Served(folder.toString(), () -> delete(folder));
            }
        };
    }

    /** Takes all, and keeps the latest. */
    private static void makeQueue(int port) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port);
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(TOPIC, true, false, false, Map.of("x-max-length", MOST_IN_QUEUE));
            channel.queueBind(TOPIC, "amq.topic", "#");
        }
    }

    private static void makeDatabase(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + LOCALHOST + port + "/query"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("q=CREATE DATABASE " + DATABASE))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("cannot make a database: " + answer.body());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** What our sink is told. */
    Map<String, String> options(String address) {
        return switch (this) {
            case MQTT -> Map.of("url", "mqtt://" + address, "topic", "plant/{point/}");
            case MQTT_COLUMNS -> Map.of("url", "mqtt://" + address, "topic", "plant", "format", format.word());
            case KAFKA -> Map.of("brokers", address, "topic", TOPIC);
            case KAFKA_COLUMNS ->
                Map.of("brokers", address, "topic", TOPIC, "key", "{connection}", "format", format.word());
            case AMQP -> Map.of("url", "amqp://" + address);
            case POSTGRESQL ->
                Map.of(
                        "host",
                        "127.0.0.1",
                        "port",
                        portOf(address),
                        "database",
                        DATABASE,
                        "user",
                        PostgresServer.USER,
                        "password",
                        PostgresServer.PASSWORD,
                        "create",
                        "true");
            case INFLUXDB -> Map.of("url", "http://" + address, "database", DATABASE, "gzip", "false");
            case HTTP -> Map.of("url", "http://" + address + "/");
            case JSONL -> Map.of("path", address + "/taktstrom.jsonl");
            case CSV -> Map.of("path", address + "/taktstrom.csv");
            // Lines that become Parquet.
            case PARQUET ->
                Map.of(
                        "path",
                        address + "/lines.jsonl",
                        "fields",
                        String.join(", ", Field.keys()),
                        "timeFormat",
                        TimeFormat.EPOCH_NANOS.word());
        };
    }

    static String portOf(String address) {
        return address.substring(address.lastIndexOf(':') + 1);
    }
}
