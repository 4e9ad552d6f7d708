package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.taktstrom.http.HttpAnswer;
import io.taktstrom.http.HttpHandler;
import io.taktstrom.http.HttpRequest;
import io.taktstrom.http.HttpStream;
import io.taktstrom.page.access.Logins;
import io.taktstrom.page.access.Role;
import io.taktstrom.page.access.Session;
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
 *   GET  /api/session            who is logged in
 *   POST /api/login  /api/logout
 *   GET  /api/stream             server-sent events: what the page shows, for as long as it is open
 *   POST /api/view               what of it can be seen: the search, the rows, the plotted points
 *   POST /api/write              a value for a point, by an operator or with the token
 *   GET  /api/alarms             how they stand
 *   POST /api/alarms             acknowledges or shelves some, by an operator or with the token
 *   POST /api/reload             reads the deployment file again
 * </pre>
 */
final class PageHandler implements HttpHandler {

    static final int MAX_BODY_BYTES = 64 << 10;
    /** With the token of the session. A page of another site can neither read the token nor send the header without asking first. */
    static final String CSRF_HEADER = "x-csrf-token";

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
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
        Logins logins = page.logins();
        RequestPolicy.Refusal refusal = logins == null
                ? RequestPolicy.refusal(request, page.port())
                : RequestPolicy.refusal(request, logins.tls());
        if (refusal != null) {
            answer.accept(refused(refusal.code(), refusal.reason()));
            return;
        }
        if (!METHODS.contains(request.method())) {
            answer.accept(new HttpAnswer(
                    405,
                    headers(JSON_TYPE) + "Allow: GET, HEAD, POST\r\n",
                    PageWrites.refusal("method " + request.method() + " is not supported")));
            return;
        }
        Route route = Route.of(request.method(), request.path());
        Session session = logins == null ? null : logins.session(request.header("cookie"));
        if (route == null) {
            answer.accept(notFound(request));
            return;
        }
        HttpAnswer refused = refusal(route, session, request);
        if (refused != null) {
            answer.accept(refused);
            return;
        }
        try {
            answer(route, session, request, answer);
        } catch (JacksonException e) {
            answer.accept(refused(400, "the request is not the expected JSON"));
        }
    }

    /** Null when the one who asks may. */
    private @Nullable HttpAnswer refusal(Route route, @Nullable Session session, HttpRequest request) {
        Role role = route.role();
        // A machine that writes: its token is compared where it is needed.
        boolean hasToken =
                route.takesToken() && !request.header("authorization").isEmpty();
        Logins logins = page.logins();
        if (role == null || hasToken) {
            return null;
        }
        if (logins == null) {
            return role == Role.ADMIN || route == Route.LOGOUT
                    ? refused(403, "this needs a page with users; start with --ui-users")
                    : null;
        }
        if (session == null) {
            return refused(401, "log in first");
        }
        if (!session.user().role().includes(role)) {
            logins.refuse(
                    session,
                    request.peer(),
                    session.user().role() + " may not ask for " + route.path() + ", which needs the role " + role);
            return refused(403, "the role " + session.user().role() + " may not do this; it needs the role " + role);
        }
        if (route.method().equals("POST")
                && (request.header("origin").isEmpty() || !session.hasCsrfToken(request.header(CSRF_HEADER)))) {
            return refused(403, "this request does not come from the page; load it again");
        }
        return null;
    }

    private void answer(Route route, @Nullable Session session, HttpRequest request, Consumer<HttpAnswer> answer) {
        switch (route) {
            case FILE -> answer.accept(file(request));
            case SESSION -> answer.accept(session(session));
            case LOGIN -> login(JSON.readValue(bytes(request.body()), LoginRequest.class), session, request, answer);
            case LOGOUT -> {
                Logins logins = page.logins();
                String headers = logins == null || session == null ? "" : logins.logout(session, request.peer());
                answer.accept(json(200, "{}", headers));
            }
            case STREAM -> stream(session, answer);
            case VIEW -> answer.accept(view(JSON.readValue(bytes(request.body()), View.class)));
            case WRITE ->
                write(JSON.readValue(bytes(request.body()), PageWrites.WriteRequest.class), session, request, answer);
            case ALARMS -> answer.accept(alarms(request));
            case HANDLE_ALARMS ->
                handle(JSON.readValue(bytes(request.body()), PageAlarms.Wish.class), session, request, answer);
            case RELOAD -> reload(session, request, answer);
        }
    }

    /** A name and a password. */
    record LoginRequest(String name, String password) {}

    private void login(
            @Nullable LoginRequest wish, @Nullable Session session, HttpRequest request, Consumer<HttpAnswer> answer) {
        Logins logins = page.logins();
        if (logins == null || wish == null || wish.name() == null || wish.password() == null) {
            answer.accept(logins == null ? notFound(request) : refused(400, "name and password are required"));
            return;
        }
        if (request.header("origin").isEmpty()) {
            answer.accept(refused(403, "this request does not come from the page; load it again"));
            return;
        }
        if (session != null) {
            logins.logout(session, request.peer());
        }
        logins.login(
                wish.name(),
                wish.password(),
                request.peer(),
                outcome -> answer.accept(json(
                        outcome.code(),
                        outcome.code() == 200 ? "{}" : PageWrites.refusal(outcome.detail()),
                        outcome.headers())));
    }

    /** Who asks; without a name when a login is needed. */
    private HttpAnswer session(@Nullable Session session) {
        if (page.logins() == null) {
            return json(200, "{\"users\":false}");
        }
        if (session == null) {
            return json(200, "{\"users\":true}");
        }
        return json(
                200,
                JSON.writeValueAsString(Map.of(
                        "users", true,
                        "name", session.user().name(),
                        "role", session.user().role().text(),
                        "csrfToken", session.csrfToken())));
    }

    private void reload(@Nullable Session session, HttpRequest request, Consumer<HttpAnswer> answer) {
        PageActions actions = page.actions();
        Logins logins = page.logins();
        if (actions == null || logins == null || session == null) {
            answer.accept(refused(403, "this process does not reload"));
            return;
        }
        actions.reload(result -> {
            logins.note(session, request.peer(), "reload", result);
            answer.accept(json(200, JSON.writeValueAsString(Map.of("result", result))));
        });
    }

    private static HttpAnswer notFound(HttpRequest request) {
        return refused(404, "not found: " + request.path());
    }

    private HttpAnswer file(HttpRequest request) {
        PageFiles.PageFile file = files.at(request.path());
        return file == null ? notFound(request) : new HttpAnswer(200, headers(file.type()), file.text());
    }

    private void stream(@Nullable Session session, Consumer<HttpAnswer> answer) {
        HttpStream stream = new HttpStream();
        Viewer viewer = page.viewers().open(stream, session);
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

    private void write(
            PageWrites.@Nullable WriteRequest wish,
            @Nullable Session session,
            HttpRequest request,
            Consumer<HttpAnswer> answer) {
        PageWrites writes = page.writes();
        if (wish == null || wish.name() == null || wish.value() == null || writes == null) {
            answer.accept(refused(400, "name and value are required"));
            return;
        }
        String token = request.header("authorization");
        boolean isOfUser = session != null && token.isEmpty();
        writes.submit(
                wish,
                isOfUser,
                token,
                session == null || !isOfUser ? request.peer() : Logins.who(session, request.peer()),
                (code, json) -> answer.accept(json(code, json)));
    }

    private HttpAnswer alarms(HttpRequest request) {
        PageAlarms alarms = page.alarms();
        PageWrites writes = page.writes();
        String token = request.header("authorization");
        if (alarms == null || writes == null || (!token.isEmpty() && !writes.isToken(token))) {
            return refused(401, "that is not the token");
        }
        return json(200, alarms.list());
    }

    private void handle(
            PageAlarms.@Nullable Wish wish,
            @Nullable Session session,
            HttpRequest request,
            Consumer<HttpAnswer> answer) {
        PageAlarms alarms = page.alarms();
        PageWrites writes = page.writes();
        if (wish == null || wish.action() == null || wish.alarms() == null || alarms == null || writes == null) {
            answer.accept(refused(400, "action and alarms are required"));
            return;
        }
        String token = request.header("authorization");
        boolean isOfUser = session != null && token.isEmpty();
        if (!isOfUser && !writes.isToken(token)) {
            page.access().turnAway(request.peer(), "it did not give the token");
            answer.accept(refused(
                    401, writes.hasToken() ? "that is not the token" : "alarms are handled with a token: --ui-write"));
            return;
        }
        alarms.handle(
                wish,
                session == null || !isOfUser ? "token at " + request.peer() : Logins.who(session, request.peer()),
                (code, json) -> answer.accept(json(code, json)));
    }

    private static HttpAnswer refused(int code, String reason) {
        return json(code, PageWrites.refusal(reason));
    }

    private static HttpAnswer json(int code, String text) {
        return json(code, text, "");
    }

    private static HttpAnswer json(int code, String text, String more) {
        return new HttpAnswer(code, headers(JSON_TYPE) + more, text);
    }

    private static String headers(String type) {
        return "Content-Type: " + type + "; charset=utf-8\r\n" + RequestPolicy.HEADERS;
    }
}
