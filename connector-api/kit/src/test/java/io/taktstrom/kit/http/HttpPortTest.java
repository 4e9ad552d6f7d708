package io.taktstrom.kit.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What clients do that are slow, silent or hostile: whoever asks properly is answered all the same. */
class HttpPortTest {

    private static final int LIMIT_MILLIS = 30_000;
    private static final String LARGE = "x".repeat(4 << 20);

    private final ManualClock clock = new ManualClock(0);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Throwable> reported = new CopyOnWriteArrayList<>();
    private final AtomicBoolean fails = new AtomicBoolean();
    private HttpPort port;

    @BeforeEach
    void start() throws IOException {
        port = start(clock);
    }

    private HttpPort start(EpochNanoClock with) throws IOException {
        HttpPort started = HttpPort.ofPages(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new HostNames(List.of("X")),
                this::page,
                with,
                reported::add);
        started.start();
        return started;
    }

    private HttpAnswer page(HttpRequest request) {
        String path = request.path();
        if (path.equals("/broken") && fails.compareAndSet(true, false)) {
            throw new IllegalStateException("for a test");
        }
        return path.equals("/large")
                ? HttpAnswer.page(200, "text/plain", LARGE)
                : HttpAnswer.page(200, "text/plain", "at " + path);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        port.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.connect(port.address());
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    private Socket send(String text) throws IOException {
        Socket socket = connect();
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private String get(String path) throws IOException {
        return rest(send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n"));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void assertAnswers() throws IOException {
        assertThat(get("/metrics")).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nat /metrics");
    }

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
    void halfSentRequestsDisableNobodyAndEndWhenTheirTimeIsOver() throws IOException {
        List<Socket> half = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            half.add(send("GET /metrics HTTP/1.1\r\nHos"));
        }
        assertAnswers();
        clock.advance(Duration.ofSeconds(11));
        for (Socket socket : half) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertAnswers();
    }

    @Test
    void twoThousandIdleConnectionsGiveWayToWhoeverAsks() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            connect();
            // More often than the backlog is full: whoever finds it so waits for a second.
            if (i % 100 == 0) {
                assertAnswers();
            }
        }
        assertAnswers();
        assertThat(reported).isEmpty();
    }

    @Test
    void readersThatTakeNothingDisableNobodyAndEndWhenTheirTimeIsOver() throws IOException {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            slow.add(send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"));
        }
        for (Socket socket : slow) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        assertAnswers();
        clock.advance(Duration.ofSeconds(11));
        for (Socket socket : slow) {
            assertThat(taken(socket)).isLessThan(LARGE.length());
        }
    }

    /** Bytes until the end, or until the server breaks off. */
    private static long taken(Socket socket) {
        long taken = 0;
        try {
            InputStream in = socket.getInputStream();
            for (byte[] block = new byte[8192]; ; ) {
                int read = in.read(block);
                if (read < 0) {
                    return taken;
                }
                taken += read;
            }
        } catch (IOException e) {
            return taken;
        }
    }

    @Test
    void aRequestWithoutEndIsRefused() throws IOException {
        // More than it ever reads: what it did not read must not reset the connection before it has said why.
        Socket socket = send("GET / HTTP/1.1\r\nX: " + "y".repeat(16 * HttpPort.MAX_REQUEST_BYTES));
        assertThat(rest(socket)).startsWith("HTTP/1.1 431 ");
        assertAnswers();
    }

