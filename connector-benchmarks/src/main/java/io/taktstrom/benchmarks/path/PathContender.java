package io.taktstrom.benchmarks.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.program.Programs;

/** A program that takes values from an OPC UA server to a broker of MQTT, and what it is told. */
enum PathContender {
    TAKTSTROM(PayloadShape.POINTS),
    TELEGRAF(PayloadShape.METRICS),
    PYTHON(PayloadShape.POINTS);

    /** All of them publish below it. */
    static final String TOPIC = "bench";

    private static final String JAR = "platform-integration/cli/target/takt.jar";

    private final PayloadShape shape;

    PathContender(PayloadShape shape) {
        this.shape = shape;
    }

    PayloadShape shape() {
        return shape;
    }

    /** As people read it. */
    String title() {
        return switch (this) {
            case TAKTSTROM -> "takt run";
            case TELEGRAF -> "Telegraf";
            case PYTHON -> "asyncua and paho";
        };
    }

    /** What it lacks. */
    Optional<String> missing() {
        return switch (this) {
            case TAKTSTROM -> Files.exists(Path.of(JAR)) ? Optional.empty() : Optional.of("no " + JAR);
            case TELEGRAF ->
                System.getenv("TAKT_TELEGRAF") == null
                        ? Optional.of("TAKT_TELEGRAF names no program")
                        : Optional.empty();
            case PYTHON ->
                Programs.hasPython()
                        ? Optional.empty()
                        : Optional.of("TAKT_PYTHON names no Python with asyncua and paho-mqtt");
        };
    }

    /**
     * The command, its configuration written into a folder.
     *
     * @param server host and port of the OPC UA server
     * @param port of the broker, here
     */
    List<String> command(String server, int port, PathLoad load, Path folder) throws IOException {
        return switch (this) {
            case TAKTSTROM ->
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-jar",
                        JAR,
                        "run",
                        Files.writeString(folder.resolve("bench.yaml"), deployment(server, port, load))
                                .toString());
            case TELEGRAF ->
                List.of(
                        String.valueOf(System.getenv("TAKT_TELEGRAF")),
                        "--config",
                        Files.writeString(folder.resolve("telegraf.conf"), telegraf(server, port, load))
                                .toString());
            case PYTHON ->
                Programs.python(
                        "asyncua_to_mqtt.py",
                        "opc.tcp://" + server + "/bench",
                        String.valueOf(load.items()),
                        String.valueOf(load.periodMillis()),
                        String.valueOf(port),
                        TOPIC);
        };
    }

    private static String deployment(String server, int port, PathLoad load) {
        String points = IntStream.range(0, load.items())
                .mapToObj(i -> "  - {id: i%d, on: server, address: \"nsu=urn:taktstrom:benchmark;s=i%d\", scan: all}\n"
                        .formatted(i, i))
                .collect(Collectors.joining());
        return """
                connections:
                  server: {type: opc.tcp, host: %s, port: %s, path: bench, security: none, queueSize: %d}
                scanClasses:
                  all: {mode: notify, cycle: %dms, maxDelay: %dms}
                points:
                %sstreams:
                  - {id: all, from: "i*", to: broker, ring: {onFull: dropOldest}}
                sinks:
                  broker: {type: mqtt, url: "mqtt://127.0.0.1:%d", topic: %s, format: json-array, fields: [point, value, sourceTime], timeFormat: epochNanos}
                """.formatted(
                        server.substring(0, server.indexOf(':')),
                        server.substring(server.indexOf(':') + 1),
                        PathLoad.QUEUE,
                        load.periodMillis(),
                        load.periodMillis(),
                        points,
                        port,
                        TOPIC);
    }

    /**
     * Its defaults, but for a flush as often as values come, and room for more than two seconds of them. The namespace is a
     * number: 1.37.2 does not resolve a URI.
     */
    private static String telegraf(String server, int port, PathLoad load) {
        String nodes = IntStream.range(0, load.items())
                .mapToObj(i -> """
                          [[inputs.opcua_listener.nodes]]
                            name = "i%d"
                            namespace = "1"
                            identifier_type = "s"
                            identifier = "i%d"
                            [inputs.opcua_listener.nodes.monitoring_params]
                              sampling_interval = "0s"
                              queue_size = %d
                              discard_oldest = true
                        """.formatted(i, i, PathLoad.QUEUE))
                .collect(Collectors.joining());
        return """
                [agent]
                  interval = "1s"
                  flush_interval = "%dms"
                  metric_batch_size = 1000
                  metric_buffer_limit = 100000
                  omit_hostname = true
                [[outputs.mqtt]]
                  servers = ["tcp://127.0.0.1:%d"]
                  topic = "%s"
                  qos = 1
                  layout = "batch"
                  data_format = "json"
                  json_timestamp_units = "1ns"
                [[inputs.opcua_listener]]
                  name = "opcua"
                  endpoint = "opc.tcp://%s/bench"
                  security_policy = "None"
                  security_mode = "None"
                  auth_method = "Anonymous"
                  timestamp = "source"
                  subscription_interval = "%dms"
                %s
                """.formatted(load.periodMillis(), port, TOPIC, server, load.periodMillis(), nodes);
    }
}
