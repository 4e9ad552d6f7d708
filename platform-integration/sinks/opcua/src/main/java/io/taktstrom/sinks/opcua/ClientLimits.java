package io.taktstrom.sinks.opcua;

import io.taktstrom.descriptor.OptionValues;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfigLimits;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;

/**
 * What clients may ask for; Milo enforces all of it, but for the queues.
 *
 * @param queuedValues in all queues together
 */
record ClientLimits(int sessions, int subscriptions, int monitoredItems, int queueSize, int queuedValues)
        implements OpcUaServerConfigLimits {

    static ClientLimits of(OptionValues options) {
        return new ClientLimits(
                options.get(ServerOptions.MAX_SESSIONS),
                options.get(ServerOptions.MAX_SUBSCRIPTIONS),
                options.get(ServerOptions.MAX_MONITORED_ITEMS),
                options.get(ServerOptions.MAX_QUEUE_SIZE),
                options.get(ServerOptions.MAX_QUEUED_VALUES));
    }

    @Override
    public UInteger getMaxSessions() {
        return UInteger.valueOf(sessions);
    }

    @Override
    public UInteger getMaxSubscriptionsPerSession() {
        return UInteger.valueOf(subscriptions);
    }

    @Override
    public UInteger getMaxSubscriptions() {
        return UInteger.valueOf((long) sessions * subscriptions);
    }

    @Override
    public UInteger getMaxMonitoredItems() {
        return UInteger.valueOf(monitoredItems);
    }

    @Override
    public UInteger getMaxMonitoredItemsPerSession() {
        return getMaxMonitoredItems();
    }
}
