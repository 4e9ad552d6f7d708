package io.taktstrom.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests and answers, malformed requests and failing handlers among them. */
class HttpPortTest extends HttpPortFixture {

    @Test
    void aPageIsAnsweredWithItsLengthAndTheConnectionEnds() throws IOException {
        assertThat(get("/metrics?x=1"))
                .contains("Content-Length: 11\r\n")
                .contains("Connection: close\r\n")
                .endsWith("at /metrics");
        assertThat(get("/large")).hasSizeGreaterThan(LARGE.length()).endsWith(LARGE);
    }

    @ParameterizedTest
    @CsvSource({"'POST / HTTP/1.1',405", "'GET /',400", "'GET / SPDY/3',400", "'',400", "'GET  / HTTP/1.1',400"})
    void whatIsNeitherGetNorHeadIsRefused(String line, int code) throws IOException {
        assertThat(rest(send(line + "\r\nHost: x\r\n\r\n"))).startsWith("HTTP/1.1 " + code + " ");
    }

    @Test
    void headIsToldWhatGetWouldBeWithoutItsBody() throws IOException {
        assertThat(rest(send("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n")))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Length: 11\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void whoPostsIsToldWhatWorksWhateverItSends() throws IOException {
        assertThat(rest(send("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b")))
                .startsWith("HTTP/1.1 405 ")
                .contains("Allow: GET, HEAD\r\n");
    }

    /** By DNS a web page can make its own name lead here; the browser says in Host whom it means. */
    @ParameterizedTest
    @CsvSource({
        "x,200",
        "X:9464,200",
        "LocalHost:1,200",
        "127.0.0.1,200",
        "127.0.0.1:9464,200",
        "[::1]:9464,200",
        "evil.example,421",
        "localhost.evil.example,421",
        "'',421"
    })
    void whoCallsItByAnotherNameIsRefused(String host, int code) throws IOException {
        assertThat(rest(send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))).startsWith("HTTP/1.1 " + code + " ");
    }

    @Test
    void whoDoesNotSayHowItCallsUsIsRefused() throws IOException {
        assertThat(rest(send("GET / HTTP/1.1\r\n\r\n"))).startsWith("HTTP/1.1 421 ");
    }

    @Test
    void aRequestMayComeByteByByte() throws IOException {
        Socket socket = connect();
        socket.setTcpNoDelay(true);
        for (byte b : "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
            socket.getOutputStream().write(b);
        }
        assertThat(rest(socket)).endsWith("at /slow");
    }

    @Test
    void aRequestWithoutEndIsRefused() throws IOException {
        // More than it ever reads: what it did not read must not reset the connection before it has said why.
        Socket socket = send("GET / HTTP/1.1\r\nX: " + "y".repeat(16 * HttpPort.MAX_REQUEST_BYTES));
        assertThat(rest(socket)).startsWith("HTTP/1.1 431 ");
        assertAnswers();
    }

    /** Answers from a thread of its own, with what it was sent. */
    private void echo(Queue<HttpRequest> seen) throws IOException {
        serve(
                (request, answer) -> {
                    seen.add(request);
                    new Thread(() -> answer.accept(HttpAnswer.page(
                                    200, "text/plain", "got " + StandardCharsets.UTF_8.decode(request.body()))))
                            .start();
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 20));
    }

    @Test
    void aBodyMayComeByteByByteAndTheAnswerLaterFromAnotherThread() throws IOException {
        Queue<HttpRequest> seen = new ConcurrentLinkedQueue<>();
        echo(seen);
        Socket socket = connect();
        socket.setTcpNoDelay(true);
        for (byte b : "POST /c?q HTTP/1.1\r\nHost: a\r\nX-Y:  1 \r\nx-y: 2\r\nContent-Length: 5\r\n\r\nhello"
                .getBytes(StandardCharsets.US_ASCII)) {
            socket.getOutputStream().write(b);
        }
        assertThat(rest(socket)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("got hello");
        HttpRequest request = seen.remove();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/c");
        assertThat(request.header("x-y")).isEqualTo("1, 2");
        assertThat(request.peer()).startsWith("127.0.0.1:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Length: 21|413",
                "Content-Length: 99999999999999999999|400",
                "Content-Length: -1|400",
                "Content-Length: 2|400",
                "Content-Length: 3\\nContent-Length: 4|400",
                "Transfer-Encoding: chunked|411",
                "Content-Length : 3|400",
                "X: 1\\n folded: 2|400"
            })
    void whatCouldBeReadInTwoWaysIsRefused(String headers, int code) throws IOException {
        Queue<HttpRequest> seen = new ConcurrentLinkedQueue<>();
        echo(seen);
        Socket socket = send("POST / HTTP/1.1\r\n" + headers.replace("\\n", "\r\n") + "\r\n\r\nabc");
        assertThat(rest(socket)).startsWith("HTTP/1.1 " + code + " ");
        assertThat(seen).isEmpty();
    }

    @Test
    void whoAsksWhetherToGoOnIsTold() throws IOException {
        echo(new ConcurrentLinkedQueue<>());
        Socket socket = send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        assertThat(new String(socket.getInputStream().readNBytes(25), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        socket.getOutputStream().write(new byte[] {'o', 'k'});
        assertThat(rest(socket)).endsWith("got ok");
    }

    /** The clock stands still: a port that pauses after a failure would never answer again. */
    @Test
    void afterAFailedPageTheClientGets500AndTheNextRequestIsServedAtOnce() throws IOException {
        for (int i = 1; i <= 9; i++) {
            fails.set(true);
            assertThat(get("/broken")).startsWith("HTTP/1.1 500 Internal Server Error\r\n");
            assertThat(reported).hasSize(i);
            assertAnswers();
        }
    }

    @Test
    void aFailureWhileAnAnswerIsSentEndsThatConnectionOnly() throws IOException {
        serve(
                (request, answer) -> answer.accept(request.path().equals("/broken") ? null : HttpAnswer.refusal(200)),
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 0));
        assertThat(get("/broken")).isEmpty();
        assertThat(reported).hasSize(1);
        assertThat(get("/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void onlyTheFirstAnswerToARequestIsSent() throws IOException {
        serve(
                (request, answer) -> {
                    answer.accept(HttpAnswer.says(200, "first"));
                    answer.accept(HttpAnswer.says(200, "second"));
                    throw new IllegalStateException("for a test");
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 0));
        assertThat(get("/")).startsWith("HTTP/1.1 200 ").endsWith("first\n");
    }

    @Test
    void aRequestThatArrivesTooSlowlyEndsLongBeforeTheTimeOfItsHandler() throws IOException {
        Queue<HttpRequest> seen = new ConcurrentLinkedQueue<>();
        echo(seen);
        Socket head = send("POST / HTTP/1.1\r\nHost: x\r\n");
        Socket body = send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        body.getInputStream().readNBytes(25);
        clock.advance(Duration.ofSeconds(11));
        assertThat(head.getInputStream().read()).isEqualTo(-1);
        assertThat(body.getInputStream().read()).isEqualTo(-1);
        assertThat(seen).isEmpty();
    }
}
