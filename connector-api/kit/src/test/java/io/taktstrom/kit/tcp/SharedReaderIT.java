package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The same links, read by the waiting caller and by the one thread that steps all idle links. */
class SharedReaderIT extends RequestLinkIT {

    private static final int LINKS = 300;

    SharedReaderIT() throws IOException, ConnectorException {}

    @Override
    boolean pushes() {
        return false;
    }

    @Test
    void idleLinksHaveOneThreadTogetherAndEachLossIsNoticed() throws Exception {
        CountDownLatch losses = new CountDownLatch(LINKS);
        List<AutoCloseable> all = new ArrayList<>();
        int before = Thread.activeCount();
        try (ServerSocket server = new ServerSocket(0, LINKS, InetAddress.getLoopbackAddress())) {
            Endpoint endpoint = new Endpoint("line", "127.0.0.1", server.getLocalPort(), Map.of());
            ConnectContext context = new ConnectContext(EpochNanoClock.system(), new ConnectionObserver() {});
            List<Socket> peers = new ArrayList<>();
            for (int i = 0; i < LINKS; i++) {
                all.add(RequestLink.open(
                        endpoint, context, Framing.lines(), 100, RequestLink.NOTHING_UNASKED, e -> losses.countDown()));
                peers.add(server.accept());
            }
            assertThat(Thread.activeCount()).isLessThan(before + LINKS / 10);
            for (Socket peer : peers) {
                peer.close();
            }
            assertThat(losses.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            for (AutoCloseable one : all) {
                one.close();
            }
        }
    }
}
