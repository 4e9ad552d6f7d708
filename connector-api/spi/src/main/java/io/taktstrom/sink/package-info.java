/**
 * What a sink implements: where streams end.
 *
 * <pre>
 *  SinkProvider --open(OptionValues, SinkContext)--> Sink --inlet(stream, points)--> SinkInlet
 *   (one per type, stateless)                         |                                ^  publish(SampleBatch, FlushUnit)
 *                                                     +-- health()                     |
 *                                                                         a pipeline's thread
 *
 *  returned from the unit's last batch: published    IOException: again    refuse(sample): never    otherwise: dropped
 * </pre>
 */
@NullMarked
package io.taktstrom.sink;

import org.jspecify.annotations.NullMarked;
