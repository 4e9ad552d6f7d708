/**
 * Commands over MQTT: what comes in on a topic goes to the gate, and what becomes of it out on another.
 *
 * <pre>
 *  broker --topic--&gt; Broker (a session that is kept) --submit--&gt; CommandGate
 *  broker &lt;--answers-- MqttCommands, on a thread of its own &lt;--CommandAnswer--'
 *  broker &lt;--acknowledged, once it has the answer
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt.command;

import org.jspecify.annotations.NullMarked;
