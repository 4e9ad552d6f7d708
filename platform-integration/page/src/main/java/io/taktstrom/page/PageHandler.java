package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.taktstrom.http.HttpAnswer;
import io.taktstrom.http.HttpHandler;
import io.taktstrom.http.HttpRequest;
import io.taktstrom.http.HttpStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers the requests of browsers. Does not block.
 *
 * <pre>
 *   GET  /  /app/...  /lib/...   the page and its files
 *   GET  /api/stream             server-sent events: what the page shows, for as long as it is open
 *   POST /api/view               what of it can be seen: the search, the rows, the plotted points
 *   POST /api/write              a value for a point, with the token
 * </pre>
 */
final class PageHandler implements HttpHandler {

    static final int MAX_BODY_BYTES = 64 << 10;
    private static final String JSON_TYPE = "application/json";
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(4)
                            .maxDocumentLength(MAX_BODY_BYTES)
                            .build())
                    .build())
            .build();

    private final PageFiles files = new PageFiles();
    private final LivePage page;

    PageHandler(LivePage page) {
        this.page = page;
    }

    @Override
    public void handle(HttpRequest request, Consumer<HttpAnswer> answer) {
        RequestPolicy.Refusal refusal = RequestPolicy.refusal(request, page.port());
        if (refusal != null) {
            answer.accept(refused(refusal.code(), refusal.reason()));
            return;
        }
        switch (request.method()) {
            case "GET", "HEAD" -> {
                if (request.method().equals("GET") && request.path().equals("/api/stream")) {
                    stream(answer);
                } else {
                    answer.accept(file(request.path()));
                }
            }
            case "POST" -> post(request, answer);
            default ->
                answer.accept(new HttpAnswer(
                        405,
                        headers(JSON_TYPE) + "Allow: GET, HEAD, POST\r\n",
                        PageWrites.refusal("method " + request.method() + " is not supported")));
        }
    }

    private HttpAnswer file(String path) {
        PageFiles.PageFile file = files.at(path);
        return file == null
                ? refused(404, "not found: " + path)
                : new HttpAnswer(200, headers(file.type()), file.text());
    }

    private void stream(Consumer<HttpAnswer> answer) {
        HttpStream stream = new HttpStream();
        Viewer viewer = page.viewers().open(stream);
        if (viewer == null) {
            // With any other code than 200 a browser does not pass the reason to the page.
            answer.accept(new HttpAnswer(
                    200,
                    headers("text/event-stream"),
                    PageFrames.text(
                            "full",
                            "{\"reason\":\"" + Viewers.MAX_OPEN
                                    + " pages are open already (maximum " + Viewers.MAX_OPEN
                                    + "); close one, this one tries again\"}")));
            return;
        }
        viewer.send(PageFrames.event("hello", page.hello(viewer.name())));
        answer.accept(HttpAnswer.streaming(headers("text/event-stream"), stream));
        page.hurry();
    }

    private void post(HttpRequest request, Consumer<HttpAnswer> answer) {
        byte[] body = bytes(request.body());
        try {
            switch (request.path()) {
                case "/api/view" -> answer.accept(view(JSON.readValue(body, View.class)));
                case "/api/write" -> write(JSON.readValue(body, PageWrites.WriteRequest.class), request, answer);
                default -> answer.accept(refused(404, "not found: " + request.path()));
            }
        } catch (JacksonException e) {
            answer.accept(refused(400, "the request is not the expected JSON"));
        }
    }

    private static byte[] bytes(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        return bytes;
    }

    private HttpAnswer view(@Nullable View view) {
        Viewer viewer = view == null ? null : page.viewers().named(view.page());
        if (viewer == null || view == null) {
            return refused(404, "this page is not open; it opens again by itself");
        }
        viewer.show(view);
        page.hurry();
        return json(200, "{}");
    }

    private void write(PageWrites.@Nullable WriteRequest wish, HttpRequest request, Consumer<HttpAnswer> answer) {
        PageWrites writes = page.writes();
        if (wish == null || wish.name() == null || wish.value() == null || writes == null) {
            answer.accept(refused(400, "name and value are required"));
            return;
        }
        writes.submit(
                wish, request.header("authorization"), request.peer(), (code, json) -> answer.accept(json(code, json)));
    }

    private static HttpAnswer refused(int code, String reason) {
        return json(code, PageWrites.refusal(reason));
    }

    private static HttpAnswer json(int code, String text) {
        return new HttpAnswer(code, headers(JSON_TYPE), text);
    }

    private static String headers(String type) {
        return "Content-Type: " + type + "; charset=utf-8\r\n" + RequestPolicy.HEADERS;
    }
}
