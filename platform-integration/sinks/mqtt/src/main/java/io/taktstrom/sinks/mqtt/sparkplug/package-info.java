/**
 * The sink {@code sparkplug}: an edge node of Sparkplug B 3.0, whose devices are the connections.
 *
 * <pre>
 *  SparkplugInlet (one per stream)             EdgeNode (one per sink)                      the broker
 *    samples --&gt; frames of the unit -------&gt;   births of the session, sequence numbers --&gt;  NBIRTH DBIRTH DDATA DDEATH
 *                DBIRTH DDATA DDEATH           bdSeq, primary host, rebirth  &lt;-----------   NCMD, STATE; NDEATH as our will
 *                  |
 *                  '- SparkplugDevice: SparkplugMetric ... name, alias, last value   SparkplugWriter: the bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt.sparkplug;

import org.jspecify.annotations.NullMarked;
