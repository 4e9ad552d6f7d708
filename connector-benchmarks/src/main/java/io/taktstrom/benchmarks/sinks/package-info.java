/**
 * From a source that is always ready to a receiver's acknowledgement, beside the client library alone and a bare socket.
 *
 * <pre>
 *  PlantSource --&gt; Pipeline --&gt; our sink --&gt; client library --&gt; receiver (a process of its own)    taktstrom
 *                        Payloads --&gt; client library --&gt; receiver                                   library
 *                        Payloads -------------------&gt; DrainServer                                  socket
 * </pre>
 *
 * <p>A slice ends when all that was given in it is acknowledged.
 */
@NullMarked
package io.taktstrom.benchmarks.sinks;

import org.jspecify.annotations.NullMarked;
