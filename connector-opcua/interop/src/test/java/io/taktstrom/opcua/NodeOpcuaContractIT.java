package io.taktstrom.opcua;

import java.io.IOException;

import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all connectors, against node-opcua. */
class NodeOpcuaContractIT extends ConnectorContract {

    @AutoClose
    private static PeerServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = PeerServer.nodeOpcua();
    }

    @Override
    protected DeviceUnderTest startDevice() {
        return new PeerDevice(server);
    }
}
