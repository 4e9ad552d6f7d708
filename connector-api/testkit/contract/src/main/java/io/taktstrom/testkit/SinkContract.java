package io.taktstrom.testkit;

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
        implements SinkDescriptorContract, SinkValueContract, SinkOutageContract, SinkLifeContract, SinkBooksContract {

    // Names for SinkUnderTest.missing.

    /** Options with which the sink cannot be used at all. */
    public static final String UNUSABLE = "options that cannot be used";

    /** A receiver that goes away and comes back. */
    public static final String OUTAGE = "outages";

    /** A receiver without room. */
    public static final String FULL = "a full receiver";

    /** A receiver that does not answer. */
    public static final String STALL = "a receiver that does not answer";

    /** Samples that the receiver will never take. */
    public static final String REFUSAL = "samples that are refused";

    /** Units that the receiver recognises when they are delivered again, by their number. */
    public static final String REPEATS = "units that are recognised when they come again";

    /** A receiver that keeps what it has when the sink is closed and opened again. */
    public static final String REOPENING = "opening again";

    /** The time of the device, to the nanosecond. */
    public static final String SOURCE_TIME = "source times";

    /** Our time of receipt, to the nanosecond. */
    public static final String RECEIVED_AT = "times of receipt";

    /** The status of a sample. */
    public static final String STATUS = "statuses";

    /** A hot path that allocates nothing for a sample. */
    public static final String NO_ALLOCATION = "no allocation";

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
