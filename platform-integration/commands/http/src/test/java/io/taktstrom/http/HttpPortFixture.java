package io.taktstrom.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/** A port on a manual clock, and clients of it. */
abstract class HttpPortFixture {

    static final int LIMIT_MILLIS = 30_000;
    static final String LARGE = "x".repeat(4 << 20);

    final ManualClock clock = new ManualClock(0);
    final List<Socket> sockets = new ArrayList<>();
    final List<Throwable> reported = new CopyOnWriteArrayList<>();
    final AtomicBoolean fails = new AtomicBoolean();
    HttpPort port;

    @BeforeEach
    void start() throws IOException {
        port = bound();
    }

    private HttpPort bound() throws IOException {
        HttpPort started = HttpPort.ofPages(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new HostNames(List.of("X")),
                this::page,
                clock,
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

    final Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.connect(port.address());
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    final Socket send(String text) throws IOException {
        Socket socket = connect();
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    final String get(String path) throws IOException {
        return rest(send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n"));
    }

    static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    final void assertAnswers() throws IOException {
        assertThat(get("/metrics")).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nat /metrics");
    }

    /** Bytes until the end, or until the server breaks off. */
    static long taken(Socket socket) {
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

    /** Serves by another handler from now on. */
    final void serve(HttpHandler handler, HttpLimits limits) throws IOException {
        port.close();
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                handler,
                limits,
                "takt-test-http",
                clock,
                reported::add);
        port.start();
    }
}
