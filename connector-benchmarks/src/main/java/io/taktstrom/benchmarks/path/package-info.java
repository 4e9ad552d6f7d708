/**
 * Whole paths from a device to a consumer behind a broker, ours and others'.
 *
 * <pre>
 *  MiloServer --OPC UA--&gt; takt run | Telegraf | asyncua and paho --MQTT--&gt; mosquitto --&gt; MqttListener --&gt; Arrivals
 *  DeviceServer --ADS, S7--&gt; takt run --MQTT--&gt; mosquitto --&gt; MqttListener --&gt; Arrivals
 *  simulated PLC --ADS--&gt; NotifyToKafka ---------------------------------&gt; Kafka -----&gt; KafkaConsumer  --&gt; Arrivals
 * </pre>
 *
 * <p>Each value is a number of its own, so what is missing, repeated or late is known at the end, whatever the path.
 */
@NullMarked
package io.taktstrom.benchmarks.path;

import org.jspecify.annotations.NullMarked;
