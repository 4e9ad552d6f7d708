package io.taktstrom.cli.plant;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.testkit.FaultProxy;
import tools.jackson.databind.json.JsonMapper;

/** A server of another project behind a proxy, which takes what takt publishes. One thread. */
public abstract class Receiver implements AutoCloseable {

    static final JsonMapper JSON = new JsonMapper();

    /** The stream of a deployment that has one. */
    private static final String ONE = "all";

    private final List<SeenSample> taken = new ArrayList<>();

    /** Starts one. */
    @FunctionalInterface
    public interface Starting {
        Receiver start() throws Exception;
    }

    /** All there are, by their names on the page. */
    public static Map<String, Starting> all() {
        return new TreeMap<>(Map.of(
                "HTTP", HttpReceiver::new,
                "Kafka", () -> new KafkaReceiver(ONE),
                "MQTT, QoS 1", () -> new MqttReceiver(1),
                "PostgreSQL", PostgresReceiver::new,
                "AMQP (RabbitMQ)", AmqpReceiver::new));
    }

    public abstract FaultProxy proxy();

    /** The options of a sink that sends to it, without braces. */
    public abstract String options();

    /** What it got since the last call, in its order: of this stream, where its options tell streams apart. */
    public abstract List<SeenSample> next(String stream) throws IOException;

    /** What it has by now of the only stream, in its order. */
    public final List<SeenSample> received() throws IOException {
        taken.addAll(next(ONE));
        return taken;
    }

    /** It goes, in the hardest way in which it keeps what it has acknowledged. */
    public abstract void kill() throws IOException;

    /** It starts again, with what is on its disk. */
    public abstract void restart() throws IOException;

    /** Sends a signal such as STOP to its processes. */
    public void signal(String name) throws IOException {
        throw new UnsupportedOperationException("signal " + name);
    }

    /** What {@link #kill} does. */
    public String crash() {
        return "it is killed (SIGKILL)";
    }

    /** Whether it drops what is sent again; otherwise a sample may come twice. */
    public boolean dropsRepeats() {
        return false;
    }

    @Override
    public abstract void close() throws IOException;

    static FaultProxy proxy(int port) throws IOException {
        return FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
    }
}
