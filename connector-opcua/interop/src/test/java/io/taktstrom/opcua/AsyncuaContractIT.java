package io.taktstrom.opcua;

import java.io.IOException;

import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all connectors, against asyncua. */
class AsyncuaContractIT extends ConnectorContract {

    @AutoClose
    private static PeerServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = PeerServer.asyncua();
    }

    @Override
    protected DeviceUnderTest startDevice() {
        return new PeerDevice(server);
    }
}
