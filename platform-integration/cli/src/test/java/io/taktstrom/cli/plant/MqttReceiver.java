package io.taktstrom.cli.plant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import tools.jackson.databind.JsonNode;

/** Mosquitto, heard by paho. */
public final class MqttReceiver extends Receiver {

    private final int qos;
    private final Mosquitto broker =
            Mosquitto.start("persistence true", "persistence_location {folder}/", "autosave_interval 1");
    private final MqttPeer peer = MqttPeer.listenForGood(broker.address(), "faults", "#");
    private final FaultProxy proxy = FaultProxy.start(broker.address(), 1);
    private final Map<String, List<SeenSample>> waiting = new HashMap<>();

    public MqttReceiver(int qos) throws IOException {
        this.qos = qos;
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public String options() {
        return "type: mqtt, url: \"mqtt://127.0.0.1:%d\", qos: %d, topic: \"{stream}/{point}\""
                .formatted(proxy.address().getPort(), qos);
    }

    @Override
    public List<SeenSample> next(String stream) throws IOException {
        for (JsonNode message : JSON.readTree(peer.take())) {
            String topic = message.get("topic").stringValue();
            String sample = new String(
                    Base64.getDecoder().decode(message.get("payload").stringValue()), StandardCharsets.UTF_8);
            waiting.computeIfAbsent(topic.substring(0, topic.indexOf('/')), any -> new ArrayList<>())
                    .add(SeenSample.ofJson(sample));
        }
        List<SeenSample> found = waiting.remove(stream);
        return found == null ? List.of() : found;
    }

    @Override
    public String crash() {
        return "it is stopped (SIGTERM)";
    }

    @Override
    public void kill() {
        broker.stop();
    }

    @Override
    public void restart() throws IOException {
        broker.startAgain();
    }

    @Override
    public void signal(String name) throws IOException {
        broker.signal(name);
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        peer.close();
        broker.close();
    }
}
