package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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

/** A queue of a real broker behind an exchange, emptied by pika. What is away is the way to it. */
final class AmqpQueue implements ProxiedReceiver {

    private final AmqpBench bench;
    private final String name;
    private final List<ReceivedSample> taken = new ArrayList<>();
    private boolean isFull;

    AmqpQueue(AmqpBench bench) throws IOException {
        this.bench = bench;
        name = bench.exchangeWithQueue();
    }

    @Override
    public FaultProxy proxy() {
        return bench.broker().proxy();
    }

    @Override
    public SinkProvider provider() {
        return new AmqpProvider();
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                "url",
                bench.broker().url(),
                "exchange",
                name,
                "maxMessage",
                "32KiB",
                "timeout",
                "10s",
                "connectTimeout",
                "3s");
    }

    @Override
    public Map<String, String> unusableOptions() {
        Map<String, String> unusable = new HashMap<>(options());
        unusable.putAll(Map.of("url", bench.broker().tlsUrl(), "ca", "/no/such/file.pem"));
        return unusable;
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.REPEATS, "the broker does not look at message_id; a receiver can",
                SinkContract.NO_ALLOCATION,
                        "the client makes objects for each message; MessageUnitTest shows our part");
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
        bench.reader().read("take " + name).stream().map(ReadMessage::asSample).forEach(taken::add);
        return List.copyOf(taken);
    }

    @Override
    public void stall() {
        proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
    }

    /** A queue that has room for none says so to the publisher. */
    @Override
    public void fill() throws IOException {
        received();
        replaceQueue("queue " + name + " 0");
        isFull = true;
    }

    private void replaceQueue(String declaration) throws IOException {
        bench.reader().tell("delete " + name);
        bench.reader().tell(declaration);
        bench.reader().tell("bind " + name + " " + name + " #");
    }

    @Override
    public void recover() throws IOException {
        proxy().clear();
        // Any other queue may get what was held up, just now, and must not take it with it.
        if (isFull) {
            replaceQueue("queue " + name);
            isFull = false;
        }
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
    public void close() throws IOException {
        proxy().clear();
        bench.reader().tell("delete " + name);
    }
}
