package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;

/**
 * The contract for a backend on Beckhoff's library, all of it but {@link #aResetAnywhereIsAClearFailure} and
 * {@link #anEndOfStreamAnywhereIsAClearFailure}. Its tests are skipped where there is no {@link AdsLibFile}.
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

    /**
     * No test here. It wants a host to be reachable after a connection to it broke in the middle of an answer, anywhere.
     * By nature AdsLib cannot do that: the thread that receives dies with the answer in its hands, the request never
     * returns, so its connection can never be freed, and AdsLib makes no second one to the same host. What we make of it,
     * {@code LaneTest} and {@code NativeBackendTest} show.
     */
    @Override
    public void aResetAnywhereIsAClearFailure() {}

    /** No test here, see {@link #aResetAnywhereIsAClearFailure}. */
    @Override
    public void anEndOfStreamAnywhereIsAClearFailure() {}

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.atFixedPort(
                TCP_PORT, Map.of(AdsOptions.BACKEND.name(), backend, AdsOptions.LIBRARY.name(), library));
    }
}
