package io.taktstrom.opcua.simulator.model;

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
        if (nodesPerRead < 1
                || nodesPerWrite < 1
                || nodesPerBrowse < 1
                || nodesPerCall < 1
                || historyValues < 1
                || sessions < 1
                || subscriptions < 1
                || monitoredItems < 1
                || queueSize < 1
                || publishingMillis < 1) {
            throw new IllegalArgumentException("each limit is at least 1");
        }
    }

    /** The same but for how many sessions there may be at once. */
    public OpcUaLimits withSessions(int most) {
        return new OpcUaLimits(
                nodesPerRead,
                nodesPerWrite,
                nodesPerBrowse,
                nodesPerCall,
                historyValues,
                most,
                subscriptions,
                monitoredItems,
                queueSize,
                publishingMillis);
    }
}
