package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.ProxiedReceiver;
import io.taktstrom.testkit.sink.SinkContract;

/** A topic of a real broker, read by librdkafka. What is away is the way to it. */
final class KafkaTopic implements ProxiedReceiver {

    private final KafkaBench bench;
    private final String topic;
    private final Map<String, String> options = new HashMap<>();

    KafkaTopic(KafkaBench bench, Map<String, String> more) throws IOException {
        this.bench = bench;
        // More than one partition: a key stays in order all the same.
        topic = bench.topic(3);
        options.put("brokers", bench.broker().address());
        options.put("topic", topic);
        options.put("timeout", "3s");
        options.put("maxMessage", "32KiB");
        options.putAll(more);
    }

    @Override
    public FaultProxy proxy() {
        return bench.broker().proxy();
    }

    @Override
    public SinkProvider provider() {
        return new KafkaProvider();
    }

    @Override
    public Map<String, String> options() {
        return Map.copyOf(options);
    }

    @Override
    public Map<String, String> unusableOptions() {
        Map<String, String> unusable = new HashMap<>(options);
        unusable.putAll(Map.of("tls", "true", "ca", "/no/such/file.pem"));
        return unusable;
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.FULL, "a broker whose disk is full ends",
                SinkContract.REPEATS, "Kafka has no place for the number of a unit",
                SinkContract.NO_ALLOCATION,
                        "Kafka's client makes objects for each message; MessageUnitTest shows our part");
    }

    @Override
    public DataType refusedType() {
        return StringType.string(60_000);
    }

    @Override
    public Object refusedValue() {
        return "x".repeat(60_000);
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        return bench.read(topic).stream().map(ReadMessage::asSample).toList();
    }

    @Override
    public void stall() {
        proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(1);
    }

    @Override
    public boolean isReceiverThread(Thread thread) {
        return thread.getName().startsWith("fault-proxy-");
    }

    @Override
    public void close() {
        proxy().clear();
    }
}
