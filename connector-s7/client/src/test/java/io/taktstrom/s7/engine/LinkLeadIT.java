package io.taktstrom.s7.engine;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.spi.ConnectionLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Who reads for all: a thread that takes over from another must not wait for what that one has taken already. */
@Timeout(120)
class LinkLeadIT {

    /** A wait for bytes that do not come would last longer than the test may. */
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private static final int READS = 50_000;

    private static final byte[] CONFIRM = bytes("0300001611d00001000300c00109c1020100c2020102");
    private static final byte[] SETUP = bytes("0300001b02f08032030000ffff000800000000f0000001000100f0");
    /** One byte was read. */
    private static final byte[] ANSWER = bytes("0300001a02f080320300000000" + "000200050000" + "0401" + "ff04000800");

    private static final int REFERENCE = 11;

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static void serve(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            frame(in);
            out.write(CONFIRM);
            frame(in);
            out.write(SETUP);
            while (true) {
                System.arraycopy(frame(in), REFERENCE, ANSWER, REFERENCE, 2);
                out.write(ANSWER);
            }
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] frame = new byte[4];
        in.readFully(frame);
        byte[] whole = ByteBuffer.allocate(ByteBuffer.wrap(frame).getShort(2))
                .put(frame)
                .array();
        in.readFully(whole, 4, whole.length - 4);
        return whole;
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work, "lead test");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void answersThatTheWatchTakesAreNotWaitedFor() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(() -> serve(server));
            CpuLinkSettings settings = new CpuLinkSettings(
                    "127.0.0.1", server.getLocalPort(), 0x0100, 0x0201, "", 240, 1, Duration.ZERO, Duration.ZERO);
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            Dialed dialed = Dialed.to("127.0.0.1", server.getLocalPort(), "the test", "the test", deadline);
            CpuLink link = new CpuLink(settings, dialed, S7Handshake.over(dialed, settings, deadline));
            AtomicBoolean over = new AtomicBoolean();
            Thread watch = start(() -> {
                while (!over.get()) {
                    link.peek();
                }
            });
            try (LinkCarrier session = new LinkCarrier(link, FOR_EVER, () -> {})) {
                for (int i = 0; i < READS; i++) {
                    session.run(new S7Heartbeat());
                }
            } finally {
                over.set(true);
                watch.join();
                link.fail(new ConnectionLostException("the test is over"));
            }
            assertThat(link.failure()).hasMessage("the test is over");
        }
    }
}
