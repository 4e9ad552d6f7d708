package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers what browsers ask. Never waits for one.
 *
 * <pre>
 *   GET  /  /app/...  /lib/...   the page and its files
 *   GET  /api/stream             server-sent events: what the page shows, for as long as it is open
 *   POST /api/view               what of it can be seen: the search, the rows, the plotted points
 *   POST /api/write              a value for a point, with the token
 * </pre>
 */
final class PageHandler extends Handler.Abstract.NonBlocking {

    private static final int MAX_BODY_BYTES = 64 << 10;
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
    public boolean handle(Request request, Response response, Callback callback) {
        Visitors.addHeaders(response.getHeaders());
        String method = request.getMethod();
        Visitors.Refusal refusal = Visitors.refusal(method, request.getHeaders(), page.port());
        String path = Request.getPathInContext(request);
        if (refusal != null) {
            answer(response, callback, refusal.code(), JSON_TYPE, PageWrites.refusal(refusal.reason()));
        } else if (HttpMethod.GET.is(method) && path.equals("/api/stream")) {
            stream(request, response, callback);
        } else if (HttpMethod.GET.is(method) || HttpMethod.HEAD.is(method)) {
            file(path, request, response, callback);
        } else if (HttpMethod.POST.is(method)) {
            post(path, request, response, callback);
        } else {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
            answer(response, callback, 405, JSON_TYPE, PageWrites.refusal(method + " means nothing here"));
        }
        return true;
    }

    private void file(String path, Request request, Response response, Callback callback) {
        PageFiles.PageFile file = files.at(path);
        if (file == null) {
            answer(response, callback, 404, JSON_TYPE, PageWrites.refusal("there is nothing of this path"));
            return;
        }
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, file.type() + "; charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, file.bytes().remaining());
        boolean hasBody = HttpMethod.GET.is(request.getMethod());
        response.write(true, hasBody ? file.bytes() : null, callback);
    }

    private void stream(Request request, Response response, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        Viewer viewer = page.viewers().open(response, callback);
        if (viewer == null) {
            // With any other code than 200 a browser would not tell the page what it was told.
            byte[] full = Frames.event(
                    "full",
                    "{\"reason\":\"" + Viewers.MAX_OPEN
                            + " pages are open already, and no more may be; close one, this one tries again\"}");
            response.write(true, ByteBuffer.wrap(full), callback);
            return;
        }
        PageConnections.streaming(request);
        viewer.send(Frames.event("hello", page.hello(viewer.name())));
        page.hurry();
    }

    private void post(String path, Request request, Response response, Callback callback) {
        if (request.getLength() < 0 || request.getLength() > MAX_BODY_BYTES) {
            answer(
                    response,
                    callback,
                    413,
                    JSON_TYPE,
                    PageWrites.refusal("the request must say a length, of 64 KiB at most"));
            return;
        }
        RequestBody.read(
                request,
                (int) request.getLength(),
                body -> {
                    PageConnections.handling(request);
                    post(path, body, request, response, callback);
                },
                callback::failed);
    }

    private void post(String path, byte[] body, Request request, Response response, Callback callback) {
        try {
            switch (path) {
                case "/api/view" -> view(JSON.readValue(body, View.class), response, callback);
                case "/api/write" -> write(JSON.readValue(body, PageWrites.Wish.class), request, response, callback);
                default ->
                    answer(response, callback, 404, JSON_TYPE, PageWrites.refusal("there is nothing of this path"));
            }
        } catch (JacksonException e) {
            answer(response, callback, 400, JSON_TYPE, PageWrites.refusal("that is not the JSON that was expected"));
        }
    }

    private void view(@Nullable View view, Response response, Callback callback) {
        Viewer viewer = view == null ? null : page.viewers().named(view.page());
        if (viewer == null || view == null) {
            answer(response, callback, 404, JSON_TYPE, PageWrites.refusal("this page is not open; it opens anew"));
            return;
        }
        viewer.show(view);
        page.hurry();
        answer(response, callback, 200, JSON_TYPE, "{}");
    }

    private void write(PageWrites.@Nullable Wish wish, Request request, Response response, Callback callback) {
        PageWrites writes = page.writes();
        if (wish == null || wish.name() == null || wish.value() == null || writes == null) {
            answer(response, callback, 400, JSON_TYPE, PageWrites.refusal("name and value are wanted"));
            return;
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        writes.submit(
                wish,
                authorization == null ? "" : authorization,
                Request.getRemoteAddr(request) + ":" + Request.getRemotePort(request),
                (code, json) -> answer(response, callback, code, JSON_TYPE, json));
    }

    private static void answer(Response response, Callback callback, int code, String type, String text) {
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type + "; charset=utf-8");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }
}
