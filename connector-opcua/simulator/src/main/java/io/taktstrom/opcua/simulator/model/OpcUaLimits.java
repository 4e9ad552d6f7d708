package io.taktstrom.opcua.simulator.model;

import java.util.stream.IntStream;

/**
 * How much the server takes. What exceeds a limit of operations is refused with Bad_TooManyOperations.
 *
 * @param nodesPerRead of a Read or a HistoryRead
 * @param nodesPerWrite of a Write
 * @param nodesPerBrowse of a Browse or a translation of browse paths
 * @param nodesPerCall of a Call
 * @param historyValues most values of one node in an answer; more come with a continuation point
 * @param sessions at once
 * @param subscriptions at once, of a session
 * @param monitoredItems at once, of a session
 * @param queueSize longest queue of a monitored item; longer ones are cut to it
 * @param publishingMillis shortest publishing interval
 */
public record OpcUaLimits(
        int nodesPerRead,
        int nodesPerWrite,
        int nodesPerBrowse,
        int nodesPerCall,
        int historyValues,
        int sessions,
        int subscriptions,
        int monitoredItems,
        int queueSize,
        int publishingMillis) {

    public static final OpcUaLimits DEFAULT =
            new OpcUaLimits(10_000, 10_000, 1000, 1000, 10_000, 100, 1000, 1_000_000, 65_535, 10);

    public OpcUaLimits {
        IntStream operations = IntStream.of(nodesPerRead, nodesPerWrite, nodesPerBrowse, nodesPerCall, historyValues);
        IntStream objects = IntStream.of(sessions, subscriptions, monitoredItems, queueSize, publishingMillis);
        if (IntStream.concat(operations, objects).anyMatch(limit -> limit < 1)) {
            throw new IllegalArgumentException("each limit is at least 1");
        }
    }
}
