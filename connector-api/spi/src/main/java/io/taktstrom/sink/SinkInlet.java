package io.taktstrom.sink;

import java.io.IOException;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;

/**
 * Where the samples of one pipeline enter a sink. All calls come from the pipeline's own thread, one at a time.
 *
 * <p>Samples come in {@linkplain FlushUnit flush units} of one or more batches. An inlet gathers until the unit is complete, or
 * sends the first of them meanwhile; when that call returns, every sample of the unit is <em>published</em>: the receiver has
 * acknowledged it.
 *
 * <pre>
 *   publish(a, unit 7)
 *   publish(b, unit 7, complete)               returns        a and b are published, but for those that were refused
 *   publish(c, unit 8)
 *   publish(d, unit 8, complete)               IOException    forget c and d: the receiver is away
 *   publish(c, unit 8, 2nd attempt)                           the same samples, cut into the same batches
 *   publish(d, unit 8, 2nd attempt, complete)  returns        c and d are published
 *   publish(e, unit 9, complete)               RuntimeException   forget e: dropped, and counted as sinkFailed
 * </pre>
 */
@FunctionalInterface
public interface SinkInlet extends AutoCloseable {

    /** What a unit has at most, where the inlet says nothing else. */
    int STANDARD_UNIT_SAMPLES = 4_096;

    /** What a unit has at most, whatever the inlet says. */
    int MAX_UNIT_SAMPLES = 65_536;

    /**
     * Takes one batch, and with the unit's last one sees to it that the receiver has them all.
     *
     * <p>After an exception the inlet forgets what it has gathered of the unit. A call has its own time limits; when the
     * pipeline must close and a call does not return, its thread is interrupted, and the call ends with an exception soon.
     *
     * @param batch valid during the call only, not to be changed; its samples were received together and belong to one
     *     group. What was derived from a {@linkplain SampleBatch#group group} may be kept for as long as batches are of
     *     that very group
     * @param unit what the batch is a part of; the same object each time, valid during the call only
     * @throws IOException when the receiver cannot be reached now. The whole unit is delivered again, after a while, as often
     *     as it takes; so the receiver may see samples twice, unless it is told the unit's {@linkplain FlushUnit#number
     *     number}. Any other exception says that a repetition would not help: the unit is dropped. Single samples that the
     *     receiver will never take are {@linkplain FlushUnit#refuse refused}, and the others published
     */
    void publish(SampleBatch batch, FlushUnit unit) throws IOException;

    /**
     * How many samples a unit may have, when so many wait; never more than {@link #MAX_UNIT_SAMPLES}. A receiver that is far
     * away, and idle between two units, does better with large ones; they take memory, and come again as a whole. So units
     * become as large as that only while full ones are acknowledged within a tenth of a second. Asked once, when the
     * pipeline starts.
     */
    default int unitSamples() {
        return STANDARD_UNIT_SAMPLES;
    }

    /**
     * Says which points are known to come, after a reload of the deployment, in place of what {@link Sink#inlet} was told. A sink that
     * shows points that have no samples follows it. Called by another thread while the pipeline holds still.
     *
     * @throws IOException when some of them cannot end here: which, why and what to do; the others do
     */
    default void follow(List<DataPoint> points) throws IOException {}

    /**
     * Called once, after the last batch, by the pipeline's thread; or, when another sink takes the place of this one, by another
     * thread while the pipeline holds still. Leaves the sink open for its other inlets.
     */
    @Override
    default void close() throws IOException {}
}
