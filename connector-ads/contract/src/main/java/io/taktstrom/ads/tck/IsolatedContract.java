package io.taktstrom.ads.tck;

import java.io.IOException;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;

/** The contract, all of it, for a backend whose library runs in a process of its own: minutes, for each test starts one. */
public abstract class IsolatedContract extends ConnectorContract {

    private final String backend;

    protected IsolatedContract(String backend) {
        this.backend = backend;
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.atFixedPort(
                NativeContract.TCP_PORT, IsolationContract.options(backend, AdsLibFile.required()));
    }
}
