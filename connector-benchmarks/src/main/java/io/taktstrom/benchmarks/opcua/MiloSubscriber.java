package io.taktstrom.benchmarks.opcua;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaMonitoredItem;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaSubscription;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** Milo's own client as a subscriber, as its examples show it. */
final class MiloSubscriber implements OpcUaSubscription.SubscriptionListener {

    private final Load load;
    private final ClientTally tally;

    private MiloSubscriber(Load load, ClientTally tally) {
        this.load = load;
        this.tally = tally;
    }

    static AutoCloseable subscribe(String uri, Load load, ClientTally tally) throws Exception {
        OpcUaClient client = connect(uri);
        UShort namespace = namespace(client);
        OpcUaSubscription subscription = new OpcUaSubscription(client, (double) load.periodMillis());
        subscription.setSubscriptionListener(new MiloSubscriber(load, tally));
        subscription.create();
        List<OpcUaMonitoredItem> items = new ArrayList<>();
        for (int i = 0; i < load.items(); i++) {
            OpcUaMonitoredItem item = OpcUaMonitoredItem.newDataItem(new NodeId(namespace, load.item(i)));
            item.setSamplingInterval(0);
            item.setQueueSize(uint(Load.QUEUE));
            item.setUserObject(i);
            items.add(item);
        }
        subscription.addMonitoredItems(items);
        subscription.synchronizeMonitoredItems();
        return client::disconnect;
    }

    static OpcUaClient connect(String uri) throws Exception {
        OpcUaClient client = OpcUaClient.create(
                uri,
                endpoints -> endpoints.stream()
                        .filter(each -> SecurityPolicy.None.getUri().equals(each.getSecurityPolicyUri()))
                        .findFirst(),
                transport -> {},
                config -> config.setEncodingLimits(MiloServer.LIMITS));
        client.connect();
        return client;
    }

    static UShort namespace(OpcUaClient client) throws Exception {
        return Objects.requireNonNull(client.readNamespaceTable().getIndex(CountingNamespace.URI));
    }

    @Override
    public void onDataReceived(OpcUaSubscription subscription, List<OpcUaMonitoredItem> items, List<DataValue> values) {
        synchronized (tally) {
            for (int i = 0; i < items.size(); i++) {
                Object item = items.get(i).getUserObject().orElse(null);
                StatusCode status = values.get(i).statusCode();
                Object value = values.get(i).value().value();
                if (item instanceof Integer index && status.isGood()) {
                    take(index, value, status.isOverflowSet());
                }
            }
        }
    }

    private void take(int item, @Nullable Object value, boolean overflow) {
        if (value instanceof Integer count) {
            tally.take(item, count, overflow);
        } else if (value instanceof Integer[] array && load.isWhole(array.length, array[0], array[array.length - 1])) {
            tally.take(item, array[0], overflow);
        }
    }
}