    /** Answers from a thread of its own, with what it was sent. */
    private HttpPort echo(Queue<HttpRequest> seen) throws IOException {
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> {
                    seen.add(request);
                    new Thread(() -> answer.accept(HttpAnswer.page(
                                    200, "text/plain", "got " + StandardCharsets.UTF_8.decode(request.body()))))
                            .start();
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 20),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
        return port;
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
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> answer.accept(request.path().equals("/broken") ? null : HttpAnswer.refusal(200)),
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 0),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
        assertThat(get("/broken")).isEmpty();
        assertThat(reported).hasSize(1);
        assertThat(get("/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void onlyTheFirstAnswerToARequestIsSent() throws IOException {
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> {
                    answer.accept(HttpAnswer.says(200, "first"));
                    answer.accept(HttpAnswer.says(200, "second"));
                    throw new IllegalStateException("for a test");
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 0),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
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

    @Test
    void aHandlerMayTakeLongerThanTheRequestAndItsAnswer() throws Exception {
        CompletableFuture<Consumer<HttpAnswer>> asked = new CompletableFuture<>();
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> asked.complete(answer),
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
        Socket waiting = send("GET / HTTP/1.1\r\n\r\n");
        Consumer<HttpAnswer> answer = asked.get();
        clock.advance(Duration.ofSeconds(50));
        Socket silent = connect();
        clock.advance(Duration.ofSeconds(9));
        answer.accept(HttpAnswer.page(200, "text/plain", LARGE));
        assertThat(waiting.getInputStream().read()).isEqualTo('H');
        clock.advance(Duration.ofSeconds(11));
        assertThat(silent.getInputStream().read()).isEqualTo(-1);
        assertThat(taken(waiting)).isLessThan(LARGE.length());
    }

    @Test
    void connectionsOfOneAddressDoNotDisplaceThoseOfAnother() throws IOException {
        Socket other = new Socket();
        sockets.add(other);
        other.bind(new InetSocketAddress("127.0.0.2", 0));
        other.connect(port.address());
        other.setSoTimeout(LIMIT_MILLIS);
        other.getOutputStream().write("GET /other HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 4 * HttpPort.MAX_CONNECTIONS; i++) {
            connect();
            assertAnswers();
        }
        other.getOutputStream().write("Host: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(rest(other)).endsWith("at /other");
    }

    @Test
    void aRequestThatIsBeingHandledIsNotDisplacedByIdleConnections() throws Exception {
        CompletableFuture<Consumer<HttpAnswer>> asked = new CompletableFuture<>();
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> {
                    if (!asked.complete(answer)) {
                        answer.accept(HttpAnswer.says(200, "at " + request.path()));
                    }
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
        Socket waiting = send("GET / HTTP/1.1\r\n\r\n");
        Consumer<HttpAnswer> answer = asked.get();
        for (int i = 0; i < 4 * HttpPort.MAX_CONNECTIONS; i++) {
            connect();
            assertThat(get("/next")).endsWith("at /next\n");
        }
        answer.accept(HttpAnswer.says(200, "late"));
        assertThat(rest(waiting)).endsWith("late\n");
    }

    /** Answers each request with a stream. */
    private Queue<HttpStream> streams() throws IOException {
        Queue<HttpStream> streams = new ConcurrentLinkedQueue<>();
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> {
                    HttpStream stream = new HttpStream();
                    stream.send("first;".getBytes(StandardCharsets.UTF_8));
                    answer.accept(HttpAnswer.streaming("X-Kind: stream\r\n", stream));
                    streams.add(stream);
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0, 2),
                "takt-test-http",
                clock,
                reported::add);
        port.start();
        return streams;
    }

    private static void awaitEnd(InputStream in, String end) throws IOException {
        StringBuilder got = new StringBuilder();
        while (got.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).as(got.toString()).isNotNegative();
            got.append((char) next);
        }
    }

    @Test
    void aStreamKeepsItsPlaceAndSendsUntilItIsClosed() throws IOException {
        Queue<HttpStream> streams = streams();
        Socket socket = send("GET / HTTP/1.1\r\n\r\n");
        awaitEnd(socket.getInputStream(), "X-Kind: stream\r\nConnection: close\r\n\r\nfirst;");
        HttpStream stream = streams.remove();
        await().until(stream::isTaken);
        clock.advance(Duration.ofHours(1));
        for (int i = 0; i < 10; i++) {
            connect();
        }
        stream.send("second;".getBytes(StandardCharsets.UTF_8));
        awaitEnd(socket.getInputStream(), "second;");
        stream.close();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        assertThat(reported).isEmpty();
    }

    @Test
    void aStreamEndsWhenItsClientGoesAndWhenItDoesNotTakeAFrame() throws IOException {
        Queue<HttpStream> streams = streams();
        Socket gone = send("GET / HTTP/1.1\r\n\r\n");
        awaitEnd(gone.getInputStream(), "first;");
        gone.close();
        await().until(streams.remove()::isClosed);
        Socket slow = send("GET / HTTP/1.1\r\n\r\n");
        awaitEnd(slow.getInputStream(), "first;");
        HttpStream stream = streams.remove();
        stream.send(LARGE.getBytes(StandardCharsets.US_ASCII));
        awaitEnd(slow.getInputStream(), "x");
        assertThat(stream.isTaken()).isFalse();
        clock.advance(Duration.ofSeconds(11));
        await().until(stream::isClosed);
        assertThat(taken(slow)).isLessThan(LARGE.length());
    }
}
