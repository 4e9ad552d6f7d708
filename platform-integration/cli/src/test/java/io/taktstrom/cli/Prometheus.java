package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.ServerProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prometheus, by the program that {@code TAKT_PROMETHEUS} names: on a port of 127.0.0.1 and in a folder of its own. One thread. */
final class Prometheus implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final HeldPort port;
    private final Path folder;
    private final ServerProcess process;
    private final URI address;

    private Prometheus(HeldPort port, Path folder, ServerProcess process, URI address) {
        this.port = port;
        this.folder = folder;
        this.process = process;
        this.address = address;
    }

    private static String program() {
        return PeerProcess.required("TAKT_PROMETHEUS", "the program prometheus, with promtool beside it");
    }

    /** Starts one that scrapes a target each second, as job taktstrom, by these rules. */
    static Prometheus scraping(String target, Path rules) throws IOException {
        String program = program();
        Path folder = Files.createTempDirectory("prometheus");
        HeldPort port = new HeldPort();
        Path config =
                Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: taktstrom
                    static_configs: [{targets: ["%s"]}]
                """.formatted(rules.toAbsolutePath(), target));
        URI address = URI.create("http://127.0.0.1:" + port.number());
        ServerProcess process = ServerProcess.start(
                "Prometheus",
                List.of(
                        program,
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port.number()),
                folder.resolve("server.log"),
                () -> HttpClient.newHttpClient()
                                .send(
                                        HttpRequest.newBuilder(address.resolve("/-/ready"))
                                                .build(),
                                        HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200);
        return new Prometheus(port, folder, process, address);
    }

    /** What an expression gives now; an error fails the test. */
    List<JsonNode> query(String expression) throws IOException, InterruptedException {
        JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        return items(answer.at("/data/result"));
    }

    /** All rules, with how their last evaluation went. */
    List<JsonNode> rules() throws IOException, InterruptedException {
        return items(get("/api/v1/rules").at("/data/groups/0/rules"));
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(address + path)).build(), HttpResponse.BodyHandlers.ofString());
        JsonNode body = JSON.readTree(answer.body());
        if (!body.path("status").asString().equals("success")) {
            throw new AssertionError(path + ": " + answer.body());
        }
        return body;
    }

    private static List<JsonNode> items(JsonNode list) {
        List<JsonNode> items = new ArrayList<>();
        list.forEach(items::add);
        return items;
    }

    /** What promtool says; its exit code must be 0. */
    static String promtool(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(program()).resolveSibling("promtool").toString()));
        command.addAll(List.of(arguments));
        Process tool = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws IOException {
        process.close();
        port.close();
        ServerProcess.delete(folder);
    }
}
