package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;

/**
 * The contract for a backend on Beckhoff's library. Its tests are skipped where there is no {@link AdsLibFile}.
 */
public abstract class NativeContract extends ConnectorContract {

    static final int TCP_PORT = 48_898;

    private final String backend;
    private final String library;

    /** @param backend name of the backend, which is on the class path */
    protected NativeContract(String backend) {
        this(backend, AdsLibFile.required());
    }

    /** @param library absolute path of what it loads, where that is not Beckhoff's library itself */
    protected NativeContract(String backend, String library) {
        this.backend = backend;
        this.library = library;
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.atFixedPort(
                TCP_PORT, Map.of(AdsOptions.BACKEND.name(), backend, AdsOptions.LIBRARY.name(), library));
    }
}
