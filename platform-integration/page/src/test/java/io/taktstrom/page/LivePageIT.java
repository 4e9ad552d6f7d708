package io.taktstrom.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** The page as programs see it that are no browser. */
class LivePageIT {

    private static final String HOSTILE = "<script>alert(1)</script>\u001b[31m\u202e\n";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static Plant plant;

    private static List<PointConfig> points() {
        List<PointConfig> points = new ArrayList<>(List.of(
                Plant.point("press1.force", "force", null, "kN", Map.of("kind", "force")),
                Plant.point("press1.ram", "ram", null, "mm", Map.of()),
                Plant.point("press1.broken", "bad.sensor", null, "", Map.of()),
                Plant.point("press1.text", HOSTILE, StringType.string(200), "", Map.of())));
        for (int i = 0; i < 60; i++) {
            points.add(Plant.point("press1.axis" + i, "axis" + i, null, "mm", Map.of()));
        }
        return points;
    }

    @BeforeAll
    static void start() throws IOException {
        plant = Plant.writable(folder, Duration.ofMillis(10), points(), 0);
    }

    @AfterAll
    static void stop() {
        assertThat(plant.troubles()).isEmpty();
        plant.close();
    }

    private static HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(plant.page().address().resolve(path)).timeout(LONG);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return Heard.HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void thePageAndAllThatItNeedsComeFromHereWithAStrictPolicy() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("style=")
                .contains("<noscript>");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains(
                                "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                        .doesNotContain("unsafe"));
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(page.headers().firstValue("Server")).isEmpty();
        for (String path :
                List.of("/app/main.js", "/app/page.css", "/app/mark.svg", "/lib/uplot.js", "/lib/uplot.css")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(200);
        }
        for (String path : List.of(
                "/app/../LivePage.class", "/app/%2e%2e/LivePage.class", "/etc/passwd", "/app/none.js", "/lib/")) {
            assertThat(get(path).statusCode()).as(path).isIn(400, 404);
        }
    }

