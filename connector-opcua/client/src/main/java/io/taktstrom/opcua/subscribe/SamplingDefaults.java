package io.taktstrom.opcua.subscribe;

import io.taktstrom.opcua.service.PushService;

/**
 * How the points of a connection are sampled, but for the cycle.
 *
 * @param queueSize 0 to follow from the outage
 * @param bridgeMillis outage that the queues are to bridge
 */
public record SamplingDefaults(
        int queueSize, double bridgeMillis, boolean discardOldest, double deadband, boolean percent, int trigger) {

    /** A queue of one loses values without marking it (OPC 10000-4, 5.13.1.5). */
    private static final int MIN_QUEUE = 10;

    private static final int MAX_QUEUE = 10_000;

    /** Whether a lost connection's subscriptions are taken over by the next one. */
    public boolean bridges() {
        return bridgeMillis > 0;
    }

    PushService.Sampling sampling(double cycleMillis) {
        double cycle = cycleMillis == 0 ? PushService.FASTEST_MILLIS : cycleMillis;
        int queue = queueSize > 0
                ? queueSize
                : (int) Math.max(MIN_QUEUE, Math.min(MAX_QUEUE, Math.ceil(bridgeMillis / cycle)));
        return new PushService.Sampling(cycleMillis, queue, discardOldest, deadband, percent, trigger);
    }
}
