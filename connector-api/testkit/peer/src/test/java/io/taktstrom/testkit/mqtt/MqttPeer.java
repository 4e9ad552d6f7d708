package io.taktstrom.testkit.mqtt;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

import io.taktstrom.testkit.peer.PeerProcess;

/** A third-party MQTT client, in a process of its own, which hears what is published. One thread. */
public final class MqttPeer implements AutoCloseable {

    private final Path script;
    private final PeerProcess process;

    private MqttPeer(Path script, PeerProcess process) {
        this.script = script;
        this.process = process;
    }

    /** Hears what comes under a filter from now on. */
    public static MqttPeer listen(InetSocketAddress broker, String filter) throws IOException {
        return start(broker, "peer", "0", filter);
    }

    /** The same; the broker keeps for it what comes while one of the two is away. */
    public static MqttPeer listenForGood(InetSocketAddress broker, String clientId, String filter) throws IOException {
        return start(broker, clientId, "1", filter);
    }

    private static MqttPeer start(InetSocketAddress broker, String clientId, String kept, String filter)
            throws IOException {
        Path script = Files.createTempFile("peer", ".py");
        try (InputStream source = MqttPeer.class.getResourceAsStream("peer.py")) {
            if (source == null) {
                throw new IllegalStateException("peer.py is missing beside this class");
            }
            Files.write(script, source.readAllBytes());
        }
        PeerProcess process = PeerProcess.start(
                "TAKT_PYTHON",
                "a Python with paho-mqtt and pysparkplug",
                script,
                broker.getHostString(),
                Integer.toString(broker.getPort()),
                clientId,
                kept,
                filter);
        MqttPeer peer = new MqttPeer(script, process);
        process.line("ok");
        return peer;
    }

    /** All that it has heard, as a JSON array of objects with topic, payload (Base64), qos, retain and more. */
    public String messages() throws IOException {
        return process.tell("messages", "ok ");
    }

    /** The same, which it forgets then. */
    public String take() throws IOException {
        return process.tell("take", "ok ");
    }

    /** All that it has heard, decoded as Sparkplug: kind, device, seq, metrics. */
    public String sparkplug() throws IOException {
        return process.tell("sparkplug", "ok ");
    }

    /** Forgets all that it has heard by now. */
    public void reset() throws IOException {
        process.tell("reset", "ok");
    }

    /** Publishes a message itself. */
    public void publish(String topic, byte[] payload, boolean retain) throws IOException {
        process.tell(
                "publish " + topic + " 1 " + (retain ? "1 " : "0 ")
                        + Base64.getEncoder().encodeToString(payload),
                "ok");
    }

    /** Publishes a text itself. */
    public void publish(String topic, String text, boolean retain) throws IOException {
        publish(topic, text.getBytes(StandardCharsets.UTF_8), retain);
    }

    /**
     * Publishes a text, and wants an answer.
     *
     * @param correlation what the answer should carry, without spaces
     */
    public void request(String topic, int qos, String text, String responseTopic, String correlation)
            throws IOException {
        process.tell(
                "request " + topic + " " + qos + " " + responseTopic + " " + correlation + " "
                        + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)),
                "ok");
    }

    @Override
    public void close() throws IOException {
        process.close();
        Files.delete(script);
    }
}
