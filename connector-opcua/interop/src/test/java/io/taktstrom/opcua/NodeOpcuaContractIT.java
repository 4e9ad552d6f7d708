package io.taktstrom.opcua;

import java.io.IOException;

import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all connectors, against node-opcua. */
class NodeOpcuaContractIT extends ConnectorContract {

    private static PeerServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = PeerServer.nodeOpcua();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected DeviceUnderTest startDevice() {
        return new OpcUaDevice(server);
    }
}
