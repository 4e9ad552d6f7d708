package io.taktstrom.testkit.sink;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every sink must do, as tests. Extend it, start a receiver, and inherit them:
 *
 * <pre>{@code
 * class SpoolSinkTest extends SinkContract {
 *     @Override
 *     protected SinkUnderTest startReceiver() throws IOException {
 *         return new SpoolFolder();
 *     }
 * }
 * }</pre>
 *
 * <p>Each test gets a receiver of its own. A test that needs what the receiver {@linkplain SinkUnderTest#missing misses} is
 * reported as skipped, with the reason. No test depends on how quick the machine is: limits are generous and end only what
 * hangs.
 */
@Timeout(value = 5 * 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SinkContract
        implements SinkFeatures,
                SinkDescriptorContract,
                SinkValueContract,
                SinkOutageContract,
                SinkLifeContract,
                SinkAccountingContract {

    private @Nullable SinkBench bench;

    /** A receiver that runs and has nothing yet. */
    protected abstract SinkUnderTest startReceiver() throws IOException;

    @BeforeEach
    final void startBench() throws IOException {
        bench = new SinkBench(startReceiver());
    }

    @AfterEach
    final void closeBench() throws IOException {
        if (bench != null) {
            bench.close();
        }
    }

    @Override
    public final SinkBench bench() {
        SinkBench current = bench;
        if (current == null) {
            throw new IllegalStateException("there is a receiver only while a test runs");
        }
        return current;
    }
}
