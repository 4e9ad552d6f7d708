package io.taktstrom.opcua;

import java.util.BitSet;
import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.stack.EventSelection;
import io.taktstrom.opcua.stack.MonitoredItems;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * A subscription of a lost connection, which the server keeps for a while. The next connection goes on with it when the
 * same is asked of it.
 *
 * @param next number of the first message that was not delivered
 * @param missed points of which samples were lost on the way to the sink
 * @param attempts how often it was taken over, since all that the server had kept of it came for the last time
 */
record Parked(
        List<DataPoint> points,
        List<NodeRef> nodes,
        List<EventSelection> events,
        SubscriptionSettings wanted,
        MonitoredItems.Sampling sampling,
        MonitoredItems.Terms terms,
        SubscriptionSettings revised,
        List<Integer> statuses,
        long next,
        BitSet missed,
        int attempts) {

    /** A server that lets subscriptions be taken over and then sends nothing of them is not asked for ever. */
    private static final int MOST_ATTEMPTS = 3;

    boolean isFor(UaGroup group, SubscriptionSettings settings) {
        return points.equals(group.points()) && wanted.equals(settings);
    }

    /** Whether the server's items are those that the group needs: a node may have become another one. */
    boolean fits(UaGroup group, MonitoredItems.Sampling asked) {
        return attempts < MOST_ATTEMPTS
                && nodes.equals(group.nodes())
                && events.equals(group.selections())
                && sampling.equals(asked);
    }
}
