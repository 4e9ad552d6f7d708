package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import org.junit.jupiter.api.Test;

/**
 * The contract for a backend on Beckhoff's library. Its tests are skipped where there is no {@link AdsLibFile}.
 */
public abstract class NativeContract extends ConnectorContract {

    static final int TCP_PORT = 48_898;
    private static final String HAND_OVER_BYTES = "taktstrom.adslib.handOverBytes";

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
     * By nature, AdsLib never returns from a request whose connection breaks in the middle of the answer. Backends await
     * answers of more than one TCP segment on a thread of their own for that reason. The proxy breaks short ones too, as
     * no network does; so here all are awaited so.
     */
    @Override
    @Test
    public void aResetAnywhereIsAClearFailure() throws Exception {
        handingOverAll(super::aResetAnywhereIsAClearFailure);
    }

    /** See {@link #aResetAnywhereIsAClearFailure}. */
    @Override
    @Test
    public void anEndOfStreamAnywhereIsAClearFailure() throws Exception {
        handingOverAll(super::anEndOfStreamAnywhereIsAClearFailure);
    }

    /** See {@link #aResetAnywhereIsAClearFailure}. */
    @Override
    @Test
    public void aCorruptByteAnywhereDoesNoMoreThanFail() throws Exception {
        handingOverAll(super::aCorruptByteAnywhereDoesNoMoreThanFail);
    }

    private static void handingOverAll(AllocationMeter.Operation test) throws Exception {
        System.setProperty(HAND_OVER_BYTES, "0");
        try {
            test.run();
        } finally {
            System.clearProperty(HAND_OVER_BYTES);
        }
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.atFixedPort(
                TCP_PORT, Map.of(AdsOptions.BACKEND.name(), backend, AdsOptions.LIBRARY.name(), library));
    }
}
