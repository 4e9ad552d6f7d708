package io.taktstrom.s7.contract;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

/** The contract by way of plc4j. What is left out stands in the reference, with {@link Plc4jBackendIT} as witness. */
class Plc4jContractIT extends ConnectorContract {

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return new S7Device(
                "&backend=plc4j",
                address -> !address.startsWith("T"),
                Map.of(ConnectorContract.NO_ALLOCATION, "plc4j makes objects and copies for each request")) {
            /** plc4j takes its time to notice a broken connection. */
            @Override
            public int faultPlaces() {
                return 4;
            }
        };
    }
}
