package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An error while an answer is read: all requests of the connection fail with the cause, whichever thread reads. */
@Timeout(60)
class UnexpectedErrorIT {

    private static final Duration LIMIT = Duration.ofSeconds(50);

    private final SmallPlc plc = new SmallPlc().dints(64);

    @Test
    void anAnswerThatCannotBeStoredEndsTheConnectionWithTheCause() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                AdsBackend backend = open(peer)) {
            assertThatThrownBy(
                            () -> backend.read(0x4040, 0, ByteBuffer.allocate(4).asReadOnlyBuffer()))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("Read 0x4040:0x0")
                    .hasRootCauseInstanceOf(ReadOnlyBufferException.class);
            assertThatThrownBy(() -> backend.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(ReadOnlyBufferException.class);
        }
    }

    @Test
    void theRequestOfAnotherThreadFailsWithTheCauseToo() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                AdsBackend backend = open(peer)) {
            CountDownLatch leading = new CountDownLatch(1);
            peer.script((request, wire) -> {
                if (request.offset() == 0) {
                    leading.countDown();
                } else {
                    wire.send(plc.answer(request));
                }
            });
            CompletableFuture<Throwable> ofLeader = CompletableFuture.supplyAsync(() -> {
                try {
                    backend.read(0x4040, 0, ByteBuffer.allocate(4));
                    return new AssertionError("answered");
                } catch (Throwable e) {
                    return e;
                }
            });
            leading.await();
            assertThatThrownBy(
                            () -> backend.read(0x4040, 4, ByteBuffer.allocate(4).asReadOnlyBuffer()))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasRootCauseInstanceOf(ReadOnlyBufferException.class);
            assertThatThrownBy(() -> {
                        throw ofLeader.get(30, TimeUnit.SECONDS);
                    })
                    .isInstanceOf(ConnectionLostException.class)
                    .hasRootCauseInstanceOf(ReadOnlyBufferException.class);
        }
    }

    @Test
    void severalRequestsThatFailForOneReasonReportThatReason() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                AdsBackend backend = open(peer)) {
            peer.script((request, wire) -> {
                if (request.offset() == 8) {
                    // Reserved bytes of the AMS/TCP header that are not 0.
                    wire.send(new byte[] {1, 0, 0x20, 0, 0, 0});
                }
            });
            AdsExchange[] exchanges = new AdsExchange[3];
            for (int i = 0; i < exchanges.length; i++) {
                exchanges[i] = new AdsExchange(0x4040, 4 * i, null, ByteBuffer.allocate(4));
            }
            assertThatThrownBy(() -> backend.exchange(exchanges, exchanges.length, exchanges.length))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("starts with 0x1");
        }
    }

    private static AdsBackend open(ScriptedPeer peer) throws Exception {
        int port = Integer.parseInt(peer.uri().replaceFirst(".*:(\\d+)/.*", "$1"));
        AmsAddress target = new AmsAddress(AmsNetId.parse(ScriptedPeer.NET_ID), 851);
        return RouterLinks.open(
                new BackendSettings(
                        "127.0.0.1",
                        port,
                        target,
                        null,
                        0,
                        LIMIT,
                        LIMIT,
                        LIMIT,
                        LIMIT,
                        RouterMode.DIRECT,
                        AdsSecurity.NONE),
                NotificationListener.NONE);
    }
}
