package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataType;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;

/**
 * A sink and its receiver, on which the sink proves {@link SinkContract the contract}. The contract plays the pipeline and
 * looks at the receiver from behind: what it has, not what the sink says.
 *
 * <p>The contract asks for one per test and closes it.
 */
public interface SinkUnderTest extends AutoCloseable {

    /** The sink that is tested. */
    SinkProvider provider();

    /** Options with which it leads to this receiver. */
    Map<String, String> options();

    /** What the sink is opened with. */
    default SinkContext context() {
        return SinkContext.standard("contract");
    }

    /**
     * All that the receiver has by now, in the order in which it came; asked of the receiver, without the sink's help. An
     * {@linkplain SinkContract#OUTAGE outage} is over when this is called.
     */
    List<ReceivedSample> received() throws IOException;

    /**
     * What this sink or its receiver does not have, by its name in {@link SinkContract}, each with the reason. The report
     * shows these tests as skipped, with the reason.
     */
    default Map<String, String> missing() {
        return Map.of();
    }

    /** Options of the right form with which the sink cannot be used at all, so that opening it fails. */
    default Map<String, String> unusableOptions() {
        throw missed(SinkFeatures.UNUSABLE);
    }

    /** The receiver goes away: nothing reaches it any more. Not called again before {@link #recover}. */
    default void fail() throws IOException {
        throw missed(SinkFeatures.OUTAGE);
    }

    /** The receiver has no room any more. Not called again before {@link #recover}. */
    default void fill() throws IOException {
        throw missed(SinkFeatures.FULL);
    }

    /**
     * The receiver accepts what it is sent, and does not answer until {@link #recover}. The contract demands that a call of
     * the sink waits meanwhile: the sink's own time limit, set by the options of this test, must be longer than
     * {@link #patience}. After {@link #recover} the same call returns and its samples are with the receiver.
     */
    default void stall() throws IOException {
        throw missed(SinkFeatures.STALL);
    }

    /** All is well again, with what the receiver had before. */
    default void recover() throws IOException {}

    /** The type of a point of which the receiver will never take {@link #refusedValue}. */
    default DataType refusedType() {
        throw missed(SinkFeatures.REFUSAL);
    }

    /** A value that the receiver will never take, and {@code refusedType} allows. */
    default Object refusedValue() {
        throw missed(SinkFeatures.REFUSAL);
    }

    /** How long the contract waits for what must happen soon, however busy the machine that runs the tests. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Whether a thread is the receiver's own. What a server in this JVM does must not count as the sink's. */
    default boolean isReceiverThread(Thread thread) {
        return false;
    }

    private UnsupportedOperationException missed(String what) {
        return new UnsupportedOperationException("override this, or name '" + what + "' among what is missing");
    }

    /** Ends the receiver. */
    @Override
    void close() throws IOException;
}
