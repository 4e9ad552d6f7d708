/**
 * A broker, as all that is sent to it over MQTT sees it: one session at a time, replaced when it is lost.
 *
 * <pre>
 *  BrokerOptions --&gt; BrokerSettings --&gt; Broker --(one at a time)--&gt; MqttSession --&gt; Protocol (3.1.1 or 5) --&gt; the client library
 *                                        |  ^                          lives once, never reconnects; one I/O thread
 *   enter, publish, ... -----------------+  +-- SessionCallbacks: last will, first and last messages
 *     several at once; alone while a poison message is looked for (PoisonMessageDetector)
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt.broker;

import org.jspecify.annotations.NullMarked;
