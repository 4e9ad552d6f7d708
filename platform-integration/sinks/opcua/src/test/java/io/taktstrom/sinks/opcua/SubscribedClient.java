package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkFeatures;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.awaitility.Awaitility;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.sdk.client.SessionActivityListener;
import org.eclipse.milo.opcua.sdk.client.UaSession;
import org.eclipse.milo.opcua.sdk.client.nodes.UaVariableNode;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaMonitoredItem;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaSubscription;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.eclipse.milo.opcua.stack.core.types.enumerated.DataChangeTrigger;
import org.eclipse.milo.opcua.stack.core.types.structured.DataChangeFilter;
import org.jspecify.annotations.Nullable;

/** A client of Milo with a long queue on each variable. It has all once the server has nothing more to tell. */
final class SubscribedClient implements SinkUnderTest, OpcUaSubscription.SubscriptionListener {

    private static final long EPOCH_TICKS = 116_444_736_000_000_000L;
    private static final int QUEUE = 50_000;

    private record Arrived(String point, DataValue value) {}

    private final Path folder;
    private final HeldPort port = new HeldPort();
    private final Map<String, UaVariableNode> nodes = new ConcurrentHashMap<>();
    /** Guarded by this, as is all below. */
    private final List<Arrived> arrived = new ArrayList<>();

    private int silences;
    private volatile boolean lost;
    private @Nullable OpcUaClient client;
    private @Nullable OpcUaSubscription subscription;

    SubscribedClient(Path folder) throws IOException {
        this.folder = folder;
    }

    @Override
    public SinkProvider provider() {
        return new OpcUaServerProvider(this::subscribe);
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                "port", String.valueOf(port.number()),
                "pki", folder.toString(),
                "maxQueueSize", String.valueOf(QUEUE),
                "maxQueuedValues", "100000000");
    }

    @Override
    public Map<String, String> unusableOptions() {
        return Map.of("bind", "192.0.2.1", "pki", folder.toString(), "anonymous", "always");
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkFeatures.OUTAGE, "the receiver is in this process",
                SinkFeatures.FULL, "the address space has the last value only",
                SinkFeatures.STALL, "no client is waited for",
                SinkFeatures.REPEATS, "the last value is set again",
                SinkFeatures.REOPENING, "the address space begins without values",
                SinkFeatures.RECEIVED_AT, "a server that does not know it states its own time",
                SinkFeatures.VALUE_NANOSECONDS, "a DateTime has units of 100 ns",
                SinkFeatures.NO_ALLOCATION, "Milo's values are objects");
    }

    @Override
    public DataType refusedType() {
        return new StructType(
                "ST_Twice",
                List.of(new StructType.Field("x", ScalarType.INT, 0), new StructType.Field("x", ScalarType.INT, 2)),
                4);
    }

    @Override
    public Object refusedValue() {
        return Map.of("x", 1);
    }

    private void subscribe(String point) {
        try {
            OpcUaSubscription to = subscription();
            NodeId id = new NodeId(2, point);
            nodes.put(point, to.getClient().getAddressSpace().getVariableNode(id));
            OpcUaMonitoredItem item = OpcUaMonitoredItem.newDataItem(id);
            item.setUserObject(point);
            item.setQueueSize(UInteger.valueOf(QUEUE));
            item.setFilter(new DataChangeFilter(DataChangeTrigger.StatusValueTimestamp, UInteger.valueOf(0), 0.0));
            synchronized (nodes) {
                to.addMonitoredItem(item);
                to.synchronizeMonitoredItems();
            }
        } catch (UaException e) {
            throw new IllegalStateException("cannot subscribe to " + point, e);
        }
    }

    private synchronized OpcUaSubscription subscription() throws UaException {
        OpcUaSubscription known = subscription;
        if (known == null) {
            OpcUaClient connected = OpcUaClient.create("opc.tcp://127.0.0.1:" + port.number() + "/")
                    .connect();
            known = new OpcUaSubscription(connected, 10.0);
            known.setLifetimeAndKeepAliveCalculated(false);
            known.setMaxKeepAliveCount(UInteger.valueOf(2));
            known.setLifetimeCount(UInteger.valueOf(10_000));
            known.setSubscriptionListener(this);
            known.create();
            connected.addSessionActivityListener(new SessionActivityListener() {
                @Override
                public void onSessionInactive(UaSession session) {
                    lost = true;
                }
            });
            client = connected;
            subscription = known;
        }
        return known;
    }

    @Override
    public synchronized void onDataReceived(
            OpcUaSubscription from, List<OpcUaMonitoredItem> items, List<DataValue> values) {
        for (int i = 0; i < items.size(); i++) {
            arrived.add(new Arrived(items.get(i).getUserObject().orElseThrow().toString(), values.get(i)));
        }
    }

    @Override
    public synchronized void onKeepAliveReceived(OpcUaSubscription from) {
        silences++;
    }

    private synchronized int count(boolean ofSilences) {
        return ofSilences ? silences : arrived.size();
    }

    /** A server that has nothing to send says so by a keep-alive; of two, the second was made after this was called. */
    private void awaitAll() {
        int before = count(true);
        Awaitility.await()
                .atMost(patience())
                .pollInterval(Duration.ofMillis(5))
                .until(() -> count(true) >= before + 2 || lost);
        if (lost) {
            int[] last = {-1};
            // It was sent before the connection was closed, and is on its way through the client.
            Awaitility.await()
                    .atMost(patience())
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> {
                        int now = count(false);
                        boolean same = now == last[0];
                        last[0] = now;
                        return same;
                    });
        }
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        OpcUaClient connected;
        synchronized (this) {
            connected = client;
        }
        if (connected == null) {
            return List.of();
        }
        awaitAll();
        List<ReceivedSample> samples = new ArrayList<>();
        synchronized (this) {
            for (Arrived each : arrived) {
                long code = each.value().statusCode().value() & 0xFFFF_0000L;
                if (code != StatusCodes.Bad_WaitingForInitialData && code != StatusCodes.Bad_NodeIdUnknown) {
                    samples.add(sample(connected, each));
                }
            }
        }
        return samples;
    }

    private ReceivedSample sample(OpcUaClient client, Arrived each) throws IOException {
        UaVariableNode node = Objects.requireNonNull(nodes.get(each.point()));
        String text =
                String.valueOf(Objects.requireNonNull(node.getDescription()).text());
        DataValue value = each.value();
        StatusCode status = value.statusCode();
        return new ReceivedSample(
                each.point(),
                PlainValues.of(
                        client,
                        node.getDataType(),
                        text.substring(text.lastIndexOf(' ') + 1),
                        value.value().value()),
                io.taktstrom.data.StatusCode.name((int) status.value()),
                nanos(value.sourceTime(), value.sourcePicoseconds()),
                nanos(value.serverTime(), value.serverPicoseconds()));
    }

    private static long nanos(@Nullable DateTime time, @Nullable UShort picoseconds) {
        // 0 is none (OPC 10000-6, 5.2.2.5).
        return time == null || time.utcTime() == 0
                ? SampleBatch.NO_TIME
                : (time.utcTime() - EPOCH_TICKS) * 100 + (picoseconds == null ? 0 : picoseconds.intValue() / 100);
    }

    @Override
    public boolean isReceiverThread(Thread thread) {
        return !thread.getName().startsWith(OpcUaServerSink.THREADS);
    }

    @Override
    public void close() throws IOException {
        OpcUaClient connected;
        synchronized (this) {
            connected = client;
        }
        if (connected != null) {
            var unused = connected.disconnectAsync();
        }
        port.close();
    }
}
