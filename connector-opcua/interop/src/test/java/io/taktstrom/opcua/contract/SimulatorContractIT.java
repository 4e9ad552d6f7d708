package io.taktstrom.opcua.contract;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all connectors, against the simulator. */
class SimulatorContractIT extends ConnectorContract {

    private static SimulatorDevice device;

    @BeforeAll
    static void startServer() throws IOException {
        device = new SimulatorDevice();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (device != null) {
            device.end();
        }
    }

    @Override
    protected DeviceUnderTest startDevice() {
        return device;
    }
}
