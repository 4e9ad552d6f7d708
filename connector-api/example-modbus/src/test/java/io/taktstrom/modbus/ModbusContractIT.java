package io.taktstrom.modbus;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

class ModbusContractIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new ModbusDevice();
    }
}
