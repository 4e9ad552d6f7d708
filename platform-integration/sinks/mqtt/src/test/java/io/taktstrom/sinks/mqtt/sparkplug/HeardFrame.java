package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.testkit.mqtt.MqttPeer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A message of Sparkplug, as a third-party decoder reads it. */
record HeardFrame(String kind, String device, int seq, int qos, boolean retain, List<HeardMetric> metrics) {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int NONE = -1;

    /**
     * @param onWire whether the name itself was in the message, rather than the alias alone
     * @param time milliseconds since 1970
     * @param about its properties
     */
    record HeardMetric(
            String name,
            boolean onWire,
            long alias,
            String type,
            Object value,
            boolean isNull,
            boolean historical,
            long time,
            Map<String, String> about) {}

    static List<HeardFrame> by(MqttPeer peer) throws IOException {
        return MAPPER.readTree(peer.sparkplug())
                .valueStream()
                .map(HeardFrame::of)
                .toList();
    }

    private static HeardFrame of(JsonNode json) {
        return new HeardFrame(
                json.get("kind").stringValue(),
                json.get("device").stringValue(),
                json.get("seq").intValue(NONE),
                json.get("qos").intValue(),
                json.get("retain").booleanValue(),
                json.get("metrics").valueStream().map(HeardFrame::metric).toList());
    }

    private static HeardMetric metric(JsonNode json) {
        Map<String, String> about = new TreeMap<>();
        json.get("about")
                .properties()
                .forEach(entry -> about.put(entry.getKey(), entry.getValue().asString()));
        return new HeardMetric(
                json.get("name").stringValue(),
                json.get("onWire").booleanValue(),
                json.get("alias").longValue(NONE),
                json.get("type").stringValue(),
                json.get("value").isNull() ? "null" : json.get("value").asString(),
                json.get("null").booleanValue(),
                json.get("historical").booleanValue(),
                json.get("time").longValue(NONE),
                about);
    }
}
