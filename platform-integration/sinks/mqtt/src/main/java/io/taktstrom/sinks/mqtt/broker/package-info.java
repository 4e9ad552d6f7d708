/**
 * A broker, as all that is sent to it over MQTT sees it: one session at a time, replaced when it is lost.
 *
 * <pre>
 *  BrokerOptions --&gt; BrokerSettings --&gt; Broker --(one at a time)--&gt; Session (3.1.1 or 5) --&gt; the client library, one I/O thread
 *                                        |  ^                          lives once, never reconnects
 *   deliver(messages) -------------------+  +-- SessionCallbacks: last will, first and last messages
 *     all sent, then all acknowledged; PipelinedPublishes: those that were sent while the others were being made
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt.broker;

import org.jspecify.annotations.NullMarked;
