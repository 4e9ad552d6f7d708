package io.taktstrom.opcua.subscribe;

import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.PushService;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * A subscription of a lost connection, which the server keeps for a while. The next connection goes on with it when the
 * same is asked of it: first with what has come and was not taken, then with what the server has kept.
 *
 * @param types of the points, by which what has come is read
 * @param next number of the first message that has not come; {@link #NOTHING} when the server keeps nothing
 * @param backlog what has come and was not taken, and what the sink is marks
 * @param heardAt when a link last brought all that the server had, by {@link System#nanoTime}
 * @param attempts how often it was taken over, since all that the server had kept of it came for the last time
 */
record DetachedSubscription(
        List<DataPoint> points,
        List<DataType> types,
        List<NodeRef> nodes,
        List<EventSelection> events,
        SubscriptionSettings wanted,
        PushService.Sampling sampling,
        PushService.Terms terms,
        SubscriptionSettings revised,
        List<Integer> statuses,
        long next,
        Backlog backlog,
        long heardAt,
        int attempts) {

    /** No message has this number. */
    static final long NOTHING = 0;

    /** A server that lets subscriptions be taken over and then sends nothing of them is not asked for ever. */
    private static final int MAX_ATTEMPTS = 3;

    /** Whether what has come can be read as the group's points. */
    boolean isReadableAs(ResolvedPoints group) {
        return types.equals(group.types()) && events.equals(group.selections());
    }

    /** The same, of which the server keeps nothing any more. */
    DetachedSubscription forgotten() {
        return new DetachedSubscription(
                points, types, nodes, events, wanted, sampling, terms, revised, statuses, NOTHING, backlog, heardAt,
                attempts);
    }

    boolean isFor(ResolvedPoints group, SubscriptionSettings settings) {
        return points.equals(group.points()) && wanted.equals(settings);
    }

    /** Whether the server's items are those that the group needs: a node may have become another one. */
    boolean fits(ResolvedPoints group, PushService.Sampling asked) {
        return next != NOTHING
                && attempts < MAX_ATTEMPTS
                && nodes.equals(group.nodes())
                && events.equals(group.selections())
                && sampling.equals(asked);
    }
}
