package io.taktstrom.s7.contract;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

class S7ContractIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new S7Device();
    }
}
