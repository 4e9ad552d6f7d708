/**
 * The sink {@code mqtt}: samples as messages under topics that a template makes.
 *
 * <pre>
 *  MqttSinkProvider --&gt; MqttInlet (one per stream) --&gt; MessageUnit --&gt; Broker --&gt; MQTT 3.1.1 or 5
 *                         |             |  topic of the point, payload of the format
 *                         |             '- a unit's messages all sent, then all acknowledged
 *                         '- StatusTopic: online, offline, and the last will
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt;

import org.jspecify.annotations.NullMarked;
