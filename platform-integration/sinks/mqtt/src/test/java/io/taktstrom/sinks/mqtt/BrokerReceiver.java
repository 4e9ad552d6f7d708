package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.ProxiedReceiver;
import io.taktstrom.testkit.sink.SinkContract;

/** A broker behind a proxy, as a third-party client hears it. */
public final class BrokerReceiver implements ProxiedReceiver {

    /** Reads all that the client heard. */
    @FunctionalInterface
    public interface Reading {
        List<ReceivedSample> all() throws IOException;
    }

    private static final int TOO_LARGE = 30_000;

    private final FaultProxy proxy;
    private final SinkProvider provider;
    private final Map<String, String> options;
    private final Map<String, String> missing;
    private final Reading reading;

    /** @param broker with nothing heard of it yet */
    public BrokerReceiver(
            SharedBroker broker,
            SinkProvider provider,
            Map<String, String> options,
            Map<String, String> missing,
            Reading reading)
            throws IOException {
        this.provider = provider;
        this.reading = reading;
        proxy = broker.proxy();
        this.options = new HashMap<>(options);
        this.options.put("url", "mqtt://127.0.0.1:" + proxy.address().getPort());
        this.missing = new HashMap<>(missing);
        this.missing.put(SinkContract.FULL, "a broker drops what its clients do not fetch, and says nothing to us");
        this.missing.put(SinkContract.REPEATS, "a broker hands on whatever comes: a sample may come twice");
        this.missing.put(SinkContract.NO_ALLOCATION, "the client library makes objects for each message");
        broker.peer().reset();
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public SinkProvider provider() {
        return provider;
    }

    @Override
    public Map<String, String> options() {
        return options;
    }

    @Override
    public Map<String, String> unusableOptions() {
        Map<String, String> unusable = new HashMap<>(options);
        unusable.put("url", "mqtts://127.0.0.1");
        unusable.put("ca", "no/such/file.pem");
        return unusable;
    }

    @Override
    public Map<String, String> missing() {
        return missing;
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        recover();
        return reading.all();
    }

    @Override
    public void stall() {
        proxy.arm(new Fault.Stall(Direction.TO_SERVER, 0));
        proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
    }

    @Override
    public DataType refusedType() {
        return StringType.string(TOO_LARGE);
    }

    @Override
    public Object refusedValue() {
        return "x".repeat(TOO_LARGE);
    }

    @Override
    public boolean isReceiverThread(Thread thread) {
        return thread.getName().startsWith("fault-proxy");
    }

    @Override
    public void close() {
        proxy.close();
    }
}
