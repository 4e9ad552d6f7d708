package io.taktstrom.ads.contract;

import java.io.IOException;

import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;

class AdsContractIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new AdsDevice();
    }
}
