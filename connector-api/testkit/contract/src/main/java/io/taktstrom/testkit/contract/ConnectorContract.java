package io.taktstrom.testkit.contract;

import java.io.IOException;
import java.util.List;

import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every connector and every backend of one must do, as tests. Extend it, start a device, and inherit them:
 *
 * <pre>{@code
 * class LineConnectorIT extends ConnectorContract {
 *     @Override
 *     protected DeviceUnderTest startDevice() throws IOException {
 *         return new LineDevice();
 *     }
 * }
 * }</pre>
 *
 * <p>Each test gets a device of its own. A test that needs what the device {@linkplain DeviceUnderTest#missing misses} is
 * reported as skipped, with the reason. No test depends on how quick the machine is: limits are generous and end only what
 * hangs.
 */
@Timeout(value = 5 * 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ConnectorContract
        implements ConnectorFeatures,
                DescriptorContract,
                TypeContract,
                ResolveContract,
                ReadContract,
                WriteContract,
                SubscribeContract,
                BrowseContract,
                MisuseContract,
                LifeContract,
                LossContract,
                TakingContract,
                ConcurrencyContract,
                AllocationContract,
                ObserverContract,
                FaultContract {

    /** Names of what {@link DeviceUnderTest#variables} must have, or {@link DeviceUnderTest#missing} must explain. */
    public static final List<String> REQUIRED_TYPES = RequiredTypes.NAMES;

    private @Nullable Bench bench;

    /** A device that runs and has its variables. */
    protected abstract DeviceUnderTest startDevice() throws IOException;

    @BeforeEach
    final void startBench() throws IOException {
        bench = new Bench(startDevice());
    }

    @AfterEach
    final void closeBench() throws IOException {
        if (bench != null) {
            bench.close();
        }
    }

    @Override
    public final Bench bench() {
        Bench current = bench;
        if (current == null) {
            throw new IllegalStateException("there is a device only while a test runs");
        }
        return current;
    }

    /** The device of the test that runs, for tests that a connector adds. */
    protected final DeviceUnderTest device() {
        return bench().device();
    }

    /** A new connection to it, closed after the test. */
    protected final Connection connect() throws ConnectorException {
        return bench().connect();
    }
}
