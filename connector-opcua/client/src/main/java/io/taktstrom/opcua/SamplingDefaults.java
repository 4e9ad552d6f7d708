package io.taktstrom.opcua;

import java.util.List;

import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.stack.MonitoredItems;

/**
 * How the points of a connection are sampled, but for the cycle.
 *
 * @param queueSize 0 to follow from the outage
 * @param bridgeMillis outage that the queues are to bridge
 */
record SamplingDefaults(
        int queueSize, double bridgeMillis, boolean discardOldest, double deadband, boolean percent, int trigger) {

    /** In the order of the standard's numbers (OPC 10000-4, 7.22.2). */
    private static final List<String> TRIGGERS = List.of("status", "statusValue", "statusValueTimestamp");

    /** A queue of one loses values without marking it (OPC 10000-4, 5.13.1.5). */
    private static final int LEAST_QUEUE = 10;

    private static final int MOST_QUEUE = 10_000;

    /** Of points without a cycle, for the size of the queue. */
    private static final double FASTEST_MILLIS = 10;

    static SamplingDefaults of(Endpoint endpoint) {
        String deadband = OpcUaOptions.DEADBAND.of(endpoint);
        boolean percent = deadband.endsWith("%");
        return new SamplingDefaults(
                OpcUaOptions.QUEUE_SIZE.of(endpoint),
                OpcUaOptions.BRIDGE_OUTAGE.of(endpoint).toNanos() / 1e6,
                OpcUaOptions.DISCARD_OLDEST.of(endpoint),
                Double.parseDouble(percent ? deadband.substring(0, deadband.length() - 1) : deadband),
                percent,
                TRIGGERS.indexOf(OpcUaOptions.TRIGGER.of(endpoint)));
    }

    /** Whether a lost connection's subscriptions are taken over by the next one. */
    boolean bridges() {
        return bridgeMillis > 0;
    }

    MonitoredItems.Sampling sampling(double cycleMillis) {
        double cycle = cycleMillis == 0 ? FASTEST_MILLIS : cycleMillis;
        int queue = queueSize > 0
                ? queueSize
                : (int) Math.max(LEAST_QUEUE, Math.min(MOST_QUEUE, Math.ceil(bridgeMillis / cycle)));
        return new MonitoredItems.Sampling(cycleMillis, queue, discardOldest, deadband, percent, trigger);
    }
}
