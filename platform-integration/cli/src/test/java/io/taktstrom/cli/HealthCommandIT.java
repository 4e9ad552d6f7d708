package io.taktstrom.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.terminal.PrintableText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt health} and what may answer it; with a real deployment see {@link HealthPagesIT}. */
class HealthCommandIT {

    private HttpServer server;
    private URI asked = URI.create("");

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpHandler handler) {
        server.createContext("/", exchange -> {
            asked = exchange.getRequestURI();
            handler.handle(exchange);
        });
    }

    private void answer(int code, String text) {
        answer(exchange -> send(exchange, code, text));
    }

    private static void send(HttpExchange exchange, int code, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Ran health(String... options) {
        return Ran.takt(Stream.concat(Stream.of("health", address()), Stream.of(options))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEGRADED", "DOWN", "OUT_OF_SERVICE"})
    void whatIsNotUpFails(String status) {
        answer(503, "{\"status\":\"" + status + "\"}");
        Ran ran = health();
        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.out()).isEqualTo(status + "\n");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void withoutAPathItAsksForHealthAndWithOneForThat() {
        answer(200, "{\"status\":\"UP\"}");
        assertThat(health().code()).isEqualTo(ExitCode.GOOD);
        assertThat(asked).hasToString("/health");
        Ran.takt("health", "http://" + address() + "/").expect(ExitCode.GOOD);
        assertThat(asked).hasToString("/health");
        assertThat(Ran.takt("health", "http://" + address() + "/health/live").out())
                .isEqualTo("UP\n");
        assertThat(asked).hasToString("/health/live");
    }

    @Test
    void onATerminalTheStatusHasAColour() {
        answer(200, "{\"status\":\"UP\"}");
        assertThat(Ran.taktOnTerminal("health", address()).out()).startsWith("\u001b[32mUP\u001b[0m");
    }

    @Test
    void whoDoesNotAnswerIsNamedWithWhatToDo() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Ran ran = Ran.takt("health", "127.0.0.1:" + free).expect(ExitCode.FAILED);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .contains("http://127.0.0.1:" + free + "/health does not answer", "--metrics 127.0.0.1:" + free)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<html>UP</html>", "", "null", "[]", "{}", "{\"status\":200}", "{\"status\":{}}", "{\"status\":"
            })
    void anotherServerThatListensThereIsReported(String text) {
        answer(200, text);
        Ran ran = health();
        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .contains("answers with 200, but not with a health report")
                .hasLineCount(1);
    }

    @Test
    void redirectsAreNotFollowed() {
        answer(exchange -> {
            exchange.getResponseHeaders().set("Location", "http://" + address() + "/other");
            send(exchange, 302, "");
        });
        assertThat(health().err()).contains("answers with 302");
        assertThat(asked).hasToString("/health");
    }

    @Test
    void anAnswerThatIsCutOffIsNone() {
        answer(exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write("{\"status\":\"UP\"".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("the process has ended");
        });
        Ran ran = health();
        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.err()).contains("does not answer: ").hasLineCount(1);
    }

    @Test
    void anAnswerThatHasNoEndIsReadToALimit() {
        answer(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] spaces = new byte[1 << 16];
            Arrays.fill(spaces, (byte) ' ');
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(spaces);
                }
            }
        });
        assertThat(health().err()).contains("but not with a health report");
    }

    @Test
    void eachPartSaysHowItDoes() {
        answer(503, """
                {"status": "DEGRADED", "at": "T", "reasons": [],
                 "connections": {"press1": {"status": "DEGRADED", "state": "CONNECTED", "since": "T1", "points": 4, "good": 3,
                   "lastGood": "T2", "reconnects": 2, "scanClasses": {
                     "fast": {"status": "UP", "good": 1, "waiting": 1, "bad": {}, "lastGood": "T2"},
                     "slow": {"status": "DEGRADED", "good": 1, "waiting": 0, "bad": {"Bad_NodeIdUnknown": 1},
                       "polls": 90, "overruns": 10, "latenessSeconds": 0.001234}}}},
                 "streams": {"all.plant": {"status": "UP", "received": 9, "published": 5, "buffered": 3, "dropped": {"late": 1}}},
                 "sinks": {"plant": {"status": "DEGRADED", "backlog": 3, "oldest": "T3"}}}
                """);
        assertThat(health().lines().stream().map(line -> line.strip().replaceAll(" {2,}", "|")))
                .contains(
                        "connection press1|DEGRADED|connected since T1, 3 of 4 points Good, last at T2, 2 reconnects",
                        "scan press1/fast|UP|1 of 2 points Good, last at T2",
                        "scan press1/slow|DEGRADED|1 of 2 points Good, last at no time, 90 reads, 10 skipped, 99 % at most"
                                + " 1.234 ms late",
                        "stream all.plant|UP|9 received, 5 published, 3 buffered, 1 dropped",
                        "sink plant|DEGRADED|3 waiting, the oldest since T3");
    }

    @Test
    void whatADeviceSaysMovesNoCursor() {
        String evil = new JsonMapper().writeValueAsString(HostileProvider.EVIL);
        answer(
                503,
                "{\"status\":\"DOWN\",\"at\":E,\"reasons\":[{\"since\":E,\"severity\":E,\"subject\":E,\"text\":E}],"
                                .replace("E", evil)
                        + "\"alarms\":{E:{\"active\":true,\"text\":E}},\"connections\":{E:{\"status\":E,\"lastGood\":E}}}"
                                .replace("E", evil));
        for (Ran ran : new Ran[] {health(), health("--json")}) {
            assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
            assertThat(ran.out()).contains("\\u009b");
            PrintableText.assertPrintable(ran.out());
            assertThat(ran.out().lines()).noneMatch(line -> line.strip().startsWith(HostileProvider.LIE));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plant.yaml",
                "9464",
                "ftp://127.0.0.1:9464",
                "http://",
                "127.0.0.1:none",
                "http://me:hunter2@h:1"
            })
    void whatIsNoAddressIsWrongUse(String address) {
        Ran ran = Ran.takt("health", address).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("write for example 127.0.0.1:9464").doesNotContain("hunter2");
    }
}
