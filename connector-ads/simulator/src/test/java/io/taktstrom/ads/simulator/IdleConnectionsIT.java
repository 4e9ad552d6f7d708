package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.time.Duration;

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
        try (AdsSimulator plc = AdsSimulator.builder().start();
                IdleCrowd crowd = new IdleCrowd(CROWD, plc.address());
                RawClient client = new RawClient(plc)) {
            assertThat(crowd.size()).isEqualTo(CROWD);
            assertThat(client.read(0x4020, 0, 4).result()).isZero();
        }
    }

    @Test
    void whoAsksStaysWhileTwoThousandOthersCome() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder().start();
                RawClient client = new RawClient(plc)) {
            assertThat(client.read(0x4020, 0, 4).result()).isZero();
            try (IdleCrowd crowd = new IdleCrowd(CROWD, plc.address())) {
                assertThat(crowd.size()).isEqualTo(CROWD);
                assertThat(client.read(0x4020, 0, 4).result()).isZero();
            }
        }
    }

    @Test
    void whoAsksNothingIsClosedWhenTheLimitIsOver() throws IOException {
        ConnectionLimits limits = ConnectionLimits.DEFAULT.withSilence(Duration.ofMillis(50));
        try (AdsSimulator plc = AdsSimulator.builder().connectionLimits(limits).start();
                RawClient client = new RawClient(plc);
                IdleCrowd crowd = new IdleCrowd(20, plc.address())) {
            assertThat(crowd.size()).isEqualTo(20);
            await().until(() -> plc.openConnections() == 0);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void whoHasAskedStaysHoweverLongItIsSilent() throws IOException {
        ConnectionLimits limits = ConnectionLimits.DEFAULT.withSilence(Duration.ofMillis(50));
        try (AdsSimulator plc = AdsSimulator.builder().connectionLimits(limits).start();
                RawClient client = new RawClient(plc)) {
            assertThat(client.read(0x4020, 0, 4).result()).isZero();
            try (RawClient stranger = new RawClient(plc)) {
                assertThat(stranger.isClosed()).isTrue();
            }
            assertThat(client.read(0x4020, 0, 4).result()).isZero();
        }
    }
}
