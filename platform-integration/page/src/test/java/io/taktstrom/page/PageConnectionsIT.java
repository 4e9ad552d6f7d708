package io.taktstrom.page;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.testkit.ManualClock;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Deadlines of the steps of a request, on a clock that the test sets. */
class PageConnectionsIT {

    private static final int LIMIT_MILLIS = 30_000;

    private final ManualClock clock = new ManualClock(0);
    private final List<Socket> sockets = new ArrayList<>();
    private PageServer server;
    private final AtomicInteger handled = new AtomicInteger();

    /** Reads the body, and answers requests to /now only. */
    private final class Slow extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Source.asString(request, StandardCharsets.UTF_8, new Promise<>() {
                @Override
                public void succeeded(String body) {
                    String path = Request.getPathInContext(request);
                    if (path.equals("/handling")) {
                        PageConnections.handling(request);
                    } else if (path.equals("/stream")) {
                        PageConnections.streaming(request);
                    } else if (path.equals("/now")) {
                        callback.succeeded();
                    }
                    handled.incrementAndGet();
                }

                @Override
                public void failed(Throwable failure) {
                    callback.failed(failure);
                }
            });
            return true;
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = PageServer.bind(0, new Slow(), clock);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private Socket send(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        sockets.add(socket);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void awaitHandled(int count) {
        await().until(() -> handled.get() == count);
    }

    private void advance(Duration by) {
        clock.advance(by);
        server.connections().closeOverdue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{"})
    void aRequestThatDoesNotArriveInTimeIsClosed(String half) throws IOException {
        Socket socket = send(half);
        await().until(() -> server.connections().size() == 1);
        advance(Duration.ofSeconds(9));
        assertThat(server.connections().size()).isEqualTo(1);
        advance(Duration.ofSeconds(2));
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aConnectionThatIsKeptOpenHasTheSameTimeForItsNextRequest() throws IOException {
        Socket socket = send("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
        awaitHandled(1);
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        advance(Duration.ofSeconds(9));
        socket.getOutputStream().write("GET /now HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        awaitHandled(2);
        advance(Duration.ofSeconds(9));
        assertThat(server.connections().size()).isEqualTo(1);
        advance(Duration.ofSeconds(2));
        assertThat(server.connections().size()).isZero();
    }

    @Test
    void aCommandHasLongerAndAStreamHasNoEnd() throws IOException {
        send("POST /handling HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
        send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
        awaitHandled(2);
        advance(Duration.ofSeconds(70));
        assertThat(server.connections().size()).isEqualTo(2);
        advance(Duration.ofSeconds(10));
        assertThat(server.connections().size()).isEqualTo(1);
    }
}
