/**
 * From a source to a sink, with an exact account of every sample.
 *
 * <pre>
 *  source's thread                                               sink's thread
 *
 *  SampleSink inlet --&gt; Stage --&gt; Stage --&gt; SampleQueue ----------&gt; DeliveryAgent --&gt; SinkInlet
 *  (one per source)       |         |        |  |     ^                 |
 *                         v         v        |  v     |                 v
 *                      dropped(deadband …)   |  SampleLog on disk    published, dropped(refused, sinkFailed)
 *                                            v
 *                                  dropped(overflow …)
 *
 *  received = published + buffered + dropped          (Accounting, true at every moment)
 * </pre>
 */
@NullMarked
package io.taktstrom.stream;

import org.jspecify.annotations.NullMarked;
