package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.testkit.peer.IdleCrowd;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Connections without a request do not keep clients out. */
class IdleConnectionsIT {

    private static final int CROWD = 2000;

    @Test
    void twoThousandIdleConnectionsDoNotKeepAClientOut() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.dints(1)).start();
                IdleCrowd crowd = new IdleCrowd(CROWD, cpu.address());
                RawClient client = new RawClient(cpu)) {
            assertThat(crowd.size()).isEqualTo(CROWD);
            assertThat(client.connect(0x0101)).isEqualTo(CotpHeader.CONNECT_CONFIRM);
            assertThat(client.setup(1, 240).capacity()).isPositive();
        }
    }

    @Test
    void aCrowdTakesNoMoreThreadsThanConnectionsAreAllowed() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                        .connectionLimits(ConnectionLimits.DEFAULT.withConnections(10))
                        .start();
                IdleCrowd crowd = new IdleCrowd(200, cpu.address())) {
            assertThat(crowd.size()).isEqualTo(200);
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("takt-simulator-s7-client-127.0.0.1:"))
                    .hasSizeLessThanOrEqualTo(10));
        }
    }

    @Test
    void whoSpeaksNoS7IsClosedWhenTheLimitIsOver() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                        .connectionLimits(ConnectionLimits.DEFAULT.withSilence(Duration.ofMillis(50)))
                        .start();
                RawClient client = new RawClient(cpu)) {
            assertThat(client.connect(0x0101)).isEqualTo(CotpHeader.CONNECT_CONFIRM);
            await().until(() -> cpu.openConnections() == 0);
        }
    }

    @Test
    void afterTheCrowdHasGoneTheNextClientsWork() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.dints(1)).start()) {
            new IdleCrowd(CROWD, cpu.address()).close();
            for (int i = 0; i < 3; i++) {
                RawClient.ready(cpu, 1, 240).close();
            }
            assertThat(cpu.count(S7Counter.READS)).isZero();
        }
    }
}
