package io.taktstrom.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The port in TLS, with the JDK's clients. */
class HttpsPortIT {

    private static final int LIMIT_MILLIS = 60_000;
    private static final int MAX_BODY = 200_000;
    private static final String LARGE = "0123456789".repeat(500_000);

    private static SSLContext server;
    private static SSLContext client;

    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    private volatile HttpStream stream = new HttpStream();
    private HttpPort port;

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws IOException {
        TestCertificate certificate = TestCertificate.create(folder, "page", "CN=page");
        server = certificate.server();
        client = certificate.client();
    }

    @BeforeEach
    void start() throws IOException {
        port = HttpPort.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (request, answer) -> answer.accept(
                        switch (request.path()) {
                            case "/large" -> HttpAnswer.page(200, "text/plain", LARGE);
                            case "/stream" -> HttpAnswer.streaming("Content-Type: text/plain\r\n", stream);
                            default ->
                                HttpAnswer.page(
                                        200, "text/plain", "got " + StandardCharsets.UTF_8.decode(request.body()));
                        }),
                new HttpLimits(Duration.ofSeconds(60), Duration.ofSeconds(60), MAX_BODY),
                () -> server,
                "takt-test-https",
                EpochNanoClock.system(),
                reported::add);
        port.start();
    }

    @AfterEach
    void stop() {
        port.close();
        assertThat(reported).isEmpty();
    }

    private URI at(String path) throws IOException {
        return URI.create("https://localhost:" + port.address().getPort() + path);
    }

    private HttpResponse<String> ask(String path, byte[] body) throws Exception {
        HttpClient http = HttpClient.newBuilder().sslContext(client).build();
        return http.send(
                java.net.http.HttpRequest.newBuilder(at(path))
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(Duration.ofMillis(LIMIT_MILLIS))
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private SSLSocket connect() throws IOException {
        SSLSocket socket = (SSLSocket) client.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), port.address().getPort());
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    private Socket plain(byte[] bytes) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), port.address().getPort());
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write(bytes);
        return socket;
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8_000, 8_192, 16_384, 16_385, MAX_BODY})
    void aBodyOfWhateverSizeArrives(int size) throws Exception {
        byte[] body = new byte[size];
        Arrays.fill(body, (byte) 'x');
        assertThat(ask("/", body).body()).isEqualTo("got " + "x".repeat(size));
    }

    @Test
    void aLargeAnswerArrivesAsAWhole() throws Exception {
        assertThat(ask("/large", new byte[0]).body()).isEqualTo(LARGE);
    }

    @Test
    void headAndBodyMayShareARecordAndEachByteMayHaveItsOwn() throws IOException {
        String request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12000\r\n\r\n" + "y".repeat(12_000);
        try (SSLSocket one = connect();
                SSLSocket bytes = connect()) {
            one.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(rest(one)).endsWith("got " + "y".repeat(12_000));
            for (byte b : "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
                bytes.getOutputStream().write(b);
            }
            assertThat(rest(bytes)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("got ");
        }
    }

    @Test
    void aHeadThatIsTooLongIsToldSo() throws IOException {
        try (SSLSocket socket = connect()) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nX: " + "y".repeat(HttpPort.MAX_REQUEST_BYTES))
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(rest(socket)).startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void aStreamBringsAllItsFramesInOrderToASlowReader() throws IOException {
        try (SSLSocket socket = connect()) {
            socket.getOutputStream()
                    .write("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] frame = new byte[100_000];
            for (int i = 0; i < 40; i++) {
                Arrays.fill(frame, (byte) ('a' + i % 26));
                stream.send(frame.clone());
            }
            InputStream in = socket.getInputStream();
            String head = "";
            while (!head.endsWith("\r\n\r\n")) {
                head += (char) in.read();
            }
            for (int i = 0; i < 40; i++) {
                Arrays.fill(frame, (byte) ('a' + i % 26));
                assertThat(in.readNBytes(frame.length)).isEqualTo(frame);
            }
            stream.close();
        }
    }

    @Test
    void whoDoesNotEncryptIsToldTo() throws IOException {
        try (Socket socket = plain("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
            assertThat(rest(socket)).startsWith("HTTP/1.1 400 ").endsWith("use https:// here\n");
        }
    }

    @Test
    void anOlderProtocolIsRefused() throws IOException {
        try (SSLSocket socket = connect()) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    /** Records of random length and content; some seeds begin as a handshake does. */
    @Test
    void whatIsNoHandshakeEndsItsOwnConnectionOnly() throws Exception {
        try (SSLSocket open = connect()) {
            open.startHandshake();
            for (int seed = 0; seed < 200; seed++) {
                byte[] bytes = new byte[5 + seed * 10];
                new Random(seed).nextBytes(bytes);
                bytes[0] = 22;
                if (seed % 2 == 0) {
                    bytes[1] = 3;
                    bytes[2] = 3;
                    bytes[3] = (byte) ((bytes.length - 5) >> 8);
                    bytes[4] = (byte) (bytes.length - 5);
                }
                try (Socket socket = plain(bytes)) {
                    socket.shutdownOutput();
                    assertThat(socket.getInputStream().readAllBytes().length).isLessThan(100);
                } catch (IOException e) {
                    // Reset, as what was sent was not read.
                }
            }
            open.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(rest(open)).endsWith("got ");
        }
    }
}
