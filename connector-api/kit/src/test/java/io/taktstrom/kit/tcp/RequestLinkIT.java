package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Against a socket that the test answers by hand; read by the waiting caller and a receiving thread of its own. */
@Timeout(60)
class RequestLinkIT {

    private final ServerSocket server;
    private final CompletableFuture<ConnectorException> loss = new CompletableFuture<>();
    private final List<String> pushed = new CopyOnWriteArrayList<>();
    private final List<Integer> roundTrips = new CopyOnWriteArrayList<>();
    private Socket peer = new Socket();
    private RequestLink link;

    RequestLinkIT() throws IOException, ConnectorException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        link = open("30s");
    }

    private RequestLink open(String requestTimeout) throws ConnectorException {
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onRoundTrips(int count) {
                roundTrips.add(count);
            }
        };
        Endpoint endpoint =
                new Endpoint("line", "127.0.0.1", server.getLocalPort(), Map.of("requestTimeout", requestTimeout));
        return RequestLink.open(
                endpoint,
                new ConnectContext(EpochNanoClock.system(), observer),
                Framing.lines(),
                100,
                pushes() ? this::push : RequestLink.NOTHING_UNASKED,
                loss::complete);
    }

    /** Whether the link has a receiving thread; without one, the thread that all links share reads it. */
    boolean pushes() {
        return true;
    }

    private boolean push(ByteBuffer in, int from, int to) {
        boolean isPushed = in.get(from) == '*';
        if (isPushed) {
            pushed.add(text(in, from, to));
        }
        return isPushed;
    }

    @BeforeEach
    void accept() throws IOException {
        peer = server.accept();
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        peer.close();
        server.close();
    }

    private static String text(ByteBuffer in, int from, int to) {
        byte[] bytes = new byte[to - from];
        in.get(from, bytes);
        return new String(bytes, StandardCharsets.US_ASCII).strip();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void send(String text) throws IOException {
        peer.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private CompletableFuture<String> ask(String request) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                StringBuilder lines = new StringBuilder();
                link.request(bytes(request), (in, from, to) -> {
                    lines.append(text(in, from, to)).append(' ');
                    return in.get(from) == '.';
                });
                answer.complete(lines.toString().strip());
            } catch (ConnectorException e) {
                answer.completeExceptionally(e);
            }
        });
        caller.start();
        return answer;
    }

    private static Throwable failure(CompletableFuture<String> answer) {
        Throwable thrown = catchThrowable(() -> answer.get(30, TimeUnit.SECONDS));
        return thrown.getCause() == null ? thrown : thrown.getCause();
    }

    private void awaitRequest(String text) throws IOException {
        byte[] asked = peer.getInputStream().readNBytes(text.length());
        assertThat(new String(asked, StandardCharsets.US_ASCII)).isEqualTo(text);
    }

    @Test
    void anAnswerOfSeveralFramesInPiecesIsTakenAsAWhole() throws Exception {
        CompletableFuture<String> answer = ask("LIST\n");
        awaitRequest("LIST\n");
        send("one\ntw");
        send(pushes() ? "o\n*pushed\n" : "o\n");
        send(".\n");

        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("one two .");
        assertThat(pushed).hasSize(pushes() ? 1 : 0);
        assertThat(roundTrips).containsExactly(1);
    }

    @Test
    void aPeerThatGoesIsNoticedWithNoCallInFlight() throws Exception {
        peer.close();

        assertThat(loss.get(30, TimeUnit.SECONDS)).isInstanceOf(ConnectionLostException.class);
        assertThat(failure(ask("A\n"))).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void anAnswerThatIsOverdueEndsTheLinkBecauseItMayStillCome() throws Exception {
        link.close();
        peer.close();
        link = open("50ms");
        accept();

        assertThat(failure(ask("A\n")))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("requestTimeout");
        assertThat(loss.get(30, TimeUnit.SECONDS)).isInstanceOf(RequestTimeoutException.class);
        assertThat(failure(ask("B\n"))).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void bytesThatAreNoAnswerEndTheLink() throws Exception {
        send("unsolicited\n");

        assertThat(loss.get(30, TimeUnit.SECONDS)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void aFrameWithoutEndIsGivenUp() throws Exception {
        send("x".repeat(101));

        assertThat(loss.get(30, TimeUnit.SECONDS))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("100 bytes");
    }

    @Test
    void closingCutsOffACallAndIsNoLoss() throws Exception {
        CompletableFuture<String> answer = ask("A\n");
        awaitRequest("A\n");
        link.close();
        link.close();

        assertThat(failure(answer)).isInstanceOf(ConnectionLostException.class);
        assertThat(loss).isNotDone();
        assertThatThrownBy(link::requireOpen).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void anInterruptIsHeardAfterTheAnswer() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                link.request(bytes("A\n"), (in, from, to) -> true);
                interrupted.complete(Thread.interrupted());
            } catch (ConnectorException e) {
                interrupted.completeExceptionally(e);
            }
        });
        caller.start();
        awaitRequest("A\n");
        caller.interrupt();
        send("a\n");

        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aRefusedConnectionSaysWhatToCheck() throws Exception {
        server.close();

        assertThatThrownBy(() -> open("1s"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("check the address, that the device is switched on, and the firewall (TCP "
                        + server.getLocalPort() + ")");
    }

    @Test
    void framesWithALengthAreFoundAndThoseThatLieRefused() throws Exception {
        Framing modbus = Framing.counted(4, 6);
        ByteBuffer in = ByteBuffer.wrap(new byte[] {0, 1, 0, 0, 0, 2, 9, 9, 0, 2});

        assertThat(modbus.frameBytes(in, 0, 5, 260)).isZero();
        assertThat(modbus.frameBytes(in, 0, 7, 260)).isZero();
        assertThat(modbus.frameBytes(in, 0, 10, 260)).isEqualTo(8);
        in.putShort(4, (short) 255);
        assertThatThrownBy(() -> modbus.frameBytes(in, 0, 10, 260)).isInstanceOf(MalformedFrameException.class);
    }
}
