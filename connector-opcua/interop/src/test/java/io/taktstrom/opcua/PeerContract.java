package io.taktstrom.opcua;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;

/** The contract of all connectors, against a third-party server; one serves all tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PeerContract extends ConnectorContract {

    private final PeerServer.Kind kind;

    @AutoClose
    private final PeerServers servers = new PeerServers();

    PeerContract(PeerServer.Kind kind) {
        this.kind = kind;
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new PeerDevice(servers.of(kind));
    }
}
