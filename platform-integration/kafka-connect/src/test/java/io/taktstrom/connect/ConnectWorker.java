package io.taktstrom.connect;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.ServerProcess;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A worker of Kafka Connect in distributed mode, in a JVM and a folder of its own. It has Connect's jars from the registry, and
 * Taktstrom only as a plug-in. One thread.
 */
final class ConnectWorker implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MEGABYTES = 384;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int CONFLICT = 409;
    private static final List<String> KINDS = List.of("config", "offset", "status");

    /** Stays behind: what a worker has said is what there is to look at when a test fails. */
    private final Path folder = Files.createTempDirectory(
                    Files.createDirectories(Path.of("target", "workers")), "worker")
            .toAbsolutePath();

    private final HeldPort port = new HeldPort();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final Map<String, String> settings = new TreeMap<>();
    private @Nullable ServerProcess process;

    /**
     * Not started yet.
     *
     * @param brokers addresses of one or more
     * @param replicas of Connect's own topics
     */
    ConnectWorker(String brokers, int replicas) throws IOException {
        settings.put("bootstrap.servers", brokers);
        settings.put("listeners", url());
        settings.put("plugin.path", Objects.requireNonNull(System.getProperty("takt.connect.plugin")));
        settings.put("plugin.discovery", "service_load");
        settings.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        settings.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        settings.put("value.converter.schemas.enable", "false");
        settings.put("offset.flush.interval.ms", "1000");
        settings.put("scheduled.rebalance.max.delay.ms", "0");
        for (String kind : KINDS) {
            settings.put(kind + ".storage.replication.factor", Integer.toString(replicas));
        }
        settings.put("offset.storage.partitions", "1");
        settings.put("status.storage.partitions", "1");
        inGroup("connect");
    }

    private String url() {
        return "http://127.0.0.1:" + port.number();
    }

    /** With others of this group, and topics that are the group's. */
    ConnectWorker inGroup(String name) {
        settings.put("group.id", name);
        KINDS.forEach(kind -> settings.put(kind + ".storage.topic", name + "-" + kind));
        return this;
    }

    ConnectWorker with(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** Starts it; returns when it answers. */
    ConnectWorker start() throws IOException {
        launch();
        awaitReady();
        return this;
    }

    /** Starts it, and does not wait. */
    void launch() throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        Path file = folder.resolve("worker.properties");
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        process = ServerProcess.start(
                "Connect worker",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + MEGABYTES + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Dtakt.log=INFO",
                        "-cp",
                        classPath(),
                        WorkerProcess.class.getName(),
                        file.toString()),
                folder.resolve("worker.log"),
                () -> true);
    }

    void awaitReady() {
        Awaitility.await("Connect worker")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .failFast("the worker ends:\n" + log(), () -> process == null)
                .until(() -> get("/connectors").isArray());
    }

    /** All that the tests have, but for what is ours: that comes as a plug-in, or not at all. */
    private static String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String ours = WorkerProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return Stream.concat(
                        Stream.of(ours),
                        Stream.of(all.split(File.pathSeparator, -1))
                                .filter(entry -> entry.endsWith(".jar"))
                                .filter(entry ->
                                        !isOurs(Path.of(entry).getFileName().toString())))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isOurs(String jar) {
        return jar.startsWith("taktstrom-") || jar.startsWith("connector-");
    }

    JsonNode get(String path) throws IOException {
        return request("GET", path, "");
    }

    JsonNode put(String path, Object body) throws IOException {
        return request("PUT", path, JSON.writeValueAsString(body));
    }

    JsonNode patch(String path, Object body) throws IOException {
        return request("PATCH", path, JSON.writeValueAsString(body));
    }

    JsonNode post(String path) throws IOException {
        return request("POST", path, "");
    }

    JsonNode delete(String path) throws IOException {
        return request("DELETE", path, "");
    }

    /** Asks again while workers are about to rebalance their tasks: then nothing was done. */
    private JsonNode request(String method, String path, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = Awaitility.await(method + " " + path)
                .pollDelay(Duration.ZERO)
                .atMost(LIMIT)
                .until(
                        () -> http.send(request, HttpResponse.BodyHandlers.ofString()),
                        is -> is.statusCode() != CONFLICT);
        if (answer.statusCode() >= 300) {
            throw new IOException(method + " " + path + " is answered by " + answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    /** The states of a connector and its tasks, on whatever workers: the connector's first. */
    List<String> states(String connector) throws IOException {
        JsonNode status = get("/connectors/" + connector + "/status");
        List<String> states = new ArrayList<>();
        states.add(status.get("connector").get("state").asString());
        status.get("tasks").forEach(task -> states.add(task.get("state").asString()));
        return states;
    }

    /**
     * Whether a task on this worker has begun this run of this connection, which is its only one. Connect's own status of a task may be
     * what a worker has said of it that was cut off meanwhile; what is published, and by whom, is not.
     */
    boolean hasBegun(long run, String connection) {
        return said().contains("run " + run + " with connections [" + connection + "]");
    }

    /** What it has said so far. */
    String said() {
        try {
            return Files.readString(folder.resolve("worker.log"));
        } catch (IOException e) {
            return "";
        }
    }

    /** The last of what it has said so far. */
    String log() {
        String said = said();
        return said.substring(Math.max(0, said.length() - 6_000));
    }

    /** What it has used so far. */
    ProcessCost cost() throws IOException {
        return ProcessCost.of(Objects.requireNonNull(process).pid());
    }

    /** It is gone, as after a power failure. */
    void kill() {
        if (process != null) {
            process.kill();
        }
        process = null;
    }

    @Override
    public void close() throws IOException {
        kill();
        port.close();
    }
}
