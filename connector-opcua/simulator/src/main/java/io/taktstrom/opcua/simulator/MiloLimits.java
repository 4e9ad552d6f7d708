package io.taktstrom.opcua.simulator;

import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfigLimits;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;

/** The simulator's limits, as they are now, for Milo to enforce and to show. */
record MiloLimits(ServerState simulation) implements OpcUaServerConfigLimits {

    private static UInteger of(int number) {
        return UInteger.valueOf(number);
    }

    @Override
    public UInteger getMaxNodesPerRead() {
        return of(simulation.limits().nodesPerRead());
    }

    @Override
    public UInteger getMaxNodesPerHistoryReadData() {
        return of(simulation.limits().nodesPerRead());
    }

    @Override
    public UInteger getMaxNodesPerWrite() {
        return of(simulation.limits().nodesPerWrite());
    }

    @Override
    public UInteger getMaxNodesPerBrowse() {
        return of(simulation.limits().nodesPerBrowse());
    }

    @Override
    public UInteger getMaxNodesPerTranslateBrowsePathsToNodeIds() {
        return of(simulation.limits().nodesPerBrowse());
    }

    @Override
    public UInteger getMaxNodesPerMethodCall() {
        return of(simulation.limits().nodesPerCall());
    }

    @Override
    public UInteger getMaxSessions() {
        return of(simulation.limits().sessions());
    }

    @Override
    public UInteger getMaxSubscriptionsPerSession() {
        return of(simulation.limits().subscriptions());
    }

    @Override
    public UInteger getMaxMonitoredItemsPerSession() {
        return of(simulation.limits().monitoredItems());
    }

    @Override
    public Double getMinPublishingInterval() {
        return (double) simulation.limits().publishingMillis();
    }

    /** What a client gets that asks for a shorter one. */
    @Override
    public Double getDefaultPublishingInterval() {
        return getMinPublishingInterval();
    }
}