    @Test
    void whoAsksForAnotherHostIsTurnedAway() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), plant.page().port())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: plant.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 421 ");
        }
    }

    @Test
    void aPageFromElsewhereIsTurnedAway() throws Exception {
        assertThat(get("/api/stream", "Origin", "http://plant.example").statusCode())
                .isEqualTo(403);
    }

    @Test
    void aPageHearsHowThingsAreAndItsRowsAreThoseThatItShows() throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            String page = heard.next("hello").get("page").asString();
            JsonNode overview = heard.next("overview");
            assertThat(overview.get("title").asString()).isEqualTo("plant.yaml");
            assertThat(overview.get("flow").get("nodes")).hasSize(4);
            assertThat(overview.get("lost").asLong()).isZero();
            JsonNode account = overview.get("accounting").get(0);
            long dropped = 0;
            for (JsonNode reason : account.get("dropped")) {
                dropped += reason.asLong();
            }
            assertThat(account.get("received").asLong())
                    .isEqualTo(account.get("published").asLong()
                            + account.get("buffered").asLong()
                            + dropped);
            assertThat(heard.next("rows").get("total").asInt()).isEqualTo(64);
            heard.post(
                    "/api/view",
                    "{\"page\":\"%s\",\"search\":\"kind=force\",\"offset\":0,\"count\":10,\"plot\":[\"press1.force\"]}"
                            .formatted(page));
            JsonNode past = heard.next("past");
            assertThat(past.get("series").get(0).get("key").asString()).isEqualTo("press1.force");
            JsonNode rows = heard.next("rows");
            assertThat(rows.get("matched").asInt()).isEqualTo(1);
            assertThat(rows.get("rows").get(0).get("name").asString()).isEqualTo("press1.force");
            assertThat(heard.next("plotted").get("values").get(0).isNumber()).isTrue();
        }
    }

    @Test
    void whatADeviceSaysIsShownWithoutWhatHidesOrTurns() throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            for (JsonNode rows = heard.next("rows"); ; rows = heard.next("rows")) {
                String value = rows.get("rows").get(3).get("value").asString();
                if (!value.isEmpty()) {
                    assertThat(value).isEqualTo("<script>alert(1)</script>\\u001b[31m\\u202e\\n");
                    assertThat(rows.get("rows").get(2).get("severity").asString())
                            .isEqualTo("bad");
                    return;
                }
            }
        }
    }

    @Test
    void fiftyPagesAreServedAndTheNextIsToldWhyItIsNot() throws Exception {
        List<Heard> open = new ArrayList<>();
        try {
            // Pages of other tests hold their places until the server notices that they are closed.
            await().atMost(LONG).until(() -> plant.page().viewers().all().isEmpty());
            for (int i = 0; i <= Viewers.MAX_OPEN; i++) {
                open.add(new Heard(plant.page().address()));
                if (i < Viewers.MAX_OPEN) {
                    open.get(i).show();
                }
            }
            assertThat(open.get(Viewers.MAX_OPEN).next("full").get("reason").asString())
                    .contains("50 pages are open already");
            for (Heard heard : open.subList(0, Viewers.MAX_OPEN - 10)) {
                heard.next("rows");
            }
        } finally {
            for (Heard heard : open) {
                heard.close();
            }
        }
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET / HTTP/1.1\r\nHos",
                "POST /api/view HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
            })
    void halfSentRequestsKeepNoPageOut(String half) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
        try {
            for (int i = 0; i < LivePage.MAX_CONNECTIONS + 50; i++) {
                sockets.add(plant.send(half));
            }
            // A byte each second: none of them is idle.
            Future<?> dripping =
                    drip.scheduleAtFixedRate(() -> sockets.forEach(LivePageIT::sendByte), 0, 1, TimeUnit.SECONDS);
            assertThat(get("/app/main.js").statusCode()).isEqualTo(200);
            try (Heard heard = new Heard(plant.page().address())) {
                heard.next("rows");
            }
            assertThat(dripping.isDone()).isFalse();
        } finally {
            drip.shutdownNow();
            assertThat(drip.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            close(sockets);
        }
    }

    private static void sendByte(Socket socket) {
        try {
            socket.getOutputStream().write('x');
        } catch (IOException e) {
            // Closed by the server, as it should be.
        }
    }

    @Test
    void streamsThatAreNotReadKeepNoPageOut() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (Heard first = new Heard(plant.page().address())) {
            first.show();
            for (int i = 0; i < 2 * Viewers.MAX_OPEN; i++) {
                Socket socket = plant.send("GET /api/stream HTTP/1.1\r\nHost: HOST\r\n\r\n");
                sockets.add(socket);
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            try (Heard heard = new Heard(plant.page().address())) {
                heard.show();
                heard.next("rows");
            }
            first.next("rows");
        } finally {
            close(sockets);
        }
    }

    @Test
    void aBrowserThatTakesNothingHoldsUpNeitherThePipelineNorTheOtherPages() throws Exception {
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(1024);
            slow.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), plant.page().port()));
            slow.getOutputStream()
                    .write(("GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:"
                                    + plant.page().port() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            await().atMost(LONG)
                    .until(() -> plant.page().viewers().all().stream().anyMatch(viewer -> viewer.dropped() > 3));
            long published = plant.accounting().published();
            try (Heard heard = new Heard(plant.page().address())) {
                heard.next("rows");
                heard.next("overview");
            }
            await().atMost(LONG).until(() -> plant.accounting().published() > published);
        }
    }

    @Test
    void aPageThatIsOpenedWhileTheDeploymentIsReadAgainShowsOneOrTheOther() throws Exception {
        try (Plant other = Plant.of(folder.resolve("reloaded"), Duration.ofMillis(10), points().subList(0, 2))) {
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Void> reloads = CompletableFuture.runAsync(() -> {
                for (int i = 0; !enough.get(); i++) {
                    reload(other, 2 + i % 2);
                }
            });
            try {
                for (int page = 0; page < 20; page++) {
                    assertThat(pointsOnANewPage(other)).isBetween(2, 3);
                }
            } finally {
                enough.set(true);
                reloads.join();
            }
            reload(other, 4);
            try (Heard heard = new Heard(other.page().address())) {
                await().atMost(LONG).until(() -> heard.next("rows").get("total").asInt() == 4);
            }
            assertThat(other.troubles()).isEmpty();
        }
    }

    private static void reload(Plant plant, int count) {
        try {
            plant.reload(points().subList(0, count));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int pointsOnANewPage(Plant plant) throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            assertThat(heard.next("overview").get("title").asString()).isEqualTo("plant.yaml");
            return heard.next("rows").get("total").asInt();
        }
    }

    @Test
    void nothingIsWrittenWithoutTheToken() throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            String wish = "{\"name\":\"press1.ram\",\"value\":\"12.5\"}";
            assertThat(heard.post("/api/write", wish).statusCode()).isEqualTo(401);
            assertThat(heard.post("/api/write", wish, "Authorization", "Bearer another")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(heard.post(
                                    "/api/write",
                                    wish,
                                    "Authorization",
                                    "Bearer " + Plant.TOKEN,
                                    "Origin",
                                    "http://plant.example")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void whatIsWrittenWithTheTokenGoesThroughTheGateAndReachesTheDevice() throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            HttpResponse<String> done = heard.post(
                    "/api/write",
                    "{\"name\":\"press1.ram\",\"value\":\"12.5\"}",
                    "Authorization",
                    "Bearer " + Plant.TOKEN);
            assertThat(done.body()).contains("\"outcome\":\"done\"");
            HttpResponse<String> refused = heard.post(
                    "/api/write", "{\"name\":\"unknown\",\"value\":\"1\"}", "Authorization", "Bearer " + Plant.TOKEN);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("the file lists no point unknown");
        }
    }

    @Test
    void aReadOnlyPageSaysSo() throws Exception {
        try (Plant other = Plant.of(folder.resolve("readonly"), Duration.ofMillis(50), points().subList(0, 1));
                Heard heard = new Heard(other.page().address())) {
            assertThat(heard.post(
                                    "/api/write",
                                    "{\"name\":\"press1.force\",\"value\":\"1\"}",
                                    "Authorization",
                                    "Bearer x")
                            .body())
                    .contains("read-only");
        }
    }

    @Test
    void whatIsNoRequestIsAnsweredWithoutHarm() throws Exception {
        try (Heard heard = new Heard(plant.page().address())) {
            assertThat(heard.post("/api/view", "{\"page\":").statusCode()).isEqualTo(400);
            assertThat(heard.post("/api/view", "null").statusCode()).isEqualTo(404);
            assertThat(heard.post("/api/view", "{\"page\":\"unknown\"}").statusCode())
                    .isEqualTo(404);
            assertThat(heard.post("/api/write", "{}").statusCode()).isEqualTo(400);
            assertThat(heard.post("/api/view", "x".repeat(100_000)).statusCode())
                    .isEqualTo(413);
            heard.next("rows");
        }
    }

    @Test
    void aPortThatIsTakenIsNamedWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> LivePage.bind(
                            PageSettings.readOnly(taken.getLocalPort(), "x"), EpochNanoClock.system(), text -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("--ui=PORT");
        }
    }
}
