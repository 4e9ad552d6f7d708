package io.taktstrom.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Clients that are slow, silent or many, and streams: a proper request is answered all the same. */
class HttpPortCrowdTest extends HttpPortFixture {

    @Test
    void halfSentRequestsHoldUpNoOtherAndEndAtTheirDeadline() throws IOException {
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
    void twoThousandIdleConnectionsGiveWayToARequest() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            connect();
            // More often than the backlog is full: a client that finds it full waits for a second.
            if (i % 100 == 0) {
                assertAnswers();
            }
        }
        assertAnswers();
        assertThat(reported).isEmpty();
    }

    @Test
    void readersThatTakeNothingHoldUpNoOtherAndEndAtTheirDeadline() throws IOException {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            slow.add(send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"));
        }
        for (Socket socket : slow) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        assertAnswers();
        clock.advance(Duration.ofSeconds(11));
        // Once the server answers, it has applied the deadline: only then may the slow readers read on.
        assertAnswers();
        for (Socket socket : slow) {
            assertThat(taken(socket)).isLessThan(LARGE.length());
        }
    }

    @Test
    void aHandlerMayTakeLongerThanTheRequestAndItsAnswer() throws Exception {
        CompletableFuture<Consumer<HttpAnswer>> asked = new CompletableFuture<>();
        serve(
                (request, answer) -> asked.complete(answer),
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0));
        Socket waiting = send("GET / HTTP/1.1\r\n\r\n");
        Consumer<HttpAnswer> answer = asked.get();
        clock.advance(Duration.ofSeconds(50));
        Socket silent = connect();
        clock.advance(Duration.ofSeconds(9));
        answer.accept(HttpAnswer.page(200, "text/plain", LARGE));
        assertThat(waiting.getInputStream().read()).isEqualTo('H');
        // The server may accept the silent connection only after a step of the clock.
        silent.setSoTimeout(100);
        await().until(() -> {
            clock.advance(Duration.ofSeconds(11));
            return hasEnded(silent);
        });
        assertThat(taken(waiting)).isLessThan(LARGE.length());
    }

    private static boolean hasEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        }
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
        serve(
                (request, answer) -> {
                    if (!asked.complete(answer)) {
                        answer.accept(HttpAnswer.says(200, "at " + request.path()));
                    }
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0));
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
        serve(
                (request, answer) -> {
                    HttpStream stream = new HttpStream();
                    stream.send("first;".getBytes(StandardCharsets.UTF_8));
                    answer.accept(HttpAnswer.streaming("X-Kind: stream\r\n", stream));
                    streams.add(stream);
                },
                new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 0, 2));
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
