package io.taktstrom.opcua.simulator;

/**
 * What a simulator has seen and done since it started.
 *
 * @param sessions now
 * @param subscriptions now
 * @param monitoredItems now
 * @param writes values that clients wrote
 * @param calls of methods
 * @param events told, whether anybody listened or not
 * @param historyReads nodes whose history was read
 * @param missedCycles that came more than a second late and were skipped: too many items, or too slow a machine
 */
public record Counters(
        int sessions,
        int subscriptions,
        long monitoredItems,
        long writes,
        long calls,
        long events,
        long historyReads,
        long missedCycles) {}
