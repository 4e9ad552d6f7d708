package io.taktstrom.cli.faults;

import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaMonitoredItem;
import org.eclipse.milo.opcua.sdk.client.subscriptions.OpcUaSubscription;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.util.EndpointUtil;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** The same for clients in Java, in a process of its own: {@code milo HOST PORT}, {@code plc4j HOST PORT}. */
final class ForeignProgram {

    private static final PrintStream OUT = System.out;
    private static final int QUEUE = 2_000;

    private ForeignProgram() {}

    public static void main(String[] args) throws Exception {
        Thread work = new Thread(
                () -> {
                    if (args[0].equals("milo")) {
                        subscribe(args[1], args[2]);
                    } else {
                        poll(args[1], args[2]);
                    }
                },
                "foreign-client");
        work.setDaemon(true);
        work.start();
        InputStream in = System.in;
        while (in.read() >= 0) {
            // It ends with its input.
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void say(@Nullable Object value, String status) {
        OUT.println("{\"point\":\"plc.count\",\"value\":" + value + ",\"status\":\""
                + status.replaceAll("[\\p{Cntrl}\"\\\\]", " ") + "\",\"receivedAt\":\"" + Instant.now() + "\"}");
        OUT.flush();
    }

    /** Milo connects again by itself, and has its subscriptions transferred. */
    private static void subscribe(String host, String port) {
        try {
            OpcUaClient client = OpcUaClient.create(
                    "opc.tcp://" + host + ":" + port + "/",
                    endpoints -> endpoints.stream()
                            .filter(each -> SecurityPolicy.None.getUri().equals(each.getSecurityPolicyUri()))
                            .findFirst()
                            .map(each -> EndpointUtil.updateUrl(each, host, Integer.parseInt(port))),
                    transport -> {},
                    config -> {});
            client.connect();
            OpcUaSubscription subscription = new OpcUaSubscription(client, 10.0);
            subscription.setSubscriptionListener(new Listener());
            subscription.create();
            OpcUaMonitoredItem item = OpcUaMonitoredItem.newDataItem(
                    new NodeId(client.readNamespaceTable().getIndex("urn:taktstrom:simulator"), "count"));
            item.setSamplingInterval(0);
            item.setQueueSize(uint(QUEUE));
            subscription.addMonitoredItems(List.of(item));
            subscription.synchronizeMonitoredItems();
        } catch (Exception e) {
            say(null, "Bad: " + e);
        }
    }

    /** Writes down what a subscription tells. */
    private static final class Listener implements OpcUaSubscription.SubscriptionListener {

        @Override
        public void onDataReceived(
                OpcUaSubscription subscription, List<OpcUaMonitoredItem> items, List<DataValue> values) {
            for (DataValue value : values) {
                say(value.value().value(), value.statusCode().isOverflowSet() ? "Good+Overflow" : "Good");
            }
        }

        @Override
        public void onStatusChanged(OpcUaSubscription subscription, StatusCode status) {
            say(null, "Bad: status " + status);
        }

        @Override
        public void onTransferFailed(OpcUaSubscription subscription, StatusCode status) {
            say(null, "Bad: not transferred " + status);
        }

        @Override
        public void onNotificationDataLost(OpcUaSubscription subscription) {
            say(null, "Bad: data lost");
        }
    }

    /** A loop that connects again: plc4j does not by itself. */
    private static void poll(String host, String port) {
        while (true) {
            try {
                pollOnce(PlcDriverManager.getDefault()
                        .getConnectionManager()
                        .getConnection("s7://" + host + ":" + port + "?remote-rack=0&remote-slot=1"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Exception e) {
                say(null, "Bad: " + e);
                pause();
            }
        }
    }

    private static void pollOnce(PlcConnection connection) throws Exception {
        long last = -1;
        try {
            PlcReadRequest request = connection
                    .readRequestBuilder()
                    .addTagAddress("count", "%DB1:0:UDINT")
                    .build();
            while (true) {
                long value = request.execute().get(5, TimeUnit.SECONDS).getLong("count");
                if (value != last) {
                    say(value, "Good");
                    last = value;
                }
                Thread.sleep(Duration.ofMillis(10).toMillis());
            }
        } finally {
            connection.close();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofSeconds(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
