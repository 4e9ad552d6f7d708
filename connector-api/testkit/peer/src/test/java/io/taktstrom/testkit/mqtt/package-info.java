/**
 * The broker mosquitto and a third-party client, for tests of what publishes over MQTT.
 *
 * <pre>
 *  what is tested --&gt; FaultProxy --&gt; Mosquitto (a process) --&gt; MqttPeer (a process: paho, pysparkplug)
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.mqtt;

import org.jspecify.annotations.NullMarked;
