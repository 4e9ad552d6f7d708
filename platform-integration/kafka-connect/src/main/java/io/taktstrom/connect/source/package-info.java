/**
 * The source connector: connections of a deployment as tasks.
 *
 * <pre>
 *  TaktstromSourceConnector --Assignment--> TaktstromSourceTask (worker's thread)       Connect's producer
 *                                             | poll()            ^ commitRecord()            |
 *   device --> ring --> pipeline's thread --> UnitHandover: waiting, in flight &lt;----' acknowledged
 *                        '-- ConnectInlet: SampleRecords (schemas, topics, keys), Numbering (offsets)
 * </pre>
 *
 * <p>A flush unit is published when Connect's producer has an acknowledgement for each of its records. Nothing more is taken from a
 * ring meanwhile; so whatever holds up the topics, holds up the ring, and its policy decides.
 */
@NullMarked
package io.taktstrom.connect.source;

import org.jspecify.annotations.NullMarked;
