package io.taktstrom.sinks.mqtt.sparkplug;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.TextBuffer;

/** A connection, as a device of the edge node. Thread-safe. */
final class SparkplugDevice {

    final String name;
    final MqttTopic birth;
    final MqttTopic data;
    final MqttTopic death;

    /** By name; of two of one name and different types, the one that came last. */
    private final Map<String, SparkplugMetric> metrics = new ConcurrentHashMap<>();

    private volatile boolean dead;

    /** @param topics of the edge node, by the type of the message */
    SparkplugDevice(String name, Function<String, String> topics) {
        this.name = name;
        birth = MqttTopic.of(topics.apply("DBIRTH") + "/" + name);
        data = MqttTopic.of(topics.apply("DDATA") + "/" + name);
        death = MqttTopic.of(topics.apply("DDEATH") + "/" + name);
    }

    /** Makes a metric the one that is meant by its name from now on. It is told with the next birth. */
    void tell(SparkplugMetric metric) {
        SparkplugMetric before = metrics.put(metric.name, metric);
        if (before != null && before != metric) {
            before.setTold(false);
        }
        metric.setTold(true);
    }

    /** Whether anything was told of it yet. */
    boolean isKnown() {
        return !metrics.isEmpty();
    }

    boolean isDead() {
        return dead;
    }

    void setDead(boolean newDead) {
        dead = newDead;
    }

    /** Whether none of its points can be reached. */
    boolean isOutOfReach() {
        for (SparkplugMetric metric : metrics.values()) {
            switch (metric.status() & ~0xFFFF) {
                case StatusCode.BAD_NOT_CONNECTED,
                        StatusCode.BAD_NO_COMMUNICATION,
                        StatusCode.BAD_CONNECTION_CLOSED,
                        StatusCode.BAD_COMMUNICATION_ERROR,
                        // Nothing came of it yet.
                        StatusCode.BAD_WAITING_FOR_INITIAL_DATA -> {}
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    /** All that is known of it, but for the sequence number. */
    void writeBirth(long nowMillis, SparkplugWriter writer, TextBuffer payload) {
        SparkplugWriter.timestamp(nowMillis, payload);
        List<SparkplugMetric> inOrder = new ArrayList<>(metrics.values());
        inOrder.sort((a, b) -> Long.compare(a.alias, b.alias));
        for (SparkplugMetric metric : inOrder) {
            metric.writeBirth(nowMillis, writer, payload);
        }
    }
}
