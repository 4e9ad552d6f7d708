package io.taktstrom.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.model.DataPoint;

/**
 * A broker, a database, a file: opened once, whatever the number of pipelines that end in it. Thread-safe: inlets are made by
 * one thread while others publish.
 *
 * <pre>
 *   SinkProvider --open(options)--> Sink --inlet(stream a)--> SinkInlet   (thread of pipeline a)
 *   (one per type, stateless)         |   --inlet(stream b)--> SinkInlet   (thread of pipeline b)
 *                                     +-- health()
 * </pre>
 */
@FunctionalInterface
public interface Sink extends AutoCloseable {

    /**
     * The end of one more pipeline.
     *
     * @param stream name of the stream, unique among the inlets of this sink; tells its samples apart where the receiver can
     * @param points what is known to come, with units and labels, for a sink that declares what it sends. Others may come
     *     when a device is browsed; each batch says by its group which points its samples belong to, and of what type
     * @throws IOException when the stream cannot end here: the message says why and what to do
     */
    SinkInlet inlet(String stream, List<DataPoint> points) throws IOException;

    /** How its receiver does, as far as the sink knows now. Sends no request; called by any thread at any time. */
    default SinkHealth health() {
        return SinkHealth.WELL;
    }

    /**
     * How long {@link #close} may take; 10 s at most. Half a second is enough for a receiver that has acknowledged what it got;
     * a sink that completes files at its end takes more.
     */
    default Duration closeTime() {
        return Duration.ofMillis(500);
    }

    /**
     * Called after the last inlet was closed; called again, it does nothing. It has a time limit of its own: the caller
     * waits for {@link #closeTime}, and then leaves the sink behind. An inlet that is called after this throws.
     *
     * @throws IOException when what was published may not be safe after all, or the receiver was not told of the end
     */
    @Override
    default void close() throws IOException {}
}
