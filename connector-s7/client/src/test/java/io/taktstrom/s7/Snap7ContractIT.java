package io.taktstrom.s7;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract against a server that other people wrote: the native one of snap7. */
class Snap7ContractIT extends ConnectorContract {

    @AutoClose
    private static Snap7Server server;

    @BeforeAll
    static void startServer() throws IOException {
        server = Snap7Server.start();
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new Snap7Device(server, "?rack=0&slot=1");
    }
}
