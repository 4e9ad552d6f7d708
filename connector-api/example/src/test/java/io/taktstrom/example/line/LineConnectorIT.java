package io.taktstrom.example.line;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

class LineConnectorIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new LineDevice();
    }
}
