package io.taktstrom.page;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.page.access.Logins.AccessFiles;
import io.taktstrom.page.access.PageUser;
import io.taktstrom.page.access.Passwords;
import io.taktstrom.page.access.Role;
import io.taktstrom.page.access.UserFile;
import io.taktstrom.testkit.peer.TestCertificate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** A user of each role, a certificate, and a client. The name of a user is that of the role. */
final class PageUsers {

    static final String PASSWORD = "correct open-sesame battery";

    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final AccessFiles files;
    private final HttpClient http;

    PageUsers(Path folder) throws IOException {
        this.folder = folder;
        TestCertificate certificate = TestCertificate.create(folder, "page", "CN=page");
        files = new AccessFiles(folder.resolve("page.users"), certificate.certificate(), certificate.key());
        for (Role role : Role.values()) {
            UserFile.put(files.users(), new PageUser(role.text(), role, Passwords.hash(PASSWORD)));
        }
        http = HttpClient.newBuilder().sslContext(certificate.client()).build();
    }

    AccessFiles files() {
        return files;
    }

    /** A plant whose users may write. */
    Plant plant(List<PointConfig> points, @Nullable String token) throws IOException {
        PageSettings settings = new PageSettings(InetAddress.getLoopbackAddress(), 0, "plant.yaml", token, files, true);
        return new Plant(folder.resolve("run"), Duration.ofMillis(20), points, Plant.Parts.SIMPLE, settings);
    }

    Path audit() {
        return folder.resolve("run").resolve("audit.jsonl");
    }

    /** What is answered; of a stream the head alone. */
    record Answer(int code, String body, HttpHeaders headers) {}

    /** Someone at the page, logged in or not. */
    final class Client {

        private final URI base;
        private String cookie = "";
        private String csrfToken = "";

        Client(Plant plant) {
            base = plant.page().address();
        }

        Answer login(String name, String password) throws IOException, InterruptedException {
            Answer answer = send(
                    "POST",
                    "/api/login",
                    JSON.writeValueAsString(Map.of("name", name, "password", password)),
                    origin());
            answer.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
            if (answer.code() == 200) {
                csrfToken = session().get("csrfToken").asString();
            }
            return answer;
        }

        JsonNode session() throws IOException, InterruptedException {
            return JSON.readTree(send("GET", "/api/session", "").body());
        }

        String origin() {
            return "Origin: " + base.toString().replaceFirst("/$", "");
        }

        String cookie() {
            return cookie;
        }

        /** As the page sends it. */
        Answer ask(String method, String path, String body) throws IOException, InterruptedException {
            return send(method, path, body, origin(), "X-CSRF-Token: " + csrfToken);
        }

        /** With these headers and the cookie alone. */
        Answer send(String method, String path, String body, String... headers)
                throws IOException, InterruptedException {
            HttpRequest request = request(method, path, body, headers);
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                boolean isStream =
                        answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
                String text = isStream ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(text).as("an answer shows a secret").doesNotContain("open-sesame");
                return new Answer(answer.statusCode(), text, answer.headers());
            }
        }

        /** The events of the stream, line by line, until it ends. */
        void listen(Consumer<String> lines) throws IOException, InterruptedException {
            http.send(request("GET", "/api/stream", ""), HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .forEach(lines);
        }

        private HttpRequest request(String method, String path, String body, String... headers) {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                    .version(HttpClient.Version.HTTP_1_1)
                    .timeout(Duration.ofSeconds(60))
                    .header("Content-Type", "application/json");
            if (!cookie.isEmpty()) {
                request.header("Cookie", cookie);
            }
            for (String header : headers) {
                int colon = header.indexOf(':');
                request.header(
                        header.substring(0, colon), header.substring(colon + 1).strip());
            }
            return request.method(
                            method,
                            method.equals("GET")
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(body))
                    .build();
        }
    }
}
