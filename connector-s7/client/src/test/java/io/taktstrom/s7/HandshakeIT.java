package io.taktstrom.s7;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Peers that say anything while a connection is being made: connected or refused, in time, and nothing else. */
@Timeout(180)
class HandshakeIT {

    /** To the COTP connection request, to setup communication, and to the password; the first two are of a S7-300. */
    private static final List<byte[]> ANSWERS = List.of(
            bytes("0300001611d00001000300c00109c1020100c2020102"),
            bytes("0300001b02f08032030000ffff000800000000f0000001000100f0"),
            bytes("0300002102f08032070000fffe000c0004" + "000112081285010000000000" + "0a000000"));

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** Answers one frame after the other with what it was given, then stays if that was good, or hangs up. */
    private static final class Peer implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private volatile List<byte[]> answers = ANSWERS;

        Peer() throws IOException {
            Thread thread = new Thread(this::serve, "handshake peer");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    for (byte[] answer : answers) {
                        int length = ByteBuffer.wrap(in.readNBytes(4)).getShort(2);
                        in.readNBytes(length - 4);
                        client.getOutputStream().write(answer);
                    }
                    if (answers == ANSWERS) {
                        in.readAllBytes();
                    }
                } catch (IOException | IndexOutOfBoundsException e) {
                    // The client did not like the answer, or the test is over.
                }
            }
        }

        Connection connect() throws ConnectorException {
            S7Provider provider = new S7Provider();
            String uri = "s7://127.0.0.1:" + server.getLocalPort()
                    + "?heartbeatInterval=0s&password=secret&connectTimeout=60s";
            return provider.connect(provider.descriptor().parse(uri), ConnectContext.standard());
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** The peer hangs up behind it, so that the reader does not wait for the rest. */
    private static List<byte[]> withAnswer(int which, byte[] answer) {
        List<byte[]> answers = new ArrayList<>(ANSWERS.subList(0, which));
        answers.add(answer);
        return answers;
    }

    @Test
    void theseAnswersAreGood() throws Exception {
        try (Peer peer = new Peer();
                Connection connection = peer.connect()) {
            assertThat(connection.toString()).contains("127.0.0.1").doesNotContain("secret");
        }
    }

    @Test
    void anAnswerCutShortAnywhereIsRefused() throws Exception {
        try (Peer peer = new Peer()) {
            for (int which = 0; which < ANSWERS.size(); which++) {
                for (int keep = 0; keep < ANSWERS.get(which).length; keep++) {
                    byte[] cut = Arrays.copyOf(ANSWERS.get(which), keep);
                    if (keep > 3) {
                        // It says so itself; one that does not is followed by the end of the connection.
                        cut[3] = (byte) keep;
                    }
                    peer.answers = withAnswer(which, cut);
                    assertThatThrownBy(() -> peer.connect().close())
                            .as("answer %d, %d bytes", which, keep)
                            .isInstanceOf(ConnectFailedException.class);
                }
            }
        }
    }

    @Test
    void anAnswerWithAnyWrongByteIsTakenOrRefused() throws Exception {
        int refused = 0;
        int lost = 0;
        try (Peer peer = new Peer()) {
            for (int which = 0; which < ANSWERS.size(); which++) {
                for (int at = 0; at < ANSWERS.get(which).length; at++) {
                    for (int value : new int[] {0x00, 0x7F, 0x80, 0xFF}) {
                        byte[] wrong = ANSWERS.get(which).clone();
                        wrong[at] = (byte) value;
                        peer.answers = withAnswer(which, wrong);
                        try {
                            peer.connect().close();
                        } catch (ConnectFailedException e) {
                            refused++;
                        } catch (ConnectionLostException e) {
                            // All was good, and the peer hung up before anybody could use it.
                            lost++;
                        }
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(100);
        assertThat(lost).isLessThan(ANSWERS.get(2).length * 4);
    }
}
