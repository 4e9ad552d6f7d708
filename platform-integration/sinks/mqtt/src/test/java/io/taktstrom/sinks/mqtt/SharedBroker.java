package io.taktstrom.sinks.mqtt;

import java.io.IOException;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;

/** One broker and one client that hears all, for the tests of a class. */
public final class SharedBroker implements AutoCloseable {

    private final Mosquitto mosquitto;
    private final MqttPeer peer;

    /** @param settings more lines of the broker's configuration */
    public SharedBroker(String... settings) throws IOException {
        mosquitto = Mosquitto.start(settings);
        peer = MqttPeer.listen(mosquitto.address(), "#");
    }

    public MqttPeer peer() {
        return peer;
    }

    public Mosquitto mosquitto() {
        return mosquitto;
    }

    /** A new one before the broker. */
    public FaultProxy proxy() throws IOException {
        return FaultProxy.start(mosquitto.address(), 1);
    }

    @Override
    public void close() throws IOException {
        peer.close();
        mosquitto.close();
    }
}
