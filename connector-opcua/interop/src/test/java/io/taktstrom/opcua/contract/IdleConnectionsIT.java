package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.peer.IdleCrowd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Connections that ask for nothing keep no other out. */
@Timeout(180)
class IdleConnectionsIT {

    private static final int CROWD = 2000;
    private static final int LIMIT_MILLIS = 60_000;

    @Test
    void twoThousandIdleConnectionsKeepNobodyOutAndThrowNobodyOut() throws IOException {
        try (OpcUaSimulator server =
                        OpcUaSimulator.builder().model(OpcUaModel.demo()).start();
                Connection before = Connectors.connect(server.endpointUri());
                IdleCrowd crowd = new IdleCrowd(CROWD, server.address());
                Connection after = Connectors.connect(server.endpointUri())) {
            assertThat(crowd.size()).isEqualTo(CROWD);
            assertThat(before.device().name()).isNotEmpty();
            assertThat(after.device().name()).isNotEmpty();
        }
    }

    @Test
    void theOldestIdleConnectionMakesRoomForTheNext() throws IOException {
        ConnectionLimits few = ConnectionLimits.DEFAULT.withConnections(3);
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(OpcUaModel.demo())
                        .connectionLimits(few)
                        .start();
                Socket oldest = new Socket(server.address().getAddress(), server.port());
                IdleCrowd crowd = new IdleCrowd(3, server.address());
                Connection client = Connectors.connect(server.endpointUri())) {
            assertThat(crowd.size()).isEqualTo(3);
            oldest.setSoTimeout(LIMIT_MILLIS);
            assertThat(oldest.getInputStream().read()).isEqualTo(-1);
            assertThat(client.device().name()).isNotEmpty();
        }
    }

    @Test
    void whoAsksNothingIsClosedWhenTheLimitIsOver() throws IOException {
        ConnectionLimits impatient = ConnectionLimits.DEFAULT.withSilence(Duration.ofMillis(50));
        try (OpcUaSimulator server =
                        OpcUaSimulator.builder().connectionLimits(impatient).start();
                Socket idle = new Socket(server.address().getAddress(), server.port())) {
            idle.setSoTimeout(LIMIT_MILLIS);
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
    }
}
