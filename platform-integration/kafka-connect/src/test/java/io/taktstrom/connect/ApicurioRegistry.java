package io.taktstrom.connect;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.testkit.peer.ServerProcess;
import org.apache.kafka.connect.storage.Converter;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Apicurio Registry in a process of its own, and its converters; {@code TAKT_REGISTRY} names the folder of both. */
final class ApicurioRegistry implements AutoCloseable {

    static final String CONVERTERS = "io.apicurio.registry.utils.converter.";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern LISTENS = Pattern.compile("Listening on: (http://127\\.0\\.0\\.1:\\d+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ServerProcess process;
    private final String url;

    private ApicurioRegistry(ServerProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    private static Path peers() {
        return Path.of(Objects.requireNonNull(System.getenv("TAKT_REGISTRY"), "TAKT_REGISTRY"));
    }

    /** The folder that workers have in their {@code plugin.path}. */
    static Path plugins() {
        return peers().resolve("plugins");
    }

    /** @param folder of its log */
    static ApicurioRegistry start(Path folder) throws IOException {
        Path log = Files.createFile(folder.resolve("registry.log"));
        Path runner;
        try (var jars = Files.newDirectoryStream(peers().resolve("server"), "*-runner.jar")) {
            runner = jars.iterator().next();
        }
        ServerProcess process = ServerProcess.start(
                "Apicurio Registry",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=0",
                        "-jar",
                        runner.toString()),
                log,
                () -> LISTENS.matcher(Files.readString(log)).find());
        Matcher listens = LISTENS.matcher(Files.readString(log));
        assertThat(listens.find()).isTrue();
        return new ApicurioRegistry(process, listens.group(1) + "/apis/registry/v2");
    }

    String url() {
        return url;
    }

    /** Of all schemas. */
    void askForBackwardCompatibility() throws Exception {
        HttpResponse<String> answer =
                request("POST", "/admin/rules", "{\"type\": \"COMPATIBILITY\", \"config\": \"BACKWARD\"}");
        assertThat(answer.statusCode()).isEqualTo(204);
    }

    /** How many versions of its schema a subject has. */
    int versions(String group, String subject) throws Exception {
        String path = "/groups/" + group + "/artifacts/" + subject + "/versions";
        return JSON.readTree(request("GET", path, "").body()).get("count").asInt();
    }

    private HttpResponse<String> request(String method, String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A converter as another program has it. */
    Converter converter(String name) throws Exception {
        List<URL> urls = new ArrayList<>();
        try (var files = Files.newDirectoryStream(plugins().resolve("apicurio"))) {
            for (Path jar : files) {
                urls.add(jar.toUri().toURL());
            }
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), before);
        // As a worker does it: a configuration names classes.
        thread.setContextClassLoader(loader);
        try {
            Converter converter = Class.forName(CONVERTERS + name, true, loader)
                    .asSubclass(Converter.class)
                    .getConstructor()
                    .newInstance();
            converter.configure(
                    new HashMap<>(Map.of("apicurio.registry.url", url, "apicurio.registry.auto-register", "true")),
                    false);
            return converter;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
