package io.taktstrom.ads.tck;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.junit.jupiter.api.Test;

class JavaBackendIT extends ConnectorContract {

    @Test
    void methodsOfFunctionBlocksAreCalled() throws Exception {
        MethodsOfBlocks.check(AdsDevice.anywhere());
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.anywhere();
    }
}
