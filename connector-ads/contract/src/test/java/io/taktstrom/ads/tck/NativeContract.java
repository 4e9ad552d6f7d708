package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract for a backend on Beckhoff's library, all of it but {@link #aResetAnywhereIsAClearFailure} and
 * {@link #anEndOfStreamAnywhereIsAClearFailure}. Its tests are skipped where there is no {@link AdsLibFile}.
 */
public abstract class NativeContract extends ConnectorContract {

    static final int TCP_PORT = 48_898;

    private static final long FIRST_SEED = 20261122;
    private static final int WALKS = 10;

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
     * {@code LibraryLaneTest} and {@code NativeBackendTest} show.
     */
    @Override
    public void aResetAnywhereIsAClearFailure() {}

    /** No test here, see {@link #aResetAnywhereIsAClearFailure}. */
    @Override
    public void anEndOfStreamAnywhereIsAClearFailure() {}

    /** Whatever the library does: it hangs in some of these. */
    @Test
    void whateverHappensOnTheWireEveryCallAndEveryCloseEnds() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed++) {
            new RandomWalk(seed, options()).go();
        }
    }

    /** The library's destructors would wait for it without a limit. */
    @Test
    public void aProcessWhoseLibraryHangsEndsWithItsExitCode() throws Exception {
        try (PeerProcess jvm = PeerProcess.java(HangingEnd.class, backend, library)) {
            String said = jvm.outputUntilItsEnd();
            assertThat(said).contains("read: ", "closed").doesNotContain("did not end");
            assertThat(jvm.process().exitValue()).as(said).isEqualTo(HangingEnd.EXIT_CODE);
        }
    }

    @Test
    void methodsOfFunctionBlocksAreCalled() throws Exception {
        MethodsOfBlocks.check(AdsDevice.atFixedPort(TCP_PORT, options()));
    }

    private Map<String, String> options() {
        return Map.of(AdsOptions.BACKEND.name(), backend, AdsOptions.LIBRARY.name(), library);
    }

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.atFixedPort(TCP_PORT, options());
    }
}
