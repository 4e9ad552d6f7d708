package io.taktstrom.ads.tck;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

class JavaBackendIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.anywhere();
    }
}
