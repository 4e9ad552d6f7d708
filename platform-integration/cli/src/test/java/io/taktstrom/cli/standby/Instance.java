package io.taktstrom.cli.standby;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.cli.TaktProcess;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.peer.PostgresServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/** One {@code takt run} in a folder of its own, which reaches the database of the lease by a proxy of its own. One thread. */
final class Instance implements AutoCloseable {

    static final String TOKEN = "0123456789abcdef";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern METRICS = Pattern.compile("metrics at (http://127\\.0\\.0\\.1:\\d+)/metrics");
    private static final Pattern COMMANDS =
            Pattern.compile("commands from mes at (http://127\\.0\\.0\\.1:\\d+/commands)");

    /** A line of the sink, or of the audit. */
    record Line(Instant at, JsonNode json) {
        boolean isMarked() {
            return json.get("status").stringValue().contains("Overflow");
        }
    }

    final String name;
    final Path folder;
    final FaultProxy database;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private @Nullable TaktProcess process;

    Instance(Path parent, String name, PostgresServer server) throws IOException {
        this.name = name;
        folder = Files.createDirectories(parent.resolve(name));
        database = FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 1);
    }

    Path file() {
        return folder.resolve("plant.yaml");
    }

    void start() throws IOException {
        process = TaktProcess.start(
                folder,
                List.of("env", "JAVA_TOOL_OPTIONS=-Xmx96m"),
                "run",
                file().toString(),
                "--metrics",
                "127.0.0.1:0");
    }

    TaktProcess process() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process;
    }

    void signal(String signal) throws IOException, InterruptedException {
        process().signal(signal);
    }

    /** Nothing passes between it and the database, without an error. */
    void cut() {
        database.arm(new Fault.Stall(Direction.TO_SERVER, 0));
        database.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
    }

    private static @Nullable String last(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results()
                .map(MatchResult::group)
                .reduce((first, second) -> second)
                .map(found -> {
                    Matcher again = pattern.matcher(found);
                    return again.find() ? again.group(1) : null;
                })
                .orElse(null);
    }

    /** Where it serves its health. */
    String address() throws IOException {
        String address = last(METRICS, process().err());
        if (address == null) {
            throw new IOException(name + " serves nothing yet: " + process().err());
        }
        return address;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address() + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    JsonNode health() throws IOException, InterruptedException {
        return JSON.readTree(get("/health").body());
    }

    /** {@code active}, {@code standby}, or empty while it does not answer. */
    String role() throws InterruptedException {
        try {
            return health().at("/standby/role").asString("");
        } catch (IOException e) {
            return "";
        }
    }

    /** The journal. */
    String alarms() throws IOException {
        Path journal = folder.resolve("alarms.jsonl");
        return Files.exists(journal) ? Files.readString(journal) : "";
    }

    void awaitThat(String what, Callable<Boolean> enough) {
        await(what)
                .atMost(90, TimeUnit.SECONDS)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    if (!process().isAlive()) {
                        throw new AssertionError(name + " has ended while " + what + " was awaited: "
                                + process().err());
                    }
                    return enough.call();
                });
    }

    void awaitRole(String role) {
        awaitThat(name + " is " + role, () -> role().equals(role));
    }

    /** The condition of the last health, and the codes of its reasons. */
    String state() throws IOException, InterruptedException {
        JsonNode health = health();
        StringBuilder text = new StringBuilder(health.get("status").stringValue());
        health.get("reasons")
                .forEach(reason -> text.append(' ').append(reason.get("code").stringValue()));
        return text.toString();
    }

    private List<Line> lines(String path) throws IOException {
        Path file = folder.resolve(path);
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> !line.isBlank())
                .map(JSON::readTree)
                .map(json -> new Line(
                        Instant.parse(json.get(json.has("receivedAt") ? "receivedAt" : "time")
                                .stringValue()),
                        json))
                .toList();
    }

    /** What its sink has. */
    List<Line> samples() throws IOException {
        return lines("out.jsonl");
    }

    /** What it has written to the device, or may have; not what it found out in the last moment that it must not write. */
    List<Line> sent() throws IOException {
        Set<String> kept = audit().stream()
                .filter(line -> line.json().toString().contains("any more; nothing was sent"))
                .map(line -> line.json().get("id").stringValue())
                .collect(Collectors.toSet());
        return audit().stream()
                .filter(line -> line.json().get("event").stringValue().equals("sending"))
                .filter(line -> !kept.contains(line.json().get("id").stringValue()))
                .toList();
    }

    List<Line> audit() throws IOException {
        return lines("audit.jsonl");
    }

    /** Where it takes commands, or took them last. */
    String commands() throws IOException {
        String uri = last(COMMANDS, process().err());
        if (uri == null) {
            throw new IOException(name + " takes no commands: " + process().err());
        }
        return uri;
    }

    /** What becomes of a command, as JSON; an exception when it cannot be sent or is not answered. */
    CompletableFuture<String> command(String id, double value) throws IOException {
        String text = "{\"id\":\"" + id + "\",\"point\":\"cpu.setpoint\",\"value\":" + value + ",\"expires\":\""
                + Instant.now().plusSeconds(50) + "\"}";
        return http.sendAsync(
                        HttpRequest.newBuilder(URI.create(commands()))
                                .timeout(Duration.ofSeconds(60))
                                .header("Content-Type", "application/json")
                                .header("Authorization", "Bearer " + TOKEN)
                                .POST(HttpRequest.BodyPublishers.ofString(text))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    /** Ends it as systemd does; what it has printed. */
    String stop() throws Exception {
        signal("TERM");
        process().code();
        return process().out();
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        database.close();
    }
}
