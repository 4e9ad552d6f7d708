package io.taktstrom.example.register;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

/** What the page says of polled devices, on a device with registers. */
class RegisterConnectorIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new RegisterDevice();
    }
}
