package io.taktstrom.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a page without a browser hears. */
final class Heard implements AutoCloseable {

    static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = new JsonMapper();

    private final URI base;
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    Heard(URI base) throws IOException, InterruptedException {
        this.base = base;
        response = HTTP.send(
                HttpRequest.newBuilder(base.resolve("/api/stream"))
                        .header("Accept", "text/event-stream")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /** The next event of a name, whatever others come before. */
    JsonNode next(String name) throws IOException {
        String event = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                event = line.substring("event: ".length());
            } else if (line.startsWith("data: ") && event.equals(name)) {
                return JSON.readTree(line.substring("data: ".length()));
            }
        }
        throw new AssertionError("the stream has ended without an event " + name);
    }

    /** Answers the first event, as a page does. */
    void show() throws IOException, InterruptedException {
        String page = next("hello").get("page").asString();
        post("/api/view", "{\"page\":\"%s\",\"search\":\"\",\"offset\":0,\"count\":10,\"plot\":[]}".formatted(page));
    }

    /** Posts JSON. */
    HttpResponse<String> post(String path, String json, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
